/// By which of its bytes a position is found again. The compiler makes a copy of the search for each.
protocol MatchKeys {
    /// Positions that share so many bytes, or rather the hash of those, are chained: no match is shorter, but for the
    /// one below.
    static var chained: Int { get }
    /// Of the positions that share so many bytes only the last is known; 0 where that is not wanted.
    static var short: Int { get }
    /// How far back such a short match may be. Those that are further away take more bits than they save.
    static var shortReach: Int { get }
}

/// For bytes of more than eighty values, as machine code has them, where even three bytes in one are a gain.
enum ThreeBytesOrMore: MatchKeys {
    @inline(__always) static var chained: Int { 4 }
    @inline(__always) static var short: Int { 3 }
    @inline(__always) static var shortReach: Int { 8192 }
}

/// For text.
enum FourBytesOrMore: MatchKeys {
    @inline(__always) static var chained: Int { 5 }
    @inline(__always) static var short: Int { 4 }
    @inline(__always) static var shortReach: Int { 8192 }
}

/// For small files of text, which have fewer matches of four bytes, and for texts of few letters, which need five bits
/// each and less.
enum FiveBytesOrMore: MatchKeys {
    @inline(__always) static var chained: Int { 5 }
    @inline(__always) static var short: Int { 0 }
    @inline(__always) static var shortReach: Int { 0 }
}

/// For digits and the like.
enum SixBytesOrMore: MatchKeys {
    @inline(__always) static var chained: Int { 6 }
    @inline(__always) static var short: Int { 0 }
    @inline(__always) static var shortReach: Int { 0 }
}

/// Whether the end of the input is near. Where it is not, a match may be as long as deflate has them, and a word be read
/// behind its end, without a look at where the input ends. There, too, are two copies of the search.
protocol InputZone {
    static var isNearEnd: Bool { get }
}

enum FarFromEnd: InputZone {
    @inline(__always) static var isNearEnd: Bool { false }
}

enum NearEnd: InputZone {
    @inline(__always) static var isNearEnd: Bool { true }
}
