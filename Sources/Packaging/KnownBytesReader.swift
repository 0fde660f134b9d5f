internal import ContentModel

/// Gives bytes that are in memory.
final class KnownBytesReader: ContentReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
