internal import ArchiveFormats
internal import ContentModel

/// Something to read and compress.
enum PackingWork: Sendable {
    /// The small entries at these places, one after the other.
    case run(Range<Int>)
    /// A part of a large file.
    case part(FilePart)
}

/// A part of a large file.
struct FilePart: Sendable {
    /// The place of the file.
    let place: Int
    /// Where the part begins in the file.
    let offset: Int64
    /// How many bytes it has.
    let count: Int
    /// Whether the file ends with it.
    let isLast: Bool
    /// The bytes, with up to ``dictionaryCount`` before them, where the file can only be read from its start.
    let loaded: [UInt8]?

    /// How many bytes before the part the compressor may refer to.
    var dictionaryCount: Int { Int(min(offset, Int64(Deflate.windowSize))) }
}

/// What comes of a `PackingWork`.
enum PackedContent: Sendable {
    /// Of a run.
    case run(PackedRun)
    /// Of a part of a large file.
    case part(PackedPart)

    /// The hashes of the content, for the record of the making.
    var hashes: HashedContent {
        switch self {
        case .run(let run): .run(places: run.places, hashes: run.hashes)
        case .part(let part): .part(place: part.place, isFirst: part.isFirst, hash: part.hash)
        }
    }
}

/// Small entries, as they go into each package.
struct PackedRun: Sendable {
    /// An entry in a zip.
    struct Member: Sendable {
        /// How its content is kept.
        let method: ZipMember.Method
        /// The CRC-32 of its content.
        let checksum: UInt32
        /// The size of its content in the zip.
        let compressedSize: Int
        /// Where its local header begins, counted from the start of the run.
        let offset: Int
    }

    /// The entries in a zip.
    struct Zip: Sendable {
        /// Headers and content.
        let bytes: [UInt8]
        /// Their CRC-32.
        let checksum: UInt32
        /// What the central directory needs.
        let members: [Member]
        /// How many bytes fewer they are than those of the default level.
        let saved: Int
    }

    /// A stretch of a payload.
    struct Payload: Sendable {
        /// The bytes in the form asked for.
        let bytes: [UInt8]
        /// The CRC-32 of what they hold.
        let checksum: UInt32
        /// The size of what they hold.
        let size: Int
        /// How many bytes fewer they are than those of the default level.
        let saved: Int
        /// The checksums for the Bom, one for each place.
        let checksums: [UInt32]
    }

    /// The places of the entries.
    let places: Range<Int>
    /// The hash of each that is a file.
    let hashes: [ContentHash?]
    /// The entries in a zip, where one is made.
    let zip: Zip?
    /// Their stretch of the payload, where one is made.
    let payload: Payload?
}

/// A part of a large file, as it goes into every package.
struct PackedPart: Sendable {
    /// The bytes in one form or the other.
    enum Body: Sendable {
        /// Blocks of a deflate stream that goes on.
        case deflated([UInt8])
        /// The bytes as they are, since deflated they would hardly be fewer.
        case stored([UInt8])
    }

    /// The place of the file.
    let place: Int
    /// Whether the file begins with it.
    let isFirst: Bool
    /// Whether the file ends with it.
    let isLast: Bool
    /// How many bytes of the file it is.
    let size: Int
    /// The bytes.
    let body: Body
    /// The CRC-32 of a deflated body, where a zip is made; else 0.
    let bodyChecksum: UInt32
    /// The bytes as they are, where a payload wants them so.
    let plain: [UInt8]?
    /// How many bytes fewer the body has than that of the default level.
    let saved: Int
    /// Their CRC-32.
    let checksum: UInt32
    /// The hash of the bytes.
    let hash: ContentHash
    /// Their part of the checksum for the Bom, where one is made.
    let posixChecksum: POSIXChecksum
}
