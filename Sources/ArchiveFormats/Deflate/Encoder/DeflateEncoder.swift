#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Deflates buffers (RFC 1951). It is made for the small files of content folders, and for chunks of large ones.
///
/// The bytes that it makes depend on the input alone: not on the machine, nor on what the encoder did before. One thread
/// at a time may use it.
package final class DeflateEncoder {
    /// How hard to look for matches.
    package enum Effort: Sendable, CaseIterable {
        case fast
        case normal
    }

    /// The most bytes of input, those before it not counted.
    package static let largest = 1 << 20
    /// The most bytes before the input that are of use.
    package static let dictionarySize = Deflate.windowSize
    /// Inputs up to here have fewer matches at hand, and are many.
    private static let smallest = 64 * 1024
    private static let mostSequences = 1 << 16

    private let effort: Effort
    private let memory: UnsafeMutableRawPointer
    private var finder: MatchFinder
    private var writer: BlockWriter
    private var splitter: BlockSplitter
    private let counts: SymbolCounts
    private let sequences: UnsafeMutablePointer<DeflateSequence>

    /// Takes the memory that it needs, less than 1 MiB; `nil` where there is none.
    package init?(_ effort: Effort) {
        var byteCount = 0
        let parts = [
            MatchFinder.byteCount, BlockWriter.byteCount, BlockSplitter.byteCount, SymbolCounts.byteCount,
            MemoryLayout<DeflateSequence>.stride * Self.mostSequences,
        ]
        let starts = parts.map { size in
            defer { byteCount += (size + 63) & ~63 }
            return byteCount
        }
        guard let memory = malloc(byteCount) else { return nil }
        self.memory = memory
        self.effort = effort
        finder = MatchFinder(in: memory + starts[0])
        writer = BlockWriter(in: memory + starts[1])
        splitter = BlockSplitter(in: memory + starts[2])
        counts = SymbolCounts(in: memory + starts[3])
        sequences = (memory + starts[4]).bindMemory(to: DeflateSequence.self, capacity: Self.mostSequences)
    }

    deinit { free(memory) }

    /// Deflates `buffer[start...]`.
    /// - Parameters:
    ///   - buffer: At most ``dictionarySize`` bytes to which matches may refer, and then at most ``largest`` bytes.
    ///   - start: How many stand before.
    ///   - isLast: Whether the stream ends here. Where it doesn't, an empty stored block brings it to a byte boundary, so
    ///     that other parts may follow.
    /// - Returns: how many bytes came of it, or `nil` where `output` is too small.
    package func deflate(
        _ buffer: UnsafeRawBufferPointer, from start: Int, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        precondition(start >= 0 && start <= Self.dictionarySize && start <= buffer.count)
        precondition(buffer.count - start <= Self.largest, "at most 1 MiB is deflated at once")
        var target = BitWriter(output)
        let bytes = buffer.bindMemory(to: UInt8.self)
        if start < bytes.count {
            guard compress(bytes, from: start, isLast: isLast, to: &target, room: output.count) else { return nil }
        } else if isLast {
            // An empty block with fixed codes: its kind, and the end.
            target.add(0b011, 10)
        }
        if !isLast { target.addEmptyStored() }
        return target.finish()
    }

    private func compress(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, to target: inout BitWriter, room: Int
    ) -> Bool {
        let isSmall = bytes.count - start <= Self.smallest
        let least = shortestUseful(bytes, from: start)
        func run<Keys: MatchKeys>(_ keys: Keys.Type) -> Bool {
            compress(bytes, from: start, isLast: isLast, to: &target, room: room, least: least, isSmall: isSmall, keys)
        }
        return switch least {
        case 3: run(ThreeBytesOrMore.self)
        case 4: run(FourBytesOrMore.self)
        case 5: run(FiveBytesOrMore.self)
        default: run(SixBytesOrMore.self)
        }
    }

    /// The shortest match that pays: where bytes have few values, each takes few bits as it is.
    private func shortestUseful(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        counts.clear()
        // All over the input; an odd step, as a table's columns would be favoured by an even one.
        let step = (bytes.count - start) / 1024 | 1
        if let base = bytes.baseAddress {
            var place = start
            while place < bytes.count {
                counts.all[Int(base[place])] = 1
                place &+= step
            }
        }
        var values: UInt32 = 0
        for value in 0..<256 { values &+= counts.all[value] }
        counts.clear()
        if bytes.count - start < 512 { return 3 }
        return switch values {
        case ..<6: 9
        case ..<8: 8
        case ..<10: 7
        case ..<16: 6
        case ..<45: 5
        case ..<80: bytes.count - start <= Self.smallest ? 5 : 4
        default: 3
        }
    }

    private func compress<Keys: MatchKeys>(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, to target: inout BitWriter, room: Int,
        least: Int, isSmall: Bool, _ keys: Keys.Type
    ) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let effort = SearchEffort(effort, isSmall: isSmall)
        // Behind this no place is looked at, and behind the other the input's end is near.
        let end = bytes.count - MatchFinder.wordSize
        let farEnd = end - MatchFinder.longest - MatchFinder.wordSize
        finder.start(base, count: bytes.count)
        finder.enter(from: 0, to: min(start, end), keys)
        splitter.clear()
        var search = SequenceFinder(
            mark: BlockSplitter.Mark(position: start, sequences: 0, runStart: start))
        var blockStart = start
        var nextSweep = MatchFinder.sweepInterval
        var nextPart = start + BlockSplitter.partSize
        while search.mark.position < end {
            let position = search.mark.position
            if position >= nextSweep {
                finder.sweep(at: position, keys)
                nextSweep = position + MatchFinder.sweepInterval
            }
            let stop = min(end, nextSweep, nextPart)
            if position < farEnd {
                search.find(
                    bytes, finder, until: min(stop, farEnd), zoneEnd: farEnd, least: least, effort,
                    lengthSymbols: writer.lengthSymbols, counts: counts, sequences: sequences, keys, FarFromEnd.self)
            } else {
                search.find(
                    bytes, finder, until: stop, zoneEnd: end, least: least, effort,
                    lengthSymbols: writer.lengthSymbols, counts: counts, sequences: sequences, keys, NearEnd.self)
            }
            guard search.mark.position >= nextPart, search.mark.position < end else { continue }
            nextPart = search.mark.position + BlockSplitter.partSize
            splitter.end(counts, at: search.mark)
            // The next part has room: it has fewer sequences than bytes.
            if splitter.count == BlockSplitter.mostParts - 1
                || search.mark.sequences > Self.mostSequences - BlockSplitter.partSize
            {
                guard write(bytes, &search, &blockStart, isLast: false, &target, room) else { return false }
            }
        }
        while search.mark.position < bytes.count {
            counts.count(literal: base[search.mark.position])
            search.mark.position += 1
        }
        splitter.end(counts, at: search.mark)
        return write(bytes, &search, &blockStart, isLast: isLast, &target, room)
    }

    /// Writes all that was found so far.
    private func write(
        _ bytes: UnsafeBufferPointer<UInt8>, _ search: inout SequenceFinder, _ blockStart: inout Int, isLast: Bool,
        _ target: inout BitWriter, _ room: Int
    ) -> Bool {
        splitter.join()
        var first = 0
        for block in 0..<splitter.count {
            let (counts, mark) = splitter.part(block)
            let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[blockStart..<mark.position]))
            let found = UnsafeBufferPointer(start: sequences + first, count: mark.sequences - first)
            let isFinal = isLast && block == splitter.count - 1
            guard writer.write(content, found, counts, isFinal: isFinal, to: &target, room: room) else { return false }
            // Where a block ends among literals, those before its end no longer belong to the sequence behind. More than
            // one block may end among the same.
            first = mark.sequences
            if first < search.mark.sequences {
                sequences[first].drop(mark.position - max(mark.runStart, blockStart))
            }
            blockStart = mark.position
        }
        splitter.clear()
        search.mark.sequences = 0
        search.mark.runStart = search.mark.position
        return true
    }
}
