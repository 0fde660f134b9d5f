internal import CDeflate
internal import CZlib

/// Whole zlib streams (RFC 1950) in memory. xar calls them `application/x-gzip`, though they have none of gzip's
/// framing.
package enum ZlibStream {
    /// Packs bytes as zlib itself does, with its usual window and memory.
    /// - Returns: the stream, or `nil` where memory has run out.
    package static func deflated(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8]? {
        var status = Z_OK
        let bound = Int(compressBound(UInt(bytes.count)))
        let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
            var count = UInt(bound)
            status = compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), level)
            filled = status == Z_OK ? Int(count) : 0
        }
        return status == Z_OK ? output : nil
    }

    /// Packs bytes with libdeflate, which makes less of a large Bom than zlib's highest level, in a hundredth of the time.
    /// - Returns: the stream, or `nil` where memory has run out.
    package static func deflatedFast(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
            filled = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
        return output.isEmpty ? nil : output
    }

    /// Unpacks a stream.
    /// - Parameter limit: how many bytes may come of it; memory grows with what does come, not with this.
    /// - Throws: a fault where the stream is damaged, is cut short, has bytes behind its end, or gives more than
    ///   `limit` bytes.
    package static func inflated(_ bytes: [UInt8], limit: Int) throws(StreamFault) -> [UInt8] {
        guard let inflater = ZlibInflater(MemoryStream(bytes)) else {
            throw StreamFault(.damaged, "there is not the memory to unpack it")
        }
        let output = try inflater.allBytes(limit: limit)
        let rest = try inflater.drain()
        guard rest == 0 else { throw StreamFault(.damaged, "\(rest) bytes stand behind its end") }
        return output
    }
}
