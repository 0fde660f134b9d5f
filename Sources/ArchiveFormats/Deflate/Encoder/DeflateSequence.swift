/// Literals, and the match behind them: what a block is made of, in one word.
struct DeflateSequence {
    private var bits: UInt64

    /// - Parameters:
    ///   - literals: How many; below 2^32.
    ///   - length: 3 to 258.
    ///   - offset: 1 to 32,768.
    ///   - symbol: The one of the offset.
    @inline(__always)
    init(literals: Int, length: Int, offset: Int, symbol: Int) {
        bits =
            UInt64(truncatingIfNeeded: literals) &<< 32 | UInt64(truncatingIfNeeded: offset &- 1) &<< 16
            | UInt64(truncatingIfNeeded: symbol) &<< 8 | UInt64(truncatingIfNeeded: length &- 3)
    }

    @inline(__always) var literals: Int { Int(truncatingIfNeeded: bits &>> 32) }
    /// The match's length, less 3.
    @inline(__always) var lengthPlace: Int { Int(truncatingIfNeeded: bits & 0xFF) }
    @inline(__always) var offsetSymbol: Int { Int(truncatingIfNeeded: bits &>> 8 & 0xFF) }
    /// The lowest bits of the offset less 1; the higher ones are the symbol's.
    @inline(__always)
    func offsetBits(_ count: Int) -> UInt64 { bits &>> 16 & (1 &<< UInt64(truncatingIfNeeded: count) &- 1) }

    /// Leaves out the first literals.
    mutating func drop(_ literals: Int) { bits &-= UInt64(literals) << 32 }
}

extension DeflateSymbols {
    /// The symbol of an offset (RFC 1951, 3.2.5). Each power of two of `offset - 1` has two symbols, for both values of
    /// its second bit.
    @inline(__always)
    static func symbol(ofOffset offset: Int) -> Int {
        let place = UInt32(truncatingIfNeeded: offset &- 1)
        let top = 31 &- (place | 1).leadingZeroBitCount
        let second = Int(truncatingIfNeeded: place &>> UInt32(truncatingIfNeeded: top &- 1) & 1)
        return place < 2 ? Int(place) : 2 &* top &+ second
    }
}
