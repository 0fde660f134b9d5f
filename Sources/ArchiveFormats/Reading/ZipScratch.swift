internal import CDeflate
internal import CZlib

/// What unpacking the entries of a zip takes, one after the other: two decompressors and a buffer, made once.
///
/// Not for two entries at one time: whoever opens the next entry has done with the one before.
package final class ZipScratch {
    /// Entries that take no more than this in the zip are unpacked at one go, where there is room for what comes of it.
    static let largestWhole = 2 << 20
    /// How much of a larger entry is read at a time.
    static let chunkSize = 128 * 1024

    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var decompressor: OpaquePointer?
    private var stream: UnsafeMutablePointer<z_stream>?

    /// Takes no memory until it is needed.
    package init() {}

    deinit {
        buffer.deallocate()
        if let decompressor { libdeflate_free_decompressor(decompressor) }
        if let stream {
            inflateEnd(stream)
            stream.deallocate()
        }
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

    /// zlib's decompressor at the start of a deflate stream; `nil` where memory has run out.
    func freshStream() -> UnsafeMutablePointer<z_stream>? {
        if let stream {
            // What an entry before left unread is no part of this one.
            stream.pointee.avail_in = 0
            return inflateReset(stream) == Z_OK ? stream : nil
        }
        let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        new.initialize(to: z_stream())
        guard iapkit_inflateInit2(new, -15) == Z_OK else {
            new.deallocate()
            return nil
        }
        stream = new
        return new
    }
}
