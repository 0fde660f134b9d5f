/// The head of a block with codes of its own: the lengths of both codes, run-length packed, themselves Huffman-coded
/// (RFC 1951, 3.2.7).
///
/// The memory is taken once; `prepare` may be called again and again.
package struct DynamicBlockHeader {
    /// How many bits the head takes, the three that say what kind of block it is among them.
    package private(set) var bitCount = 0

    /// How many symbols the code of literals and lengths has, and the code of offsets.
    private static let literals = 286
    private static let offsets = 30
    /// The symbols of the code of lengths: 0 to 15 are lengths, these are runs.
    private static let repeatsLength = 16
    private static let repeatsZero = 17
    private static let repeatsZeroLong = 18
    private var code = HuffmanCode(symbols: 19, limit: HuffmanCode.longestOfLengths)
    private var counts = [UInt32](repeating: 0, count: 19)
    /// What is written in place of the lengths: the symbol in the low five bits, what its run adds above.
    private var items: [UInt16] = []
    private var literalCount = 0
    private var offsetCount = 0
    private var orderCount = 0

    /// Takes memory for a head.
    package init() { items.reserveCapacity(Self.literals + Self.offsets) }

    /// Works out the head for two codes.
    /// - Parameters:
    ///   - literals: The lengths of the codes of literals, end of block and match lengths: 257 to 286 of them. More are
    ///     ignored, as they can't be written; so they must be 0.
    ///   - offsets: The lengths of the codes of offsets: 1 to 30 of them, more are ignored likewise.
    package mutating func prepare(literals: [UInt8], offsets: [UInt8]) {
        precondition(literals.count >= 257 && !offsets.isEmpty)
        literalCount = min(literals.count, Self.literals)
        while literalCount > 257, literals[literalCount - 1] == 0 { literalCount -= 1 }
        offsetCount = min(offsets.count, Self.offsets)
        while offsetCount > 1, offsets[offsetCount - 1] == 0 { offsetCount -= 1 }

        items.removeAll(keepingCapacity: true)
        for symbol in 0..<counts.count { counts[symbol] = 0 }
        let total = literalCount + offsetCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: total) { lengths in
            // The lengths of both codes are one sequence; a run may go from one into the other.
            for place in 0..<literalCount { lengths[place] = literals[place] }
            for place in 0..<offsetCount { lengths[literalCount + place] = offsets[place] }
            packRuns(lengths)
        }
        counts.withUnsafeBufferPointer { code.build($0) }
        orderCount = DeflateSymbols.orderOfLengths.count
        while orderCount > 4, code.lengths[DeflateSymbols.orderOfLengths[orderCount - 1]] == 0 { orderCount -= 1 }
        let extra = counts[Self.repeatsLength] * 2 + counts[Self.repeatsZero] * 3 + counts[Self.repeatsZeroLong] * 7
        bitCount = 3 + 5 + 5 + 4 + 3 * orderCount + counts.withUnsafeBufferPointer { code.cost($0) } + Int(extra)
    }

    private mutating func packRuns(_ lengths: UnsafeMutableBufferPointer<UInt8>) {
        var start = 0
        while start < lengths.count {
            let length = lengths[start]
            var end = start + 1
            while end < lengths.count, lengths[end] == length { end += 1 }
            var run = end - start
            start = end
            if length == 0 {
                while run >= 11 {
                    let part = min(run, 138)
                    add(Self.repeatsZeroLong, part - 11)
                    run -= part
                }
                if run >= 3 {
                    add(Self.repeatsZero, run - 3)
                    run = 0
                }
            } else {
                add(Int(length), 0)
                run -= 1
                while run >= 3 {
                    let part = min(run, 6)
                    add(Self.repeatsLength, part - 3)
                    run -= part
                }
            }
            for _ in 0..<run { add(Int(length), 0) }
        }
    }

    private mutating func add(_ symbol: Int, _ extra: Int) {
        counts[symbol] += 1
        items.append(UInt16(symbol | extra << 5))
    }

    /// Writes the head, as it was prepared.
    /// - Parameter isFinal: Whether the block is the stream's last.
    package func write(isFinal: Bool, to writer: inout BitWriter) {
        writer.flush()
        writer.add(isFinal ? 1 : 0, 1)
        writer.add(2, 2)
        writer.add(UInt64(literalCount - 257), 5)
        writer.add(UInt64(offsetCount - 1), 5)
        writer.add(UInt64(orderCount - 4), 4)
        writer.flush()
        for place in 0..<orderCount {
            writer.add(UInt64(code.lengths[DeflateSymbols.orderOfLengths[place]]), 3)
            writer.flush()
        }
        for item in items {
            let symbol = Int(item & 31)
            writer.add(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
            let extra = UInt64(item >> 5)
            switch symbol {
            case Self.repeatsLength: writer.add(extra, 2)
            case Self.repeatsZero: writer.add(extra, 3)
            case Self.repeatsZeroLong: writer.add(extra, 7)
            default: break
            }
            writer.flush()
        }
    }
}
