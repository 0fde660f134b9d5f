/// Bytes in memory as a stream.
package final class MemoryStream: ByteStream {
    private var rest: ArraySlice<UInt8>

    /// Starts at the first of `bytes`.
    package convenience init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// Starts at the first of `bytes`.
    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}

extension ByteStream {
    /// The next bytes, in memory that grows as they come: `limit` of them, or as many as there are.
    package func bytes(upTo limit: Int) throws(StreamFault) -> [UInt8] {
        var output: [UInt8] = []
        while output.count < limit {
            let piece = try bytes(min(limit - output.count, 64 * 1024))
            if piece.isEmpty { break }
            output += piece
        }
        return output
    }

    /// All that is left, in memory that grows as bytes come.
    /// - Parameter limit: how many bytes may come.
    /// - Throws: a fault of the stream, or that there are more than `limit`.
    package func allBytes(limit: Int) throws(StreamFault) -> [UInt8] {
        let output = try bytes(upTo: limit)
        guard try bytes(1).isEmpty else { throw StreamFault(.damaged, "it unpacks to more than \(limit) bytes") }
        return output
    }
}
