/// A stream that ends in a fault where it gives more than a number of bytes.
package final class BoundedStream: ByteStream {
    private let stream: any ByteStream
    private let limit: UInt64
    private var count: UInt64 = 0

    /// Lets at most `limit` bytes of a stream through.
    package init(_ stream: any ByteStream, limit: UInt64) {
        self.stream = stream
        self.limit = limit
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let read = try stream.read(into: buffer)
        count += UInt64(read)
        guard count <= limit else {
            throw StreamFault(
                .unsupported, "one that unpacks to more than \(limit) bytes, which is as far as it is read")
        }
        return read
    }
}
