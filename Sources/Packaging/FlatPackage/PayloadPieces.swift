internal import ArchiveFormats
internal import ContentModel

/// A piece of the payload, as it is before compression.
struct PayloadPiece: Sendable {
    /// The bytes.
    let bytes: [UInt8]
    /// The last bytes before them.
    let dictionary: [UInt8]
    /// Whether the payload ends with them.
    let isLast: Bool
    /// The checksums for the Bom of the entries whose content ends in this piece, with their places.
    let checksums: [(place: Int, checksum: UInt32)]
}

/// A piece of the payload, as it goes into the package.
struct CompressedPayloadPiece: Sendable {
    /// The bytes for the package.
    let bytes: [UInt8]
    /// The CRC-32 of the piece before compression.
    let checksum: UInt32
    /// Its size before compression.
    let size: Int
    /// Whether the payload ends with it.
    let isLast: Bool
    /// The checksums for the Bom.
    let checksums: [(place: Int, checksum: UInt32)]
}

/// Makes the payload, a cpio archive, out of headers and files, and cuts it into pieces of one size.
struct PayloadPieceSource: PipelineSource {
    private struct OpenFile {
        let reading: EntryReading
        var left: Int
        var checksum = POSIXChecksum()
    }

    private let plan: FlatPackagePlan
    private let content: any ContentSource
    /// The next entry whose header is to come; behind the last, the trailer; behind that, nothing.
    private var place = 0
    private var open: OpenFile?
    /// Bytes that come next: a header, the target of a link, the trailer.
    private var pending: ArraySlice<UInt8> = []
    private var length: UInt64 = 0
    private var dictionary: [UInt8] = []
    private var checksums: [(place: Int, checksum: UInt32)] = []

    /// The size of a piece: see `ZipPlan.pieceSize`.
    private static let pieceSize = ZipPlan.pieceSize

    /// Starts at the folder itself.
    init(plan: FlatPackagePlan, content: any ContentSource) {
        self.plan = plan
        self.content = content
    }

    mutating func next() throws(PackagingError) -> PayloadPiece? {
        guard !isAtEnd else { return nil }
        let bytes = try nextBytes()
        let piece = PayloadPiece(bytes: bytes, dictionary: dictionary, isLast: isAtEnd, checksums: checksums)
        dictionary = Array(bytes.suffix(PieceDeflater.dictionarySize))
        checksums = []
        return piece
    }

    private var isAtEnd: Bool { place > plan.count && open == nil && pending.isEmpty }

    private mutating func nextBytes() throws(PackagingError) -> [UInt8] {
        var result: Result<Void, PackagingError> = .success(())
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            result = Result { () throws(PackagingError) in
                while count < Self.pieceSize, !isAtEnd {
                    let rest = target[count..<Self.pieceSize]
                    count += try fill(UnsafeMutableRawBufferPointer(rebasing: rest))
                }
            }
        }
        try result.get()
        return bytes
    }

    /// Puts what comes next into `buffer`, as far as it is of one kind.
    /// - Returns: how many bytes that was.
    private mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PackagingError) -> Int {
        if !pending.isEmpty {
            let part = pending.prefix(buffer.count)
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            pending = pending.dropFirst(part.count)
            length += UInt64(part.count)
            return part.count
        }
        if var file = open {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(file.left))
            try file.reading.fill(part)
            file.checksum.update(UnsafeRawBufferPointer(part))
            file.left -= part.count
            length += UInt64(part.count)
            open = file
            if file.left == 0 { try close(file) }
            return part.count
        }
        try advance()
        return 0
    }

    private mutating func close(_ file: OpenFile) throws(PackagingError) {
        try file.reading.expectEnd()
        checksums.append((place - 1, file.checksum.value))
        open = nil
    }

    private mutating func advance() throws(PackagingError) {
        defer { place += 1 }
        guard place < plan.count else {
            let trailer = CpioHeader.trailer(ino: UInt32(plan.count))
            let end = length + UInt64(trailer.count)
            pending = (trailer + [UInt8](repeating: 0, count: CpioHeader.padding(afterBytes: end)))[...]
            return
        }
        pending = plan.header(at: place).bytes()[...]
        guard place > 0 else { return }
        let entry = plan.items[place - 1].entry
        switch entry.type {
        case .symlink(let target):
            pending += target
            checksums.append((place, POSIXChecksum.of(target + [0])))
        case .file:
            let reading = try EntryReading(entry, from: content)
            if entry.size == 0 {
                try reading.expectEnd()
                checksums.append((place, POSIXChecksum.of([])))
            } else {
                open = OpenFile(reading: reading, left: Int(entry.size))
            }
        case .directory, .special:
            break
        }
    }
}

/// Compresses pieces of the payload on a thread of its own.
struct PayloadPieceWorker: PipelineWorker {
    /// How a piece is compressed.
    enum Method: Sendable {
        /// In pieces that are compressed apart and join to one stream.
        case pieces(CompressionLevel)
        /// Not here: the sink does it, in one run.
        case inOneRun
    }

    private let method: Method
    private var deflater: PieceDeflater?

    /// Prepares a worker.
    init(_ method: Method) {
        self.method = method
        if case .pieces(let level) = method { deflater = PieceDeflater(level) }
    }

    mutating func process(_ piece: PayloadPiece) throws(PackagingError) -> CompressedPayloadPiece {
        CompressedPayloadPiece(
            bytes: try compressed(piece), checksum: CRC32.of(piece.bytes), size: piece.bytes.count,
            isLast: piece.isLast, checksums: piece.checksums)
    }

    private func compressed(_ piece: PayloadPiece) throws(PackagingError) -> [UInt8] {
        guard case .pieces(let level) = method else { return piece.bytes }
        if level == .store { return StoredBlocks.bytes(piece.bytes, isLast: piece.isLast) }
        guard let bytes = deflater?.deflate(piece.bytes, dictionary: piece.dictionary, isLast: piece.isLast) else {
            throw PackagingError(.unwritable, subject: "the payload", reason: "no memory to compress it")
        }
        return bytes
    }
}
