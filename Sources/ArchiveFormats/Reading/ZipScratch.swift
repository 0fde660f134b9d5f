internal import CDeflate

/// What unpacking the entries of a zip takes, one after the other: two decompressors and a buffer, each made once.
///
/// Not for two entries at one time: whoever opens the next entry has done with the one before.
package final class ZipScratch {
    /// Entries that take no more than this in the zip are unpacked at one go, where there is room for what comes of it.
    static let largestWhole = 2 << 20

    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var decompressor: OpaquePointer?
    /// Unpacks part by part what is too large to be unpacked at one go.
    private(set) lazy var inflater = Inflater()

    /// Takes no memory until it is needed.
    package init() {}

    deinit {
        buffer.deallocate()
        if let decompressor { libdeflate_free_decompressor(decompressor) }
    }

    /// A buffer of this size, whose bytes may be anything.
    func buffer(_ size: Int) -> UnsafeMutableRawBufferPointer {
        if buffer.count < size {
            buffer.deallocate()
            buffer = .allocate(byteCount: size, alignment: 16)
        }
        return UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
    }

    /// Unpacks a whole deflate stream into `output`, which has the size that it is to give.
    /// - Returns: whether all went well: the stream is sound, takes all of `input` and gives all of `output`.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
        if decompressor == nil { decompressor = libdeflate_alloc_decompressor() }
        guard let decompressor, let source = input.baseAddress, let target = output.baseAddress else { return false }
        var (taken, given) = (0, 0)
        let result = libdeflate_deflate_decompress_ex(
            decompressor, source, input.count, target, output.count, &taken, &given)
        return result == LIBDEFLATE_SUCCESS && taken == input.count && given == output.count
    }
}
