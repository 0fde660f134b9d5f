internal import CDeflate

/// One thread's compressor for chunks of large files and for whole small files.
///
/// It chooses how to deflate from the bytes alone, so the same ones always give the same result.
package final class ChunkDeflater {
    /// The most bytes of a chunk or file.
    package static let largest = DeflateEncoder.largest
    /// What is smaller is searched for matches without a look at it: a sample would not tell much.
    private static let leastProbed = 4 * 1024

    /// What searches for matches: our own encoder, or for the smallest result libdeflate's.
    private enum Matcher {
        case encoder(DeflateEncoder)
        case library(OpaquePointer)
    }

    private let matcher: Matcher
    private let level: CompressionLevel
    private let walker = BlockWalker()
    private let probe = MatchProbe()
    private var literals = LiteralBlocks()

    /// Prepares for a level; `nil` for `store`, which needs none, and where memory has run out.
    package init?(_ level: CompressionLevel) {
        switch level {
        case .store: return nil
        case .fast, .default:
            guard let encoder = DeflateEncoder(level == .fast ? .fast : .normal) else { return nil }
            matcher = .encoder(encoder)
        case .smallest:
            // Its highest level.
            guard let compressor = libdeflate_alloc_compressor(12) else { return nil }
            matcher = .library(compressor)
        }
        self.level = level
    }

    deinit { if case .library(let compressor) = matcher { libdeflate_free_compressor(compressor) } }

    /// The most bytes that ``part(of:from:into:)`` or ``stream(of:into:)`` write for so many. An output of this size is
    /// always large enough; in a smaller one some may be refused that would fit.
    package static func bound(_ count: Int) -> Int {
        // What is no smaller than the bytes is refused, so the rest is room to work in: for the walk's padding, and for
        // stores that are wider than what they write.
        count + 64
    }

    /// Deflates `buffer[start...]` as a part of a longer stream: whole blocks, none of them marked final, ending on a
    /// byte boundary.
    ///
    /// Parts of any chunks may follow one another, stored blocks between them; a stream is closed by 03 00.
    /// - Parameters:
    ///   - buffer: At most 32 KiB that come before the chunk, which libdeflate has no use for, and then the chunk: at
    ///     most ``largest`` bytes.
    ///   - start: Where the chunk begins.
    /// - Returns: how many bytes came of it, or `nil` where they are not fewer by at least one part in 256; the chunk is
    ///   better stored then.
    package func part(
        of buffer: UnsafeRawBufferPointer, from start: Int, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let chunk = UnsafeRawBufferPointer(rebasing: buffer[start...])
        precondition(chunk.count <= Self.largest, "a chunk is at most 1 MiB")
        let most = chunk.count - (chunk.count + LiteralBlocks.leastGain - 1) / LiteralBlocks.leastGain
        guard most > 0 else { return nil }
        if level == .smallest { return smallest(buffer, from: start, most, output, isFinal: false) }
        guard chunk.count >= Self.leastProbed else {
            return matches(buffer, from: start, most, output, isFinal: false)
        }
        let runs = probe.runs(chunk)
        guard runs.count > 1 else {
            return one(buffer, from: start, helps: runs[0].helps, most, output, isFinal: false)
        }
        var written = 0
        for run in runs {
            let range = start + run.range.lowerBound..<start + run.range.upperBound
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[range])
            let before = min(range.lowerBound, Deflate.windowSize)
            let window = UnsafeRawBufferPointer(rebasing: buffer[range.lowerBound - before..<range.upperBound])
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[written...])
            // What gains nothing here is stored within the part, since others do.
            guard
                let count = one(window, from: before, helps: run.helps, bytes.count, rest, isFinal: false)
                    ?? literals(bytes, rest.count, rest, isFinal: false, mayGainNothing: true)
            else { return nil }
            written += count
        }
        return written <= most ? written : nil
    }

    /// Deflates a whole file, of at most ``largest`` bytes, as one finished stream.
    /// - Returns: how many bytes came of it, or `nil` where they are not fewer than the file's.
    package func stream(of file: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        precondition(file.count <= Self.largest, "a file in one piece is at most 1 MiB")
        guard file.count > 1 else { return nil }
        let most = file.count - 1
        if level == .smallest { return smallest(file, from: 0, most, output, isFinal: true) }
        let helps = file.count < Self.leastProbed || probe.helps(file)
        return one(file, from: 0, helps: helps, most, output, isFinal: true)
    }

    /// Deflates in one way.
    /// - Parameters:
    ///   - helps: Whether a search for matches helps.
    ///   - most: The most bytes that are any good.
    private func one(
        _ window: UnsafeRawBufferPointer, from start: Int, helps: Bool, _ most: Int,
        _ output: UnsafeMutableRawBufferPointer, isFinal: Bool
    ) -> Int? {
        helps
            ? matches(window, from: start, most, output, isFinal: isFinal)
            : literals(UnsafeRawBufferPointer(rebasing: window[start...]), most, output, isFinal: isFinal)
    }

    /// Deflates with matches, and where that gains little without them, too, which is at times the better: sound gets
    /// smaller by one part in two thousand, in next to no time compared with the search.
    private func smallest(
        _ window: UnsafeRawBufferPointer, from start: Int, _ most: Int, _ output: UnsafeMutableRawBufferPointer,
        isFinal: Bool
    ) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: window[start...])
        let searched = matches(window, from: start, most, output, isFinal: isFinal)
        guard bytes.count >= Self.leastProbed, searched ?? bytes.count > bytes.count / 8 * 7 else { return searched }
        let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bound(bytes.count), alignment: 16)
        defer { spare.deallocate() }
        let better = searched.map { $0 - 1 } ?? most
        guard let count = literals(bytes, better, spare, isFinal: isFinal), count <= output.count else {
            return searched
        }
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: spare[..<count]))
        return count
    }

    /// Deflates with matches.
    private func matches(
        _ window: UnsafeRawBufferPointer, from start: Int, _ most: Int, _ output: UnsafeMutableRawBufferPointer,
        isFinal: Bool
    ) -> Int? {
        switch matcher {
        case .encoder(let encoder):
            let count = encoder.deflate(window, from: start, isLast: isFinal, into: output)
            return count.flatMap { $0 <= most ? $0 : nil }
        case .library(let compressor):
            return matches(
                compressor, UnsafeRawBufferPointer(rebasing: window[start...]), most, output, isFinal: isFinal)
        }
    }

    /// Deflates with libdeflate, which can't refer to what is before, and knows finished streams only.
    private func matches(
        _ compressor: OpaquePointer, _ bytes: UnsafeRawBufferPointer, _ most: Int,
        _ output: UnsafeMutableRawBufferPointer, isFinal: Bool
    ) -> Int? {
        let room = min(output.count - BlockWalker.padding, most)
        guard room > 0 else { return nil }
        let count = libdeflate_deflate_compress(compressor, bytes.baseAddress, bytes.count, output.baseAddress, room)
        guard count > 0 else { return nil }
        return isFinal ? count : open(output, count, most)
    }

    /// Makes a part of a finished stream: its last block is last no more, and an empty stored block fills its last byte.
    private func open(_ output: UnsafeMutableRawBufferPointer, _ count: Int, _ most: Int) -> Int? {
        guard let last = walker.lastBlock(UnsafeRawBufferPointer(output), count: count) else { return nil }
        output[last.start / 8] &= ~(1 << UInt8(last.start % 8))
        // A stream may happen to end with its byte.
        if last.end % 8 == 0 { return last.end / 8 }
        // Three bits for the block's kind, all zero, as those are that fill the byte; then the count of its bytes, and
        // the same inverted.
        let start = (last.end + 3 + 7) / 8
        guard start + 4 <= min(most, output.count) else { return nil }
        output[last.end / 8] &= 1 << UInt8(last.end % 8) - 1
        for place in (last.end / 8 + 1)..<(start + 4) { output[place] = place < start + 2 ? 0 : 0xFF }
        return start + 4
    }

    /// Deflates without matches.
    /// - Parameter mayGainNothing: Whether blocks that are all stored are as good.
    private func literals(
        _ bytes: UnsafeRawBufferPointer, _ most: Int, _ output: UnsafeMutableRawBufferPointer, isFinal: Bool,
        mayGainNothing: Bool = false
    ) -> Int? {
        // All of the output, even where less is good enough: a block is written faster where there is room behind it.
        var writer = BitWriter(output)
        guard literals.write(bytes, isFinal: isFinal, to: &writer) || mayGainNothing else { return nil }
        if !isFinal, writer.bitCount % 8 != 0 { writer.addEmptyStored() }
        return writer.finish().flatMap { $0 <= most ? $0 : nil }
    }
}
