/// One thread's compressor for chunks of large files and for whole small files.
package final class ChunkDeflater {
    private let small: DeflateCompressor
    private let pieces: PieceDeflater

    /// nil where memory has run out.
    package init?(_ level: CompressionLevel) {
        guard let small = DeflateCompressor(level), let pieces = PieceDeflater(level) else { return nil }
        self.small = small
        self.pieces = pieces
    }

    /// The most bytes that `part` or `stream` write for so many.
    package static func bound(_ count: Int) -> Int { count + count / 1000 + 64 }

    /// A part.
    package func part(
        of buffer: UnsafeRawBufferPointer, from start: Int, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        guard let bytes = pieces.deflate(Array(buffer[start...]), dictionary: Array(buffer[..<start]), isLast: false),
            bytes.count < buffer.count - start
        else { return nil }
        output.copyBytes(from: bytes)
        return bytes.count
    }

    /// A stream.
    package func stream(of file: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        guard file.count > 1 else { return nil }
        let count = small.deflate(
            file, into: UnsafeMutableRawBufferPointer(rebasing: output[..<min(output.count, file.count - 1)]))
        return count
    }
}
