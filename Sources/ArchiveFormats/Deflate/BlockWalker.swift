/// Walks over the blocks of a finished deflate stream to find the last one.
///
/// libdeflate marks the last block of what it makes, and says of no block where it begins. Nothing but a walk from the
/// start tells that for sure, since bytes that are stored may look like any block; it is cheap, as symbols are skipped
/// rather than decoded.
final class BlockWalker {
    /// How many bytes of memory must stand behind a stream, whatever is in them, so that whole words can be read.
    static let padding = 8

    private var table = SkippingTable()
    /// The table for the code of lengths in a block's head: seven bits find a symbol and, above, the length of its code.
    private let headTable = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 128)
    /// The lengths of a block's codes.
    private let lengths = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: DeflateSymbols.literals + DeflateSymbols.offsets)

    init() {
        headTable.initialize(repeating: 0)
        lengths.initialize(repeating: 0)
    }

    deinit {
        headTable.deallocate()
        lengths.deallocate()
    }

    /// Finds the last block.
    /// - Parameters:
    ///   - memory: The stream, and at least `padding` bytes behind it.
    ///   - count: How many bytes the stream has.
    /// - Returns: at which bit the last block begins, and behind which bit it ends; `nil` where this is no such stream.
    func lastBlock(_ memory: UnsafeRawBufferPointer, count: Int) -> (start: Int, end: Int)? {
        guard let base = memory.baseAddress, count <= memory.count - Self.padding else { return nil }
        // Every position is checked against `end` before it is read at, and a read takes 8 bytes from there.
        let end = count * 8
        var position = 0
        while position + 3 <= end {
            let start = position
            let head = Self.bits(base, position)
            position += 3
            let next: Int?
            switch head >> 1 & 3 {
            case 0: next = Self.skipStored(base, position, end)
            case 1:
                next = fillFixed() ? SymbolWalk.skip(table, base, position, end) : nil
            case 2:
                next = readHead(base, position, end).flatMap { SymbolWalk.skip(table, base, $0, end) }
            default: next = nil
            }
            guard let next, next <= end else { return nil }
            position = next
            if head & 1 == 1 { return (start, position) }
        }
        return nil
    }

    /// At least 57 bits from a position on.
    @inline(__always)
    private static func bits(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
            &>> UInt64(truncatingIfNeeded: position & 7)
    }

    private static func skipStored(_ base: UnsafeRawPointer, _ position: Int, _ end: Int) -> Int? {
        let start = (position + 7) & ~7
        guard start + 32 <= end else { return nil }
        let head = bits(base, start)
        guard head & 0xFFFF == ~(head >> 16) & 0xFFFF else { return nil }
        return start + 32 + Int(head & 0xFFFF) * 8
    }

    private func fillFixed() -> Bool {
        for symbol in 0..<DeflateSymbols.literals {
            lengths[symbol] = DeflateSymbols.fixedLength(ofLiteral: symbol)
        }
        for symbol in 0..<DeflateSymbols.offsets {
            lengths[DeflateSymbols.literals + symbol] = DeflateSymbols.fixedLengthOfOffset
        }
        return table.fill(UnsafeBufferPointer(lengths), literalCount: DeflateSymbols.literals)
    }

    /// Reads the head of a block with codes of its own (RFC 1951, 3.2.7).
    /// - Returns: where its symbols begin.
    private func readHead(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int? {
        guard start + 14 <= end else { return nil }
        let head = Self.bits(base, start)
        let literalCount = Int(head & 31) + 257
        let total = literalCount + Int(head >> 5 & 31) + 1
        let headCount = Int(head >> 10 & 15) + 4
        guard literalCount <= DeflateSymbols.literals, start + 14 + headCount * 3 <= end,
            fillHeadTable(Self.bits(base, start + 14), headCount)
        else { return nil }
        var position = start + 14 + headCount * 3
        var place = 0
        while place < total {
            guard position <= end else { return nil }
            var bits = Self.bits(base, position)
            let entry = headTable[Int(bits & 127)]
            let used = Int(entry >> 5)
            guard used > 0 else { return nil }
            bits >>= UInt64(used)
            position += used
            let symbol = entry & 31
            guard symbol >= 16 else {
                lengths[place] = symbol
                place += 1
                continue
            }
            let run: Int
            switch symbol {
            case 16: (run, position) = (Int(bits & 3) + 3, position + 2)
            case 17: (run, position) = (Int(bits & 7) + 3, position + 3)
            default: (run, position) = (Int(bits & 127) + 11, position + 7)
            }
            guard place + run <= total, symbol > 16 || place > 0 else { return nil }
            let length = symbol == 16 ? lengths[place - 1] : 0
            for _ in 0..<run {
                lengths[place] = length
                place += 1
            }
        }
        return table.fill(UnsafeBufferPointer(rebasing: lengths[..<total]), literalCount: literalCount) ? position : nil
    }

    /// Takes the code of lengths, of which `bits` hold three for each of the first `count` symbols in their order. The
    /// memory for the lengths of the block's codes serves for it first.
    private func fillHeadTable(_ bits: UInt64, _ count: Int) -> Bool {
        headTable.update(repeating: 0)
        // 0 for those that are not given.
        for symbol in 0..<DeflateSymbols.orderOfLengths.count { lengths[symbol] = 0 }
        for place in 0..<count {
            lengths[DeflateSymbols.orderOfLengths[place]] = UInt8(truncatingIfNeeded: bits >> UInt64(3 * place) & 7)
        }
        let given = UnsafeBufferPointer(rebasing: lengths[..<DeflateSymbols.orderOfLengths.count])
        return LengthCodeTable.fill(headTable, given) != nil
    }
}
