/// A stream with a buffer, so that few bytes at a time cost little, and so that bytes can be looked at before they
/// are read.
final class BufferedBytes: ByteStream {
    private let stream: any ByteStream
    private let buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    /// How many bytes were read.
    private(set) var position: UInt64 = 0

    /// Reads from a stream, whose next byte is the first.
    init(_ stream: any ByteStream) {
        self.stream = stream
        buffer = .allocate(byteCount: 64 * 1024, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The bytes that come next, of which there are none at the end only; they count as read once they are taken with
    /// `consume`. Good until the next call.
    func next() throws(StreamFault) -> UnsafeRawBufferPointer {
        if start == end { try refill() }
        return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }

    /// The same, but at least `count` bytes, or all that there are. At most 64 KiB.
    func next(atLeast count: Int) throws(StreamFault) -> UnsafeRawBufferPointer {
        if end - start < count { try hold(count) }
        return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }

    /// Takes bytes of what `next` gave.
    func consume(_ count: Int) {
        start += count
        position &+= UInt64(count)
    }

    func read(into target: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        if target.isEmpty { return 0 }
        if start == end, target.count >= buffer.count, !isAtEnd {
            let count = try stream.read(into: target)
            if count == 0 { isAtEnd = true }
            position &+= UInt64(count)
            return count
        }
        let bytes = try next()
        let count = min(bytes.count, target.count)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        consume(count)
        return count
    }

    /// The next byte, or `nil` at the end.
    func nextByte() throws(StreamFault) -> UInt8? {
        guard let byte = try next().first else { return nil }
        consume(1)
        return byte
    }

    /// The next bytes without reading them: `count` of them, or as many as there are. At most 64 KiB.
    func peek(_ count: Int) throws(StreamFault) -> [UInt8] {
        Array(try next(atLeast: count).prefix(count))
    }

    /// Moves what is in the buffer to its start, and fills it up.
    private func hold(_ count: Int) throws(StreamFault) {
        let held = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
        // `memmove`: the two may overlap.
        buffer.copyMemory(from: held)
        (start, end) = (0, held.count)
        while end < count, !isAtEnd { try fill(from: end) }
    }

    private func refill() throws(StreamFault) {
        (start, end) = (0, 0)
        if !isAtEnd { try fill(from: 0) }
    }

    private func fill(from offset: Int) throws(StreamFault) {
        let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
        if count == 0 { isAtEnd = true }
        end = offset + count
    }
}
