/// A table that tells how many bits to skip for the next symbol of a block, without saying which symbol it is.
///
/// It is for `BlockWalker`. The table has parts, of which each is a state of the walk; an entry says how many bits its
/// symbol takes, those that follow its code among them, and which part its next symbol is in: after a literal comes
/// another symbol of the first code, after a length an offset. So to walk is to look up, to shift and to look up again,
/// and there is nothing to decide. Where the walk can't go on, it stays in a part whose entries skip nothing.
///
/// Codes have up to 15 bits, and an index has 11. Codes of more come last in the order of codes, so as a rule all begin
/// with four ones. These are skipped first, and what is left of the code is looked up in a part of its own. Where the
/// rule does not hold, the table is of no use.
struct SkippingTable: ~Copyable {
    /// How many bits of the input an entry is found by.
    private static let indexBits = 11
    static let indexMask: UInt64 = 1 << UInt64(indexBits) - 1
    /// How many bits of a long code are skipped first, and how they are.
    private static let longPrefixBits = longest - indexBits
    private static let longPrefix: UInt32 = 1 << UInt32(longPrefixBits) - 1

    // The parts, by the place of their first entry. A walk goes on as long as it is below `ended`.
    private static let partSize = 1 << indexBits
    /// A literal, a length or the end of the block comes next.
    static let literals = 0
    /// An offset comes next.
    static let offsets = partSize
    /// The rest of a long code comes next, of a literal, a length or the end of the block.
    private static let longLiterals = 2 * partSize
    /// The rest of an offset's long code comes next.
    private static let longOffsets = 3 * partSize
    /// The block has ended.
    static let ended = 4 * partSize
    /// What comes next is no code.
    static let lost = 5 * partSize

    /// In the lowest eight bits of an entry the bits to skip, above where the next part begins.
    let entries: UnsafeMutablePointer<UInt32>
    /// How many codes each length has, and the symbols by code; of literals, then of offsets.
    private let counts: UnsafeMutablePointer<UInt16>
    private let symbols: UnsafeMutablePointer<UInt16>

    /// Whether the entries are good for all of the block's codes. If not, `search` takes their place.
    private(set) var isComplete = true

    private static let longest = HuffmanCode.longest

    init() {
        entries = .allocate(capacity: 6 * Self.partSize)
        for part in stride(from: 0, to: 6 * Self.partSize, by: Self.partSize) {
            (entries + part).initialize(repeating: UInt32(part) << 8, count: Self.partSize)
        }
        counts = .allocate(capacity: 2 * (Self.longest + 1))
        counts.initialize(repeating: 0, count: 2 * (Self.longest + 1))
        symbols = .allocate(capacity: DeflateSymbols.literals + DeflateSymbols.offsets)
        symbols.initialize(repeating: 0, count: DeflateSymbols.literals + DeflateSymbols.offsets)
    }

    deinit {
        entries.deallocate()
        counts.deallocate()
        symbols.deallocate()
    }

    /// Takes the codes of a block.
    /// - Parameters:
    ///   - lengths: The lengths of the codes of literals and lengths, and then those of the offsets; each at most 15.
    ///   - literalCount: How many belong to the first code, at most 288; at most 32 belong to the second.
    /// - Returns: whether they can be codes: none of them begins another one.
    mutating func fill(_ lengths: UnsafeBufferPointer<UInt8>, literalCount: Int) -> Bool {
        precondition(literalCount <= DeflateSymbols.literals)
        precondition(lengths.count - literalCount <= DeflateSymbols.offsets && lengths.count >= literalCount)
        let literals = UnsafeBufferPointer(rebasing: lengths[..<literalCount])
        let offsets = UnsafeBufferPointer(rebasing: lengths[literalCount...])
        isComplete = true
        return fillPart(literals, ofOffsets: false) && fillPart(offsets, ofOffsets: true)
    }

    private mutating func fillPart(_ lengths: UnsafeBufferPointer<UInt8>, ofOffsets: Bool) -> Bool {
        let part = entries + (ofOffsets ? Self.offsets : Self.literals)
        let long = ofOffsets ? Self.longOffsets : Self.longLiterals
        let counts = counts + (ofOffsets ? Self.longest + 1 : 0)
        let symbols = symbols + (ofOffsets ? DeflateSymbols.literals : 0)
        guard sortByLength(lengths, counts, symbols) else { return false }
        // The table grows with the length of the codes: what is found by `length` bits so far is found by one bit more
        // twice. Codes come in order, with their bits mirrored, so the next one adds its carry downwards.
        part[0] = UInt32(Self.lost) << 8
        var code: UInt32 = 0
        var place = 0
        for length in 1...Self.longest {
            if length <= Self.indexBits {
                let size = 1 << (length - 1)
                (part + size).update(from: part, count: size)
            } else if length == Self.indexBits + 1, (length...Self.longest).contains(where: { counts[$0] > 0 }) {
                (entries + long).update(repeating: UInt32(Self.lost) << 8, count: Self.partSize)
            }
            for _ in 0..<counts[length] {
                let symbol = Int(symbols[place])
                place += 1
                // `code` has `length` bits, so what is below the table's size.
                if length <= Self.indexBits {
                    part[Int(code)] = Self.entry(symbol, codeBits: length, ofOffset: ofOffsets)
                } else if code & Self.longPrefix == Self.longPrefix {
                    part[Int(code) & Int(Self.indexMask)] = UInt32(long << 8 | Self.longPrefixBits)
                    let rest = length - Self.longPrefixBits
                    let entry = Self.entry(symbol, codeBits: rest, ofOffset: ofOffsets)
                    for index in stride(from: Int(code) >> Self.longPrefixBits, to: Self.partSize, by: 1 << rest) {
                        entries[long + index] = entry
                    }
                } else {
                    isComplete = false
                }
                var carry: UInt32 = 1 << UInt32(length - 1)
                while code & carry != 0 { carry >>= 1 }
                code = carry == 0 ? 0 : code & (carry - 1) | carry
            }
        }
        return true
    }

    /// Orders the symbols by the length of their codes.
    /// - Returns: whether there is room for as many codes of these lengths.
    private borrowing func sortByLength(
        _ lengths: UnsafeBufferPointer<UInt8>, _ counts: UnsafeMutablePointer<UInt16>,
        _ symbols: UnsafeMutablePointer<UInt16>
    ) -> Bool {
        counts.update(repeating: 0, count: Self.longest + 1)
        for length in lengths { counts[Int(length & 15)] += 1 }
        counts[0] = 0
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.longest + 2) { places in
            var place: UInt16 = 0
            var room = 1
            for length in 1...Self.longest {
                places[length] = place
                place += counts[length]
                room = room * 2 - Int(counts[length])
                if room < 0 { return false }
            }
            for symbol in 0..<lengths.count where lengths[symbol] > 0 {
                let length = Int(lengths[symbol] & 15)
                symbols[Int(places[length])] = UInt16(symbol)
                places[length] += 1
            }
            return true
        }
    }

    @inline(__always)
    private static func entry(_ symbol: Int, codeBits: Int, ofOffset: Bool) -> UInt32 {
        let next: Int
        var bits = codeBits
        if ofOffset {
            next = literals
            bits += DeflateSymbols.extraBits(ofOffset: symbol)
        } else if symbol == DeflateSymbols.endOfBlock {
            next = ended
        } else if symbol < DeflateSymbols.endOfBlock {
            next = literals
        } else {
            next = offsets
            bits += DeflateSymbols.extraBits(ofLiteral: symbol)
        }
        return UInt32(next << 8 | bits)
    }

    /// Finds an entry without the table: bit by bit.
    /// - Parameters:
    ///   - bits: The input from the code on, at least 15 bits.
    ///   - part: `literals` or `offsets`.
    borrowing func search(_ bits: UInt64, in part: Int) -> UInt32 {
        let ofOffset = part == Self.offsets
        let counts = counts + (ofOffset ? Self.longest + 1 : 0)
        let symbols = symbols + (ofOffset ? DeflateSymbols.literals : 0)
        var code = 0
        var first = 0
        var place = 0
        for length in 1...Self.longest {
            code |= Int(bits >> UInt64(length - 1) & 1)
            let count = Int(counts[length])
            if code - first < count {
                return Self.entry(Int(symbols[place + code - first]), codeBits: length, ofOffset: ofOffset)
            }
            place += count
            first = (first + count) << 1
            code <<= 1
        }
        return UInt32(Self.lost) << 8
    }
}
