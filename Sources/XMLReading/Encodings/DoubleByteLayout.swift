/// How two bytes lead to a place in a table: a line for each first byte, a place in it for each second one.
struct DoubleByteLayout: Sendable {
    static let eucKR = DoubleByteLayout(leads: [0x81...0xFE], trails: [0x41...0x5A, 0x61...0x7A, 0x81...0xFE])
    static let big5 = DoubleByteLayout(leads: [0xA1...0xFE], trails: [0x40...0x7E, 0xA1...0xFE])
    static let gbk = DoubleByteLayout(leads: [0x81...0xFE], trails: [0x40...0x7E, 0x80...0xFE])
    /// Two rows of JIS X 0208 for each first byte.
    static let shiftJIS = DoubleByteLayout(leads: [0x81...0x9F, 0xE0...0xFC], trails: [0x40...0x7E, 0x80...0xFC])
    /// The rows of JIS X 0208 and 0212, both bytes with the high bit.
    static let euc = DoubleByteLayout(leads: [0xA1...0xFE], trails: [0xA1...0xFE])

    private let leads: [ClosedRange<UInt8>]
    private let trails: [ClosedRange<UInt8>]
    private let width: Int

    private init(leads: [ClosedRange<UInt8>], trails: [ClosedRange<UInt8>]) {
        self.leads = leads
        self.trails = trails
        width = trails.reduce(0) { $0 + $1.count }
    }

    /// The place that two bytes lead to; `nil` where they lead to none.
    func place(_ lead: UInt8, _ trail: UInt8?) -> Int? {
        guard let trail, let line = Self.index(of: lead, in: leads), let column = Self.index(of: trail, in: trails)
        else { return nil }
        return line * width + column
    }

    /// The bytes that lead to a place.
    func bytes(at place: Int) -> [UInt8] {
        [Self.byte(at: place / width, in: leads), Self.byte(at: place % width, in: trails)]
    }

    private static func index(of byte: UInt8, in ranges: [ClosedRange<UInt8>]) -> Int? {
        var before = 0
        for range in ranges {
            if range.contains(byte) { return before + Int(byte - range.lowerBound) }
            before += range.count
        }
        return nil
    }

    private static func byte(at index: Int, in ranges: [ClosedRange<UInt8>]) -> UInt8 {
        var rest = index
        for range in ranges {
            if rest < range.count { return range.lowerBound + UInt8(truncatingIfNeeded: rest) }
            rest -= range.count
        }
        preconditionFailure("the tables have no place that no bytes lead to")
    }
}
