internal import CZlib

/// Deflates a large file in pieces that can be compressed apart, on several threads, and join to one stream.
///
/// A piece ends on a byte boundary (an empty stored block, as zlib's `Z_SYNC_FLUSH` writes it), so the bytes of one
/// piece may follow those of the one before. Each piece but the first is given the last 32 KiB before it as a
/// dictionary, so that matches reach across the joint and little is lost. RFC 1951; pigz does the same.
package final class PieceDeflater {
    /// How far back deflate can refer, and so how much of the piece before is of use.
    package static let dictionarySize = 32 * 1024

    private let stream: UnsafeMutablePointer<z_stream>
    private let level: CompressionLevel

    /// Prepares for a level; `nil` for `store`, which needs none, and where memory has run out.
    package init?(_ level: CompressionLevel) {
        guard let number = Self.number(of: level) else { return nil }
        self.level = level
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Raw deflate with the whole window; memory level 9, since larger blocks come out smaller.
        // `deinit` runs and frees it where this fails, since nothing is left to be initialized.
        guard iapkit_deflateInit2(stream, number, -15, 9, Z_DEFAULT_STRATEGY) == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Deflates one piece.
    /// - Parameters:
    ///   - dictionary: The last bytes before the piece, at most ``dictionarySize`` of them.
    ///   - isLast: Whether the stream ends with this piece.
    /// - Returns: the bytes, or `nil` if zlib refused, which it does only where memory has run out.
    package func deflate(_ piece: [UInt8], dictionary: [UInt8], isLast: Bool) -> [UInt8]? {
        guard deflateReset(stream) == Z_OK else { return nil }
        // Level 6 searches 128 places for a match, and stops where it has one of 16 bytes. Each joint costs some sixty
        // bytes; a little more search wins back more than that in the same time, so that the whole is no larger than
        // what `zip -6` makes.
        if level == .default, deflateTune(stream, 8, 24, 128, 160) != Z_OK { return nil }
        if !dictionary.isEmpty {
            guard deflateSetDictionary(stream, dictionary, UInt32(dictionary.count)) == Z_OK else { return nil }
        }
        // The bound is for a finished stream; a flush that ends a piece adds at most two empty blocks.
        let bound = Int(deflateBound(stream, UInt(piece.count))) + 16
        let flush = isLast ? Z_FINISH : Z_SYNC_FLUSH
        var status = Z_OK
        let output = piece.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                // zlib reads the input through a pointer that it does not declare constant.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                status = CZlib.deflate(stream, flush)
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        let isComplete = stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0
        guard isComplete, status == (isLast ? Z_STREAM_END : Z_OK) else { return nil }
        return output
    }

    private static func number(of level: CompressionLevel) -> Int32? {
        switch level {
        case .store: nil
        case .fast: 1
        case .default: 6
        case .smallest: 9
        }
    }
}
