internal import ArchiveFormats

/// One thread's compressor at the level that was asked for.
///
/// At the smallest level it deflates everything at the default one too: the smaller of both is taken, so that it never
/// comes out larger, and what the long search was worth can be told.
final class PackingCompressor {
    /// What came of some bytes.
    struct Deflated {
        /// How many there are now; `nil` where they are better stored as they are.
        let count: Int?
        /// How many fewer they are than those of the default level.
        let saved: Int

        /// Nothing was deflated.
        static let none = Deflated(count: nil, saved: 0)
    }

    private let level: CompressionLevel
    // Made when first needed: one costs up to some megabytes, and many a thread never needs one.
    private lazy var deflater = ChunkDeflater(level)
    private lazy var reference = ChunkDeflater(.default)
    private let other = WorkBuffer()

    /// Prepares for a level.
    init(_ level: CompressionLevel) { self.level = level }

    /// Deflates a whole file into `output`, which has room for as many bytes as the file has.
    func stream(
        of file: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(PackagingError) -> Deflated {
        try smaller(file.count, output) { deflater, output in deflater.stream(of: file, into: output) }
    }

    /// Deflates `bytes[start...]` as a part of a longer stream.
    func part(
        of bytes: UnsafeRawBufferPointer, from start: Int, into output: WorkBuffer
    ) throws(PackagingError) -> Deflated {
        guard bytes.count > start else { return .none }
        output.reserve(ChunkDeflater.bound(bytes.count - start))
        return try smaller(bytes.count - start, output.bytes) { deflater, output in
            deflater.part(of: bytes, from: start, into: output)
        }
    }

    private func smaller(
        _ size: Int, _ output: UnsafeMutableRawBufferPointer,
        _ deflate: (ChunkDeflater, UnsafeMutableRawBufferPointer) -> Int?
    ) throws(PackagingError) -> Deflated {
        guard level != .store else { return .none }
        let count = deflate(try ready(deflater), output)
        guard level == .smallest else { return Deflated(count: count, saved: 0) }
        other.reserve(ChunkDeflater.bound(size))
        let expected = deflate(try ready(reference), other.bytes)
        guard let expected, expected < count ?? size else {
            return Deflated(count: count, saved: (expected ?? size) - (count ?? size))
        }
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[..<expected]))
        return Deflated(count: expected, saved: 0)
    }

    private func ready(_ deflater: ChunkDeflater?) throws(PackagingError) -> ChunkDeflater {
        // Stored for want of memory, the bytes of the package would depend on the machine's load.
        guard let deflater else {
            throw PackagingError(.unwritable, subject: "the package", reason: "no memory to compress it")
        }
        return deflater
    }
}
