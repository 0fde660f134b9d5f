/// What a table of `InflatingTable` says of the next symbol, in 32 bits, so that a look-up tells all that there is to do.
///
/// | bits | of a literal | of a length or an offset | of anything else |
/// |---|---|---|---|
/// | 0–7 | bits to skip | bits to skip, those behind the code among them | bits to skip |
/// | 8–13 | as bits 0–7 | bits of the code alone | how many bits of the input index the second table |
/// | 14 | | | set where there is no second table: the block ends, or the stream is damaged |
/// | 15 | 0 | 0 | 1 |
/// | 16–30 | the byte | the least that the symbol stands for | where the second table begins; 0 for damage |
/// | 31 | 1 | 0 | 0 |
enum InflatingEntry {
    static let isLiteral: UInt32 = 1 << 31
    static let isException: UInt32 = 1 << 15
    static let isStop: UInt32 = 1 << 14
    /// The block ends.
    static let endOfBlock: UInt32 = isException | isStop | 1 << 16
    /// No stream has this symbol.
    static let invalid: UInt32 = isException | isStop
    /// No symbol has this code, which the first bit tells where it can be.
    static let hole: UInt32 = invalid | perCodeBit

    /// What `codeBits` in an entry is counted in: the bits to skip, and those of the code.
    static let perCodeBit: UInt32 = 1 | 1 << 8

    /// The entry for the first symbol of a code, but for the length of the code (RFC 1951, 3.2.5).
    static func template(ofLiteral symbol: Int) -> UInt32 {
        switch symbol {
        case ..<DeflateSymbols.endOfBlock: isLiteral | UInt32(symbol) << 16
        case DeflateSymbols.endOfBlock: endOfBlock
        // The fixed code has codes for two symbols that stand for nothing.
        case 286...: invalid
        case 285: 258 << 16
        default:
            template(leastOf: symbol - 257, extraBits: DeflateSymbols.extraBits(ofLiteral: symbol), perBits: 4, from: 3)
        }
    }

    /// The same for the code of offsets.
    static func template(ofOffset symbol: Int) -> UInt32 {
        if symbol >= 30 { return invalid }
        return template(leastOf: symbol, extraBits: DeflateSymbols.extraBits(ofOffset: symbol), perBits: 2, from: 1)
    }

    /// Of the lengths and the offsets, so many symbols each have the same number of bits behind them, but for the first
    /// ones, which are twice as many and have none.
    private static func template(leastOf rank: Int, extraBits: Int, perBits: Int, from first: Int) -> UInt32 {
        let least = extraBits == 0 ? rank : (perBits + rank % perBits) << extraBits
        return UInt32(first + least) << 16 | UInt32(extraBits)
    }
}
