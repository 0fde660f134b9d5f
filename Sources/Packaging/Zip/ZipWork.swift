internal import ArchiveFormats
internal import ContentModel

/// Something to compress for a zip.
enum ZipWork: Sendable {
    /// A whole entry, by its number in the plan.
    case entry(Int)
    /// A piece of a large file.
    case piece(ZipPiece)
}

/// A piece of a large file, as read.
struct ZipPiece: Sendable {
    /// The number of the file in the plan.
    let item: Int
    /// The bytes.
    let bytes: [UInt8]
    /// The last bytes before them.
    let dictionary: [UInt8]
    /// Whether the file ends with them.
    let isLast: Bool
}

/// What comes of a `ZipWork`.
enum ZipProduct: Sendable {
    /// An entry with its headers complete but for the offset, and its content as it goes into the zip.
    case entry(ZipMember, content: [UInt8])
    /// A piece: its bytes as they go into the zip, and the checksum and number of those that went in.
    case piece(ZipCompressedPiece)
}

/// A piece of a large file, as it goes into the zip.
struct ZipCompressedPiece: Sendable {
    /// The number of the file in the plan.
    let item: Int
    /// The bytes for the zip.
    let bytes: [UInt8]
    /// The CRC-32 of the piece.
    let checksum: UInt32
    /// The size of the piece.
    let size: Int
    /// Whether the file ends with it.
    let isLast: Bool
}

/// Goes through a plan and reads the large files, since their pieces can only be read one after the other.
struct ZipWorkSource: PipelineSource {
    private struct OpenFile {
        let reading: EntryReading
        var left: Int
        var dictionary: [UInt8] = []
    }

    private let plan: ZipPlan
    private let content: any ContentSource
    private var position = 0
    private var open: OpenFile?

    /// Starts at the first entry.
    init(plan: ZipPlan, content: any ContentSource) {
        self.plan = plan
        self.content = content
    }

    mutating func next() throws(PackagingError) -> ZipWork? {
        if var file = open {
            return .piece(try nextPiece(of: &file))
        }
        guard position < plan.items.count else { return nil }
        let item = plan.items[position]
        if case .pieces = item.route {
            var file = OpenFile(reading: try EntryReading(item.entry, from: content), left: Int(item.entry.size))
            return .piece(try nextPiece(of: &file))
        }
        defer { position += 1 }
        return .entry(position)
    }

    private mutating func nextPiece(of file: inout OpenFile) throws(PackagingError) -> ZipPiece {
        let bytes = try file.reading.bytes(min(file.left, ZipPlan.pieceSize))
        file.left -= bytes.count
        let isLast = file.left == 0
        if isLast { try file.reading.expectEnd() }
        let piece = ZipPiece(item: position, bytes: bytes, dictionary: file.dictionary, isLast: isLast)
        file.dictionary = Array(bytes.suffix(PieceDeflater.dictionarySize))
        open = isLast ? nil : file
        if isLast { position += 1 }
        return piece
    }
}
