/// Reads the lengths of the codes at the head of a block that has its own (RFC 1951, 3.2.7).
enum InflatingHead {
    /// The most bytes that such a head takes, the bits before it in its first byte among them: 3 bits for the kind of block,
    /// 14 for three counts, 3 for each of 19 lengths, and 14 for each of 316 more.
    static let longest = (7 + 3 + 14 + 19 * 3 + 316 * 14 + 7) / 8

    /// The code of lengths: seven bits find a symbol and, above five bits for that, how many bits its code has.
    private typealias Table = UnsafeMutableBufferPointer<UInt8>

    /// Reads a head and gives its codes to `table`.
    /// - Throws: that the bits end before the head does, or that it is none as zlib sees it.
    static func read(_ bits: inout InflatingBits, into table: inout InflatingTable) throws(InflatingFault) {
        let literalCount = bits.take(5) + 257
        let offsetCount = bits.take(5) + 1
        let orderCount = bits.take(4) + 4
        try check(bits, literalCount <= 286 && offsetCount <= 30)
        let capacity = 128 + 19 + literalCount + offsetCount
        let isRead: Result<Bool, InflatingFault> = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
            scratch in
            let codes = Table(rebasing: scratch[..<128])
            let order = UnsafeMutableBufferPointer(rebasing: scratch[128..<147])
            let lengths = UnsafeMutableBufferPointer(rebasing: scratch[147...])
            return Result { () throws(InflatingFault) in
                order.update(repeating: 0)
                for place in 0..<orderCount { order[DeflateSymbols.orderOfLengths[place]] = UInt8(bits.take(3)) }
                try check(bits, fill(codes, UnsafeBufferPointer(order)))
                try readLengths(&bits, codes, into: lengths)
                // Without a code for its end, the block has none.
                try check(bits, lengths[DeflateSymbols.endOfBlock] > 0)
                return table.fill(UnsafeBufferPointer(lengths), literalCount: literalCount)
            }
        }
        try check(bits, isRead.get())
    }

    private static func readLengths(
        _ bits: inout InflatingBits, _ codes: Table, into lengths: UnsafeMutableBufferPointer<UInt8>
    ) throws(InflatingFault) {
        var place = 0
        while place < lengths.count {
            let entry = codes[Int(bits.next & 127)]
            bits.skip(Int(entry >> 5))
            let symbol = entry & 31
            var run = 1
            var length = symbol
            switch symbol {
            case 16:
                run = 3 + bits.take(2)
                try check(bits, place > 0)
                length = lengths[place - 1]
            case 17: (run, length) = (3 + bits.take(3), 0)
            case 18: (run, length) = (11 + bits.take(7), 0)
            default: break
            }
            try check(bits, place + run <= lengths.count)
            for _ in 0..<run {
                lengths[place] = length
                place += 1
            }
        }
    }

    /// Tells damage, but only where all bits that show it are there.
    private static func check(_ bits: InflatingBits, _ isSound: Bool) throws(InflatingFault) {
        if bits.isOverdrawn { throw .truncated }
        if !isSound { throw .damaged }
    }

    /// Takes the code of lengths, at most 7 bits each.
    /// - Returns: whether it is whole. One without any symbol is let pass, as zlib does: each bit then is a length of 0,
    ///   and what is told is that the block has no end.
    private static func fill(_ codes: Table, _ lengths: UnsafeBufferPointer<UInt8>) -> Bool {
        codes.update(repeating: 1 << 5)
        guard let code = LengthCodeTable.fill(codes, lengths) else { return false }
        return code == 1 << (HuffmanCode.longestOfLengths + 1) || code == 0
    }
}
