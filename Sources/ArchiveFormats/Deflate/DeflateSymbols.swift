/// The symbols of deflate's two codes (RFC 1951, 3.2.5).
enum DeflateSymbols {
    /// The symbol that ends a block. Those below are literals, those above lengths of matches.
    static let endOfBlock = 256
    /// How many symbols the code of literals and lengths has at most. The last two never occur, but the fixed code
    /// has codes for them.
    static let literals = 288
    /// How many symbols the code of offsets has at most. The last two never occur either.
    static let offsets = 32

    /// How many bits of its own follow the code of a literal or length.
    static func extraBits(ofLiteral symbol: Int) -> Int {
        switch symbol {
        case ..<265, 285...: 0
        default: (symbol - 261) / 4
        }
    }

    /// How many bits of its own follow the code of an offset.
    static func extraBits(ofOffset symbol: Int) -> Int { symbol < 4 ? 0 : symbol / 2 - 1 }

    /// How long the codes of literals and lengths are in a block without codes of its own (RFC 1951, 3.2.6).
    static func fixedLength(ofLiteral symbol: Int) -> UInt8 {
        switch symbol {
        case ..<144: 8
        case ..<256: 9
        case ..<280: 7
        default: 8
        }
    }

    /// How long each code of an offset is there.
    static let fixedLengthOfOffset: UInt8 = 5

    /// The order in which a block's head gives the lengths of the code of lengths (RFC 1951, 3.2.7): those that are
    /// seldom used stand last, and may be left out there.
    static let orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}
