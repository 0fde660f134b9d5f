/// Decides where a block ends and another, with codes of its own, begins.
///
/// Symbols are counted for parts of some KiB. Of the parts, those neighbours are joined that lose the least by it, again
/// and again, until each pair would lose more bits by sharing its codes than the head of another block takes.
struct BlockSplitter {
    /// Where a part ends.
    struct Mark {
        /// The place in the input.
        var position: Int
        /// The sequences before it.
        var sequences: Int
        /// Where the literals begin that no sequence held yet.
        var runStart: Int
    }

    /// Bytes of input that make a part.
    static let partSize = 8192
    /// The most parts that are looked at together.
    static let mostParts = 64
    /// Bits that a block costs: its head, of some 600, and what is lost as an entropy is never quite reached.
    private static let blockCost = 600

    private let statistics: SymbolStatistics
    private let counts: UnsafeMutablePointer<SymbolCounts>
    private let both: SymbolCounts
    private let entropies: UnsafeMutablePointer<Int>
    private let losses: UnsafeMutablePointer<Int>
    private let marks: UnsafeMutablePointer<Mark>
    private(set) var count = 0

    /// Bytes of memory.
    static var byteCount: Int {
        let part = SymbolCounts.byteCount + MemoryLayout<SymbolCounts>.stride + MemoryLayout<Mark>.stride + 16
        return SymbolStatistics.byteCount + SymbolCounts.byteCount + mostParts * part
    }

    /// Takes `memory` of ``byteCount`` bytes, aligned to 16.
    init(in memory: UnsafeMutableRawPointer) {
        statistics = SymbolStatistics(in: memory)
        var rest = memory + SymbolStatistics.byteCount
        marks = rest.bindMemory(to: Mark.self, capacity: Self.mostParts)
        rest += MemoryLayout<Mark>.stride * Self.mostParts
        counts = rest.bindMemory(to: SymbolCounts.self, capacity: Self.mostParts)
        rest += MemoryLayout<SymbolCounts>.stride * Self.mostParts
        entropies = rest.bindMemory(to: Int.self, capacity: Self.mostParts)
        losses = entropies + Self.mostParts
        rest += 16 * Self.mostParts
        both = SymbolCounts(in: rest)
        for part in 0..<Self.mostParts {
            rest += SymbolCounts.byteCount
            (counts + part).initialize(to: SymbolCounts(in: rest))
        }
    }

    /// The counts and the end of a part; after ``join()``, of a block.
    func part(_ part: Int) -> (SymbolCounts, Mark) { (counts[part], marks[part]) }

    /// Forgets all parts.
    mutating func clear() { count = 0 }

    /// Ends a part, of which there are fewer than ``mostParts``, and clears the counts for the next.
    mutating func end(_ part: SymbolCounts, at mark: Mark) {
        counts[count].copy(part)
        marks[count] = mark
        count &+= 1
        part.clear()
    }

    /// Makes blocks of the parts.
    mutating func join() {
        guard count > 1 else { return }
        for part in 0..<count { entropies[part] = entropy(counts[part]) }
        for part in 0..<(count - 1) { losses[part] = loss(part) }

        while count > 1 {
            var least = 0
            for part in 1..<count where part < count - 1 && losses[part] < losses[least] { least = part }
            if losses[least] > Self.blockCost { return }
            joinNext(least)
        }
    }

    private mutating func joinNext(_ part: Int) {
        let joined = counts[part + 1]
        counts[part].add(joined)
        entropies[part] += entropies[part + 1] + losses[part]
        marks[part] = marks[part + 1]
        count -= 1
        for next in (part + 1)..<max(count, part + 1) {
            counts[next] = counts[next + 1]
            entropies[next] = entropies[next + 1]
            marks[next] = marks[next + 1]
        }
        // The memory of its counts is still needed later.
        counts[count] = joined
        for next in part..<max(count - 1, part) { losses[next] = losses[next + 1] }
        if part > 0 { losses[part - 1] = loss(part - 1) }
        if part < count - 1 { losses[part] = loss(part) }
    }

    private func entropy(_ counts: SymbolCounts) -> Int {
        statistics.entropy(counts.literals) + statistics.entropy(counts.offsets)
    }

    /// The bits that a part and the next one lose if they share their codes.
    private func loss(_ part: Int) -> Int {
        both.copy(counts[part])
        both.add(counts[part + 1])
        return entropy(both) - entropies[part] - entropies[part + 1]
    }
}
