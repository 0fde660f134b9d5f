internal import CLzma

/// An xz stream that is unpacked as it is read, with liblzma.
///
/// A stream names the size of its window itself, up to 4 GiB; more than `memoryLimit` is refused. What xz writes of
/// itself, with the largest of its presets, takes half of it.
package final class XzReader: ByteStream {
    private let source: any ByteStream
    private let stream: UnsafeMutablePointer<lzma_stream>
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var isAtEnd = false

    /// The memory in bytes that unpacking may take.
    package static let memoryLimit: UInt64 = 128 << 20

    /// Unpacks what `source` gives.
    package init(_ source: any ByteStream) throws(StreamFault) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: lzma_stream())
        // `deinit` runs and frees both where this fails, since nothing is left to be initialized.
        guard lzma_stream_decoder(stream, Self.memoryLimit, 0) == LZMA_OK else {
            throw StreamFault(.damaged, "there is not the memory to unpack it")
        }
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
        input.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = buffer.count
        while true {
            if stream.pointee.avail_in == 0 { try refill() }
            let isOutOfInput = stream.pointee.avail_in == 0
            let status = lzma_code(stream, LZMA_RUN)
            let count = buffer.count - stream.pointee.avail_out
            switch status {
            case LZMA_STREAM_END:
                isAtEnd = true
                return count
            case LZMA_OK, LZMA_BUF_ERROR:
                if count > 0 { return count }
                // Nothing came of the last bytes, and there are no more.
                if isOutOfInput { throw StreamFault(.truncated, "its compressed bytes end too early") }
            case LZMA_MEMLIMIT_ERROR:
                // Rounded up, so that the number is above the limit.
                let needed = (lzma_memusage(stream) &+ (1 << 20) &- 1) >> 20
                throw StreamFault(
                    .unsupported,
                    "unpacking takes \(needed) MiB of memory, where \(Self.memoryLimit >> 20) are the most")
            case LZMA_MEM_ERROR: throw StreamFault(.damaged, "there is not the memory to unpack it")
            case LZMA_FORMAT_ERROR: throw StreamFault(.damaged, "its compressed bytes are no xz stream")
            case LZMA_OPTIONS_ERROR:
                throw StreamFault(.unsupported, "its xz stream has a form that is not read")
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
        stream.pointee.next_in = UnsafePointer(input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = count
    }
}
