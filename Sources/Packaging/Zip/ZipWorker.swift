internal import ArchiveFormats
internal import ContentModel

/// Reads small files, and compresses them and the pieces of large ones, on a thread of its own.
struct ZipWorker: PipelineWorker {
    private let plan: ZipPlan
    private let content: any ContentSource
    private let level: CompressionLevel
    // Made when first needed: one costs up to some megabytes, and many packages need but one of them.
    private lazy var compressor = DeflateCompressor(level)
    private lazy var pieceDeflater = PieceDeflater(level)
    // No `lazy` for this one: its accessor would copy the whole buffer at each use.
    private var scratch: [UInt8] = []

    /// Prepares a worker.
    init(plan: ZipPlan, content: any ContentSource, level: CompressionLevel) {
        self.plan = plan
        self.content = content
        self.level = level
    }

    mutating func process(_ work: ZipWork) throws(PackagingError) -> ZipProduct {
        switch work {
        case .entry(let number):
            let item = plan.items[number]
            if case .inline(let bytes) = item.route {
                var member = item.member
                member.checksum = CRC32.of(bytes)
                return .entry(member, content: bytes)
            }
            return try whole(item)
        case .piece(let piece):
            return .piece(try compressed(piece))
        }
    }

    private mutating func whole(_ item: ZipPlan.Item) throws(PackagingError) -> ZipProduct {
        let reading = try EntryReading(item.entry, from: content)
        let bytes = try reading.bytes(Int(item.entry.size))
        try reading.expectEnd()
        var member = item.member
        member.checksum = CRC32.of(bytes)
        guard let deflated = try deflated(bytes, of: item.entry) else { return .entry(member, content: bytes) }
        member.method = .deflated
        member.compressedSize = UInt64(deflated.count)
        return .entry(member, content: deflated)
    }

    /// The bytes deflated, or `nil` where they don't shrink.
    private mutating func deflated(_ bytes: [UInt8], of entry: ContentEntry) throws(PackagingError) -> [UInt8]? {
        guard bytes.count > 1, level != .store else { return nil }
        // Stored for want of memory, the bytes of the package would depend on the machine's load.
        guard let compressor else { throw Self.noMemory(for: entry) }
        let room = bytes.count - 1
        if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Int(ZipPlan.wholeLimit)) }
        return scratch.withUnsafeMutableBytes { scratch in
            let output = UnsafeMutableRawBufferPointer(rebasing: scratch[..<room])
            guard let count = bytes.withUnsafeBytes({ compressor.deflate($0, into: output) }) else { return nil }
            return Array(output[..<count])
        }
    }

    private mutating func compressed(_ piece: ZipPiece) throws(PackagingError) -> ZipCompressedPiece {
        var bytes = piece.bytes
        if level != .store {
            guard
                let deflated = pieceDeflater?.deflate(piece.bytes, dictionary: piece.dictionary, isLast: piece.isLast)
            else {
                throw Self.noMemory(for: plan.items[piece.item].entry)
            }
            bytes = deflated
        }
        return ZipCompressedPiece(
            item: piece.item, bytes: bytes, checksum: CRC32.of(piece.bytes), size: piece.bytes.count,
            isLast: piece.isLast)
    }

    private static func noMemory(for entry: ContentEntry) -> PackagingError {
        PackagingError(.unwritable, subject: entry.path.displayText, reason: "no memory to compress it")
    }
}
