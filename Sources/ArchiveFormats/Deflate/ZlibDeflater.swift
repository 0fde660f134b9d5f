internal import CZlib

/// Deflates one stream of bytes that come piece by piece, to just what zlib makes of the whole at once.
///
/// The payloads of Apple's packages are zlib's level 6; whoever wants their bytes needs this rather than
/// parts deflated apart, whose joints show.
package final class ZlibDeflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    /// Prepares for a level of zlib's, 0 to 9.
    ///
    /// The bytes are raw deflate with zlib's own defaults: the whole window, memory level 8, the default strategy.
    /// - Returns: `nil` where memory has run out, or there is no such level.
    package init?(level: Int32 = 6) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // `deinit` runs and frees both where this fails, since nothing is left to be initialized.
        guard iapkit_deflateInit2(stream, level, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Deflates more bytes; where the pieces are cut makes no difference.
    /// - Parameters:
    ///   - bytes: The bytes that come next.
    ///   - isLast: Whether the stream ends with them; the next call begins a new stream.
    ///   - take: Gets what comes of it, in pieces of at most 64 KiB; a piece is good for the call only.
    package func deflate<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        // zlib counts in 32 bits.
        let most = 1 << 30
        var start = 0
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + most, bytes.count)])
            start += piece.count
            try run(piece, isLast: isLast && start == bytes.count, take)
        } while start < bytes.count
        if isLast { deflateReset(stream) }
    }

    private func run<Failure: Error>(
        _ piece: UnsafeRawBufferPointer, isLast: Bool, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard isLast || !piece.isEmpty else { return }
        // zlib reads the input through a pointer that it does not declare constant.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(piece.count)
        repeat {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            // All memory was taken at the start, so this can't fail; that it had nothing to do is no failure.
            _ = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<count])) }
        } while stream.pointee.avail_out == 0
    }
}
