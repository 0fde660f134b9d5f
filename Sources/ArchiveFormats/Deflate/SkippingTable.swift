/// A table that tells how many bits to skip for the next symbol of a block, without saying which symbol it is.
///
/// It is for `BlockWalker`. Both codes of a block stand in it one behind the other; an entry says how many bits its
/// symbol takes, those that follow its code among them, and where the entries for the symbol after it begin: after a
/// literal there comes another symbol of the first code, after a length an offset. So to walk is to look up, to shift and
/// to look up again, with nothing to decide but whether the block ends.
struct SkippingTable: ~Copyable {
    /// How many bits of the input an entry is found by.
    static let indexBits = 11
    static let indexMask: UInt64 = 1 << UInt64(indexBits) - 1
    /// Where the entries of literals and lengths begin, and those of offsets.
    static let literals: UInt32 = 0
    static let offsets: UInt32 = 1 << UInt32(indexBits)
    /// Where an entry leads that is none: after the end of the block, at a code that is longer than `indexBits`, and at
    /// bits that are no code.
    static let endOfBlock: UInt32 = 2 << UInt32(indexBits)
    static let longCode: UInt32 = endOfBlock + 1
    static let noCode: UInt32 = endOfBlock + 2

    /// In the lowest eight bits of an entry the bits to skip, above where the next entries begin.
    let entries: UnsafeMutablePointer<UInt32>
    /// For long codes: how many codes each length has, and the symbols by code; of literals, then of offsets.
    private let counts: UnsafeMutablePointer<UInt16>
    private let symbols: UnsafeMutablePointer<UInt16>

    private static let longest = HuffmanCode.longest

    init() {
        entries = .allocate(capacity: Int(Self.endOfBlock))
        entries.initialize(repeating: Self.noCode << 8, count: Int(Self.endOfBlock))
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
    borrowing func fill(_ lengths: UnsafeBufferPointer<UInt8>, literalCount: Int) -> Bool {
        precondition(literalCount <= DeflateSymbols.literals)
        precondition(lengths.count - literalCount <= DeflateSymbols.offsets && lengths.count >= literalCount)
        let literals = UnsafeBufferPointer(rebasing: lengths[..<literalCount])
        let offsets = UnsafeBufferPointer(rebasing: lengths[literalCount...])
        return fillPart(literals, ofOffsets: false) && fillPart(offsets, ofOffsets: true)
    }

    private borrowing func fillPart(_ lengths: UnsafeBufferPointer<UInt8>, ofOffsets: Bool) -> Bool {
        let part = entries + (ofOffsets ? Int(Self.offsets) : 0)
        let counts = counts + (ofOffsets ? Self.longest + 1 : 0)
        let symbols = symbols + (ofOffsets ? DeflateSymbols.literals : 0)
        guard sortByLength(lengths, counts, symbols) else { return false }
        // The table grows with the length of the codes: what is found by `length` bits so far is found by one bit more
        // twice. Codes come in order, with their bits mirrored, so the next one adds its carry downwards.
        part[0] = Self.noCode << 8
        var code: UInt32 = 0
        var place = 0
        for length in 1...Self.longest {
            if length <= Self.indexBits {
                let size = 1 << (length - 1)
                (part + size).update(from: part, count: size)
            }
            for _ in 0..<counts[length] {
                let symbol = Int(symbols[place])
                place += 1
                // `code` has `length` bits, so the index is below the table's size.
                part[Int(code) & Int(Self.indexMask)] =
                    length > Self.indexBits
                    ? Self.longCode << 8 : Self.entry(symbol, codeLength: length, ofOffset: ofOffsets)
                var carry: UInt32 = 1 << UInt32(length - 1)
                while code & carry != 0 { carry >>= 1 }
                code = code & (carry &- 1) | carry
                if carry == 0 { code = 0 }
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
    private static func entry(_ symbol: Int, codeLength: Int, ofOffset: Bool) -> UInt32 {
        let next: UInt32
        var bits = codeLength
        if ofOffset {
            next = literals
            bits += DeflateSymbols.extraBits(ofOffset: symbol)
        } else if symbol == DeflateSymbols.endOfBlock {
            next = endOfBlock
        } else if symbol < DeflateSymbols.endOfBlock {
            next = literals
        } else {
            next = offsets
            bits += DeflateSymbols.extraBits(ofLiteral: symbol)
        }
        return next << 8 | UInt32(bits)
    }

    /// Finds the entry for a code that is longer than `indexBits`: bit by bit, since such codes are rare.
    /// - Parameters:
    ///   - bits: The input from the code on, at least 15 bits.
    ///   - part: Where the entries of its kind begin.
    borrowing func longEntry(_ bits: UInt64, part: UInt32) -> UInt32 {
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
                return Self.entry(Int(symbols[place + code - first]), codeLength: length, ofOffset: ofOffset)
            }
            place += count
            first = (first + count) << 1
            code <<= 1
        }
        return Self.noCode << 8
    }
}
