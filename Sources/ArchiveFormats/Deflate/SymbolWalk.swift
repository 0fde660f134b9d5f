/// A walk over the symbols of one block.
///
/// Each step has to wait for the one before, so one walk alone leaves the processor idle most of the time. Four of them
/// run side by side therefore: the first from where the block's symbols are known to begin, the others from places
/// further on, where they most likely start amid a symbol. Huffman codes put such walks right by themselves, mostly
/// within some tens of symbols. When the first walk comes to where the second began, it goes on alone until it stands at a
/// place where the second has been, too. From there both would do the same, so it goes on from where the second is; and
/// so forth. What a walk finds that none comes to meet is dropped.
struct SymbolWalk {
    /// The bit it stands at.
    private var position: Int
    /// The part of the table that its next symbol is in.
    private var part: Int

    /// The most bits of a symbol: a code of 15 bits and 13 behind it.
    private static let longestSymbol = 28
    /// How many bits lie between the starts of two walks that run side by side.
    private static let stride = 3000
    /// How often a walk notes where it is, after its start: every second symbol.
    private static let notes = 48

    /// Skips the symbols of a block.
    /// - Parameters:
    ///   - base: The stream; 8 bytes from each position up to `end` can be read.
    ///   - start: Where the symbols begin.
    /// - Returns: the bit behind the code that ends the block, or `nil` where none does before `end`.
    static func skip(_ table: borrowing SkippingTable, _ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int? {
        var walk = SymbolWalk(position: start, part: SkippingTable.literals)
        while walk.position < end - 5 * stride, walk.canGoOn { walk = sideBySide(walk, table, base, end) }
        while walk.position <= end, walk.canGoOn { walk.stepSurely(table, base) }
        return walk.part == SkippingTable.ended ? walk.position : nil
    }

    private var canGoOn: Bool { part < SkippingTable.ended }

    /// At least 57 bits from the position on.
    @inline(__always)
    private func bits(_ base: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
            &>> UInt64(truncatingIfNeeded: position & 7)
    }

    /// Skips two symbols. Where the walk can't go on, or comes to a long code, it stays.
    @inline(__always)
    private mutating func stepTwice(_ entries: UnsafeMutablePointer<UInt32>, _ base: UnsafeRawPointer) {
        // `part` begins one of the table's parts and the index is below a part's size, so this stays within the table.
        let bits = bits(base)
        let first = entries[part &+ Int(truncatingIfNeeded: bits & SkippingTable.indexMask)]
        let skipped = Int(truncatingIfNeeded: first & 0xFF)
        let rest = bits &>> UInt64(truncatingIfNeeded: skipped)
        let second = entries[
            Int(truncatingIfNeeded: first &>> 8) &+ Int(truncatingIfNeeded: rest & SkippingTable.indexMask)]
        position &+= skipped &+ Int(truncatingIfNeeded: second & 0xFF)
        part = Int(truncatingIfNeeded: second &>> 8)
    }

    /// Skips a symbol, whatever its code.
    @inline(__always)
    private mutating func stepSurely(_ table: borrowing SkippingTable, _ base: UnsafeRawPointer) {
        let entry = table.entries[part &+ Int(truncatingIfNeeded: bits(base) & SkippingTable.indexMask)]
        position &+= Int(entry & 0xFF)
        part = Int(entry &>> 8)
        stepLong(table, base)
    }

    /// Skips a symbol with a long code, if one comes next.
    @inline(__always)
    private mutating func stepLong(_ table: borrowing SkippingTable, _ base: UnsafeRawPointer) {
        guard part >= SkippingTable.longLiteral else { return }
        let entry = table.longEntry(bits(base), ofOffset: part == SkippingTable.longOffset)
        position &+= Int(entry & 0xFF)
        part = Int(entry &>> 8)
    }

    /// Where it stands, and in which part, in one number that grows with the place.
    @inline(__always)
    private var note: Int { position &<< 16 | part }

    /// Lets three more walks run ahead of one, and joins them.
    /// - Returns: a walk over the same symbols that is further on, or has come to the end of the block.
    private static func sideBySide(
        _ start: SymbolWalk, _ table: borrowing SkippingTable, _ base: UnsafeRawPointer, _ end: Int
    ) -> SymbolWalk {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * notes) { memory in
            // Indices go from 0 to 3 * notes - 1.
            guard let noted = memory.baseAddress else { return start }
            let entries = table.entries
            var (first, second, third, fourth) = (start, start, start, start)
            let goals = (start.position + stride, start.position + 2 * stride, start.position + 3 * stride)
            (second.position, second.part) = (goals.0, SkippingTable.literals)
            (third.position, third.part) = (goals.1, SkippingTable.literals)
            (fourth.position, fourth.part) = (goals.2, SkippingTable.literals)
            let last = goals.2 + stride
            // A round is at most four symbols, so that no walk passes `end`.
            let safe = end - 4 * longestSymbol
            var round = 0
            while true {
                first.stepTwice(entries, base)
                second.stepTwice(entries, base)
                third.stepTwice(entries, base)
                fourth.stepTwice(entries, base)
                if round < notes {
                    noted[round] = second.note
                    noted[notes + round] = third.note
                    noted[2 * notes + round] = fourth.note
                    round += 1
                } else {
                    first.stepTwice(entries, base)
                    second.stepTwice(entries, base)
                    third.stepTwice(entries, base)
                    fourth.stepTwice(entries, base)
                }
                if (first.part | second.part | third.part | fourth.part) & SkippingTable.longLiteral != 0 {
                    first.stepLong(table, base)
                    second.stepLong(table, base)
                    third.stepLong(table, base)
                    fourth.stepLong(table, base)
                }
                // The sign bits say which walks still have some way to go, and whether one comes too near to the end.
                let running =
                    (first.position &- goals.0) & (first.part &- SkippingTable.ended)
                    | (second.position &- goals.1) & (second.part &- SkippingTable.ended)
                    | (third.position &- goals.2) & (third.part &- SkippingTable.ended)
                    | (fourth.position &- last) & (fourth.part &- SkippingTable.ended)
                let farthest =
                    (safe &- first.position) | (safe &- second.position) | (safe &- third.position)
                    | (safe &- fourth.position)
                if running >= 0 || farthest < 0 { break }
            }
            let known = UnsafeMutableBufferPointer(start: noted, count: 3 * notes)
            first.join(second, goals.0, known[..<min(round, notes)], table, base, end)
            first.join(third, goals.1, known[notes..<notes + round], table, base, end)
            first.join(fourth, goals.2, known[2 * notes..<2 * notes + round], table, base, end)
            return first
        }
    }

    /// Walks to where another walk began and on until it meets that, and then goes where the other is.
    /// - Parameter notes: Where the other one has been.
    private mutating func join(
        _ other: SymbolWalk, _ start: Int, _ notes: Slice<UnsafeMutableBufferPointer<Int>>,
        _ table: borrowing SkippingTable, _ base: UnsafeRawPointer, _ end: Int
    ) {
        var next = notes.startIndex
        while canGoOn, position <= end {
            while next < notes.endIndex, notes[next] < note { next += 1 }
            if next < notes.endIndex, notes[next] == note {
                self = other
                return
            }
            if next == notes.endIndex, position >= start { return }
            stepSurely(table, base)
        }
    }
}
