internal import CZlib

/// A zlib stream (RFC 1950) that is unpacked as it is read.
///
/// Memory stays the same whatever the stream says of itself: a window of 32 KiB and a buffer of 64 KiB.
package final class ZlibInflater: ByteStream {
    private let source: any ByteStream
    private let stream: UnsafeMutablePointer<z_stream>
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var isAtEnd = false

    /// Unpacks what `source` gives; `nil` where memory has run out.
    package init?(_ source: any ByteStream) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // `deinit` runs and frees both where this fails, since nothing is left to be initialized.
        guard iapkit_inflateInit2(stream, 15) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        let room = min(buffer.count, 1 << 30)
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room)
        while true {
            if stream.pointee.avail_in == 0 { try refill() }
            let isOutOfInput = stream.pointee.avail_in == 0
            let status = inflate(stream, Z_NO_FLUSH)
            let count = room - Int(stream.pointee.avail_out)
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                return count
            case Z_OK, Z_BUF_ERROR:
                if count > 0 { return count }
                // Nothing came of the last bytes, and there are no more.
                if isOutOfInput { throw StreamFault(.truncated, "its compressed bytes end too early") }
            case Z_NEED_DICT: throw StreamFault(.damaged, "its compressed bytes ask for a dictionary that nobody has")
            case Z_MEM_ERROR: throw StreamFault(.damaged, "there is not the memory to unpack it")
            default: throw StreamFault(.damaged, "its compressed bytes are damaged")
            }
        }
    }

    /// Reads the source to its end.
    /// - Returns: how many bytes stand behind the end of the stream; they are no part of it.
    package func drain() throws(StreamFault) -> UInt64 {
        UInt64(stream.pointee.avail_in) + (try source.countRest(through: input))
    }

    private func refill() throws(StreamFault) {
        let count = try source.read(into: input)
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
    }
}
