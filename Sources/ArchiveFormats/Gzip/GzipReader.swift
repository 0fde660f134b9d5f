/// What is in a gzip stream (RFC 1952), held to the checksum and the length that each member ends with.
///
/// Several members in a row are one stream, as the standard says. Anything else behind a member is a fault. libarchive
/// 3.6.2 compares neither checksum nor length, and so would let a damaged payload pass.
package final class GzipReader: ByteStream {
    private let input: BufferedBytes
    private let inflater = Inflater()
    private var checksum = CRC32()
    private var size: UInt64 = 0
    private var isAtEnd = false
    private var fault: StreamFault?

    /// Reads the header of the first member.
    package convenience init(_ stream: any ByteStream) throws(StreamFault) { try self.init(BufferedBytes(stream)) }

    init(_ input: BufferedBytes) throws(StreamFault) {
        self.input = input
        let start = try input.peek(PayloadSignature.length)
        guard start.starts(with: GzipHeader.magic) else { throw GzipHeader.fault(start) }
        try GzipHeader.skip(in: input)
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
        while !isAtEnd, !buffer.isEmpty {
            let count = try unpacked(into: buffer)
            if count > 0 {
                checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                size &+= UInt64(count)
                return count
            }
            try finishMember()
        }
        return 0
    }

    private func unpacked(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        do throws(InflatingFault) { return try inflater.read(into: buffer, from: input) } catch {
            switch error {
            case .truncated: throw StreamFault(.truncated, "it breaks off within the compressed bytes")
            case .damaged: throw StreamFault(.damaged, "its compressed bytes are no deflate stream")
            case .unreadable(let fault): throw fault
            }
        }
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
        inflater.reset()
    }
}
