internal import CZlib

/// An entry that is deflated (method 8).
///
/// libdeflate unpacks two to three times as fast as zlib, but only at one go. So what fits into the caller's buffer goes
/// that way, and the rest through zlib, in constant memory. Where libdeflate refuses, zlib reads the entry again: it tells
/// why, and has the last word.
final class DeflatedZipEntry: ZipEntryBytes {
    private let size: UInt64
    private let scratch: ZipScratch
    private let whole: ZipContentRange
    private var range: ZipContentRange
    private var stream: UnsafeMutablePointer<z_stream>?
    private var hasStarted = false
    private var isAtEnd = false

    init(_ range: ZipContentRange, _ entry: ZipDirectoryEntry, _ scratch: ZipScratch) {
        whole = range
        self.range = range
        self.scratch = scratch
        size = entry.size
        // Some tools write no stream for a file without content.
        isAtEnd = range.remaining == 0 && entry.size == 0
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int {
        if isAtEnd { return 0 }
        if !hasStarted {
            hasStarted = true
            if let count = try readWhole(into: buffer) {
                isAtEnd = true
                return count
            }
            range = whole
            stream = scratch.freshStream()
        }
        guard let stream else { throw ZipEntryStream.Fault(reason: "there is not the memory to unpack it") }
        return try inflate(stream, into: buffer)
    }

    /// - Returns: how many bytes it was, or `nil` where it must be unpacked part by part.
    private func readWhole(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int? {
        guard size > 0, size <= UInt64(buffer.count), range.remaining <= UInt64(ZipScratch.largestWhole) else {
            return nil
        }
        let input = scratch.buffer(Int(range.remaining))
        let taken = try range.read(into: input)
        let output = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(size)])
        return scratch.inflate(UnsafeRawBufferPointer(rebasing: input[..<taken]), into: output) ? output.count : nil
    }

    private func inflate(
        _ stream: UnsafeMutablePointer<z_stream>, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ZipEntryStream.Fault) -> Int {
        // zlib counts in 32 bits.
        let room = min(buffer.count, 1 << 30)
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room)
        while true {
            if stream.pointee.avail_in == 0 { try refill(stream) }
            let isOutOfInput = stream.pointee.avail_in == 0
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            let count = room - Int(stream.pointee.avail_out)
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                let rest = range.remaining + UInt64(stream.pointee.avail_in)
                guard rest == 0 else {
                    throw ZipEntryStream.Fault(reason: "\(rest) bytes stand behind its compressed bytes")
                }
                return count
            case Z_OK, Z_BUF_ERROR:
                if count > 0 { return count }
                if isOutOfInput { throw ZipEntryStream.Fault(reason: "its compressed bytes end too early") }
            case Z_MEM_ERROR: throw ZipEntryStream.Fault(reason: "there is not the memory to unpack it")
            default: throw ZipEntryStream.Fault(reason: "its compressed bytes are damaged")
            }
        }
    }

    private func refill(_ stream: UnsafeMutablePointer<z_stream>) throws(ZipEntryStream.Fault) {
        let input = scratch.buffer(ZipScratch.chunkSize)
        let count = try range.read(into: input)
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
    }
}
