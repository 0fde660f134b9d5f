/// Memory that one thread works in, kept from one piece of work to the next.
final class WorkBuffer {
    /// The memory; what is in it is not initialized.
    private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { bytes.deallocate() }

    /// Sees to it that there is room for `count` bytes; what was in it is lost where there was not.
    func reserve(_ count: Int) {
        guard bytes.count < count else { return }
        bytes.deallocate()
        bytes = .allocate(byteCount: count, alignment: 64)
    }

    /// A copy of the bytes in a range.
    func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    /// The bytes in a range.
    func slice(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: bytes[range])
    }

    /// Copies bytes to `offset`.
    /// - Returns: where they end.
    func put(_ content: [UInt8], at offset: Int) -> Int {
        let target = slice(offset..<offset + content.count)
        target.copyBytes(from: content)
        return offset + content.count
    }
}
