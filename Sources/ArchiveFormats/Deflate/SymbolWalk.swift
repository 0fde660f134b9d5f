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

    /// The most bits of a step: a code of 11 bits and 13 behind it.
    private static let longestStep = 24
    /// How many bits lie between the starts of two walks that run side by side. What is walked past the end of a block
    /// is in vain, so they are near one another.
    private static let stride = 2500
    /// How many times a walk notes where it is, once after every three steps from its start on.
    private static let notes = 32

    /// Skips the symbols of a block.
    /// - Parameters:
    ///   - base: The stream; 8 bytes from each position up to `end` can be read.
    ///   - start: Where the symbols begin.
    /// - Returns: the bit behind the code that ends the block, or `nil` where none does before `end`.
    static func skip(_ table: borrowing SkippingTable, _ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int? {
        var walk = SymbolWalk(position: start, part: SkippingTable.literals)
        guard table.isComplete else { return walk.search(table, base, end) }
        while walk.position < end - 5 * stride, walk.canGoOn { walk = sideBySide(walk, table.entries, base, end) }
        while walk.position <= end, walk.canGoOn { walk.step(table.entries, base) }
        return walk.part == SkippingTable.ended ? walk.position : nil
    }

    /// Walks to the end of the block without a table that is good for it.
    private mutating func search(_ table: borrowing SkippingTable, _ base: UnsafeRawPointer, _ end: Int) -> Int? {
        while position <= end, canGoOn {
            let entry = table.search(bits(base), in: part)
            position &+= Int(entry & 0xFF)
            part = Int(entry &>> 8)
        }
        return part == SkippingTable.ended ? position : nil
    }

    private var canGoOn: Bool { part < SkippingTable.ended }

    /// At least 57 bits from the position on.
    @inline(__always)
    private func bits(_ base: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
            &>> UInt64(truncatingIfNeeded: position & 7)
    }

    /// Skips a symbol, or the first bits of one with a long code. Where the walk can't go on, it stays.
    @inline(__always)
    private mutating func step(_ entries: UnsafeMutablePointer<UInt32>, _ base: UnsafeRawPointer) {
        // `part` begins one of the table's parts and the index is below a part's size: this is within the table.
        let entry = entries[part &+ Int(truncatingIfNeeded: bits(base) & SkippingTable.indexMask)]
        position &+= Int(entry & 0xFF)
        part = Int(entry &>> 8)
    }

    /// Steps three times.
    ///
    /// Two steps take at most 40 bits, 16 with a length and 24 with the offset behind it. So what is read at once is
    /// enough to find the third.
    @inline(__always)
    private mutating func stepThrice(_ entries: UnsafeMutablePointer<UInt32>, _ base: UnsafeRawPointer) {
        var bits = bits(base)
        for _ in 0..<3 {
            let entry = entries[part &+ Int(truncatingIfNeeded: bits & SkippingTable.indexMask)]
            let skipped = entry & 0xFF
            bits &>>= UInt64(truncatingIfNeeded: skipped)
            position &+= Int(truncatingIfNeeded: skipped)
            part = Int(truncatingIfNeeded: entry &>> 8)
        }
    }

    /// Where it stands, and in which part, in one number that grows with the place.
    @inline(__always)
    private var note: Int { position &<< 16 | part }

    /// Lets three more walks run ahead of one, and joins them.
    /// - Returns: a walk over the same symbols that is further on, or has come to the end of the block.
    private static func sideBySide(
        _ start: SymbolWalk, _ entries: UnsafeMutablePointer<UInt32>, _ base: UnsafeRawPointer, _ end: Int
    ) -> SymbolWalk {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * notes) { memory in
            // Indices go from 0 to 3 * notes - 1.
            guard let noted = memory.baseAddress else { return start }
            var (first, second, third, fourth) = (start, start, start, start)
            let goals = (start.position + stride, start.position + 2 * stride, start.position + 3 * stride)
            (second.position, second.part) = (goals.0, SkippingTable.literals)
            (third.position, third.part) = (goals.1, SkippingTable.literals)
            (fourth.position, fourth.part) = (goals.2, SkippingTable.literals)
            let last = goals.2 + stride
            // A round is at most six steps, so that no walk passes `end`.
            let safe = end - 6 * longestStep
            var round = 0
            while true {
                first.stepThrice(entries, base)
                second.stepThrice(entries, base)
                third.stepThrice(entries, base)
                fourth.stepThrice(entries, base)
                if round < notes {
                    noted[round] = second.note
                    noted[notes + round] = third.note
                    noted[2 * notes + round] = fourth.note
                    round += 1
                } else {
                    first.stepThrice(entries, base)
                    second.stepThrice(entries, base)
                    third.stepThrice(entries, base)
                    fourth.stepThrice(entries, base)
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
            first.join(second, goals.0, known[..<min(round, notes)], entries, base, end)
            first.join(third, goals.1, known[notes..<notes + round], entries, base, end)
            first.join(fourth, goals.2, known[2 * notes..<2 * notes + round], entries, base, end)
            return first
        }
    }

    /// Walks to where another walk began and on until it meets that, and then goes where the other is.
    /// - Parameter notes: Where the other one has been.
    private mutating func join(
        _ other: SymbolWalk, _ start: Int, _ notes: Slice<UnsafeMutableBufferPointer<Int>>,
        _ entries: UnsafeMutablePointer<UInt32>, _ base: UnsafeRawPointer, _ end: Int
    ) {
        var next = notes.startIndex
        while canGoOn, position <= end {
            while next < notes.endIndex, notes[next] < note { next += 1 }
            if next < notes.endIndex, notes[next] == note {
                self = other
                return
            }
            if next == notes.endIndex, position >= start { return }
            step(entries, base)
        }
    }
}
