internal import CDeflate

/// One thread's compressor for chunks of large files and for whole small files.
///
/// It chooses how to deflate from the bytes alone, so the same ones always give the same result.
package final class ChunkDeflater {
    /// The most bytes of a chunk or file.
    package static let largest = 1 << 20
    /// What is smaller goes to libdeflate without a look at it: a sample would not tell much.
    private static let leastProbed = 4 * 1024

    private let compressor: OpaquePointer
    private let level: CompressionLevel
    private let walker = BlockWalker()
    private let probe = MatchProbe()
    private var literals = LiteralBlocks()

    /// Prepares for a level; `nil` for `store`, which needs none, and where memory has run out.
    package init?(_ level: CompressionLevel) {
        guard let number = Self.number(of: level), let compressor = libdeflate_alloc_compressor(number) else {
            return nil
        }
        self.compressor = compressor
        self.level = level
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// libdeflate's levels: 6 makes less than zlib's 6 in half the time; 12 is its highest.
    private static func number(of level: CompressionLevel) -> Int32? {
        switch level {
        case .store: nil
        case .fast: 3
        case .default: 6
        case .smallest: 12
        }
    }

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
        if level == .smallest { return smallest(chunk, most, output, isFinal: false) }
        guard chunk.count >= Self.leastProbed else { return matches(chunk, most, output, isFinal: false) }
        let runs = probe.runs(chunk)
        guard runs.count > 1 else { return one(chunk, helps: runs[0].helps, most, output, isFinal: false) }
        var written = 0
        for run in runs {
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[run.range])
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[written...])
            // What gains nothing here is stored within the part, since others do.
            guard
                let count = one(bytes, helps: run.helps, bytes.count, rest, isFinal: false)
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
        if level == .smallest { return smallest(file, most, output, isFinal: true) }
        let helps = file.count < Self.leastProbed || probe.helps(file)
        return one(file, helps: helps, most, output, isFinal: true)
    }

    /// Deflates in one way.
    /// - Parameters:
    ///   - helps: Whether a search for matches helps.
    ///   - most: The most bytes that are any good.
    private func one(
        _ bytes: UnsafeRawBufferPointer, helps: Bool, _ most: Int, _ output: UnsafeMutableRawBufferPointer,
        isFinal: Bool
    ) -> Int? {
        helps ? matches(bytes, most, output, isFinal: isFinal) : literals(bytes, most, output, isFinal: isFinal)
    }

    /// Deflates with matches, and where that gains little without them, too, which is at times the better: sound gets
    /// smaller by one part in two thousand, in next to no time compared with the search.
    private func smallest(
        _ bytes: UnsafeRawBufferPointer, _ most: Int, _ output: UnsafeMutableRawBufferPointer, isFinal: Bool
    ) -> Int? {
        let searched = matches(bytes, most, output, isFinal: isFinal)
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

    /// Deflates with libdeflate.
    private func matches(
        _ bytes: UnsafeRawBufferPointer, _ most: Int, _ output: UnsafeMutableRawBufferPointer, isFinal: Bool
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
        if !isFinal, writer.bitCount % 8 != 0 {
            // An empty stored block fills the byte.
            writer.add(0, 3)
            writer.alignToByte()
            writer.add(0xFFFF_0000, 32)
        }
        return writer.finish().flatMap { $0 <= most ? $0 : nil }
    }
}
