internal import CZlib

/// What is in a gzip stream (RFC 1952), held to the checksum and the length that each member ends with.
///
/// Several members in a row are one stream, as the standard says. Anything else behind a member is a fault. libarchive
/// 3.6.2 compares neither checksum nor length, and so would let a damaged payload pass.
package final class GzipReader: ByteStream {
    private let input: BufferedBytes
    private let stream: UnsafeMutablePointer<z_stream>
    private var checksum = CRC32()
    private var size: UInt64 = 0
    private var isAtEnd = false
    private var fault: StreamFault?

    private static let noMemory = StreamFault(.damaged, "there is no memory to unpack it")

    /// Reads the header of the first member.
    package convenience init(_ stream: any ByteStream) throws(StreamFault) { try self.init(BufferedBytes(stream)) }

    init(_ input: BufferedBytes) throws(StreamFault) {
        self.input = input
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // `deinit` runs and frees the stream where this throws, since nothing is left to be initialized.
        guard iapkit_inflateInit2(stream, -15) == Z_OK else { throw Self.noMemory }
        let start = try input.peek(PayloadSignature.length)
        guard start.starts(with: GzipHeader.magic) else { throw GzipHeader.fault(start) }
        try GzipHeader.skip(in: input)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        if let fault { throw fault }
        do throws(StreamFault) {
            return try inflated(into: buffer)
        } catch {
            fault = error
            throw error
        }
    }

    private func inflated(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        // zlib counts in 32 bits.
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, 1 << 30)])
        while !isAtEnd, !target.isEmpty {
            let bytes = try input.next()
            if bytes.isEmpty { throw StreamFault(.truncated, "it breaks off within the compressed bytes") }
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(bytes.count)
            stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(target.count)
            let status = inflate(stream, Z_NO_FLUSH)
            input.consume(bytes.count - Int(stream.pointee.avail_in))
            let count = target.count - Int(stream.pointee.avail_out)
            checksum.update(UnsafeRawBufferPointer(rebasing: target[..<count]))
            size &+= UInt64(count)
            switch status {
            case Z_STREAM_END: try finishMember()
            case Z_OK, Z_BUF_ERROR: break
            case Z_MEM_ERROR: throw Self.noMemory
            default: throw StreamFault(.damaged, "its compressed bytes are no deflate stream")
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// Holds the member against its trailer, and goes to the next or to the end.
    private func finishMember() throws(StreamFault) {
        let trailer = try input.bytes(8)
        guard trailer.count == 8 else { throw StreamFault(.truncated, "it breaks off within its checksum") }
        guard trailer == GzipFraming.trailer(checksum: checksum.value, size: size) else {
            let isChecksum = trailer[..<4] != GzipFraming.trailer(checksum: checksum.value, size: size)[..<4]
            throw StreamFault(.damaged, "its bytes do not match its \(isChecksum ? "checksum" : "length")")
        }
        let next = try input.peek(2)
        if next.isEmpty {
            isAtEnd = true
            return
        }
        guard next == GzipHeader.magic else { throw StreamFault(.damaged, "something follows the compressed bytes") }
        try GzipHeader.skip(in: input)
        checksum = CRC32()
        size = 0
        inflateReset(stream)
    }
}
