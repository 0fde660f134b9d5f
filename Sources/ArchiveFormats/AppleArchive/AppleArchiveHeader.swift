/// The header of an entry of an Apple Archive: a magic number, its size in two bytes, and fields in any order.
///
/// Key, type and value make a field (the keys and types are those of Apple's `AADefs.h`). A field of a key that is not
/// known is passed over by its type. What belongs to blobs stands behind the header, in the order of their fields.
enum AppleArchiveHeader {
    /// What an entry starts with, in archives of today and in older ones.
    static let magics = [Array("AA01".utf8), Array("YAA1".utf8)]
    /// The magic number and the size, which counts both.
    static let fixedSize = 6

    /// Reads the fields of a header.
    /// - Parameters:
    ///   - fields: what stands behind the fixed part.
    ///   - offset: where the header begins in the unpacked stream.
    ///   - streamSize: the size of the unpacked stream, which no blob may leave.
    static func entry(
        fields bytes: [UInt8], at offset: UInt64, streamSize: UInt64
    ) throws(AppleArchiveFault) -> AppleArchiveEntry {
        var parser = Parser(offset: offset, headerSize: UInt64(fixedSize + bytes.count), streamSize: streamSize)
        var reader = LittleEndianReader(bytes[...])
        while reader.remaining > 0 {
            let field: AppleArchiveField
            do throws(AppleArchiveField.Fault) {
                field = try AppleArchiveField(&reader)
            } catch {
                switch error {
                case .cut: throw .damaged("the header at its byte \(offset) ends within a field")
                case .key: throw .damaged("the header at its byte \(offset) has a field whose key is no text")
                case .type(let key, let type):
                    let name = String(type, radix: 16)
                    throw .unsupported(
                        "the header at its byte \(offset) has a field \(key) of the type 0x\(name), which is not known")
                }
            }
            try parser.take(field)
        }
        return try parser.finish()
    }

    /// An entry while its fields come in.
    private struct Parser {
        private let streamSize: UInt64
        private var entry: AppleArchiveEntry
        private var hasKind = false
        private var hasPath = false
        /// Keys that mean something here, each of which may come once: of two, some readers take the other.
        private var seen: [String] = []

        init(offset: UInt64, headerSize: UInt64, streamSize: UInt64) {
            self.streamSize = streamSize
            // It was read, so it ends within the stream.
            let end = offset + headerSize
            entry = AppleArchiveEntry(kind: .other(0), path: [], header: offset..<end, end: end)
        }

        mutating func take(_ field: AppleArchiveField) throws(AppleArchiveFault) {
            entry.fieldKeys.append(field.key + String(field.type))
            let place = try blobPlace(field)
            guard try interpret(field, place) else { return }
            guard !seen.contains(field.key) else { throw fault("has two fields \(field.key)") }
            seen.append(field.key)
        }

        func finish() throws(AppleArchiveFault) -> AppleArchiveEntry {
            guard hasKind else { throw fault("does not say what it is of (TYP)") }
            guard hasPath || !entry.kind.isInFileSystem else { throw fault("has no path (PAT)") }
            return entry
        }

        /// Where a blob lies; the next begins behind it.
        private mutating func blobPlace(_ field: AppleArchiveField) throws(AppleArchiveFault) -> Range<UInt64>? {
            guard case .blob(let length) = field.value else { return nil }
            let (end, overflow) = entry.end.addingReportingOverflow(length)
            guard !overflow else { throw fault("has a field \(field.key) whose bytes would end where no file reaches") }
            guard end <= streamSize else {
                throw .truncated("it breaks off \(end - streamSize) bytes before the end of an entry")
            }
            defer { entry.end = end }
            return entry.end..<end
        }

        /// - Returns: whether the key means something here.
        private mutating func interpret(
            _ field: AppleArchiveField, _ place: Range<UInt64>?
        ) throws(AppleArchiveFault) -> Bool {
            switch field.key {
            case "TYP":
                entry.kind = .init(try small(field))
                hasKind = true
            case "PAT":
                entry.path = try text(field)
                hasPath = true
            case "LNK": entry.linkTarget = try text(field)
            case "MOD": entry.mode = try small(field)
            case "UID": entry.userID = try number(field)
            case "GID": entry.groupID = try number(field)
            case "FLG": entry.flags = try number(field)
            case "SIZ": entry.declaredSize = try number(field)
            case "MTM": entry.modificationTime = try time(field)
            case "CTM": entry.creationTime = try time(field)
            case "BTM": entry.backupTime = try time(field)
            case "CKS": entry.checksum = try digest(field, "F")
            case "SH1": entry.digests.append(.init(name: "SHA-1", bytes: try digest(field, "G")))
            case "SH2": entry.digests.append(.init(name: "SHA-256", bytes: try digest(field, "H")))
            case "SH3": entry.digests.append(.init(name: "SHA-384", bytes: try digest(field, "I")))
            case "SH5": entry.digests.append(.init(name: "SHA-512", bytes: try digest(field, "J")))
            case "DAT":
                guard let place else { throw wrongType(field) }
                entry.data = place
            case "XAT": entry.hasExtendedAttributes = true
            case "ACL": entry.hasAccessControlList = true
            default: return false
            }
            return true
        }

        private func number(_ field: AppleArchiveField) throws(AppleArchiveFault) -> UInt64 {
            guard case .number(let number) = field.value else { throw wrongType(field) }
            return number
        }

        private func small<Number: FixedWidthInteger>(
            _ field: AppleArchiveField
        ) throws(AppleArchiveFault) -> Number {
            let number = try number(field)
            guard let small = Number(exactly: number) else { throw fault("has \(number) for \(field.key)") }
            return small
        }

        private func text(_ field: AppleArchiveField) throws(AppleArchiveFault) -> [UInt8] {
            guard case .text(let bytes) = field.value else { throw wrongType(field) }
            return Array(bytes)
        }

        private func time(_ field: AppleArchiveField) throws(AppleArchiveFault) -> AppleArchiveTime {
            guard case .time(let seconds, let nanoseconds) = field.value else { throw wrongType(field) }
            guard nanoseconds < 1_000_000_000 else { throw fault("has \(nanoseconds) nanoseconds in \(field.key)") }
            return AppleArchiveTime(seconds: Int64(bitPattern: seconds), nanoseconds: nanoseconds)
        }

        private func digest(
            _ field: AppleArchiveField, _ type: Character
        ) throws(AppleArchiveFault) -> [UInt8] {
            guard case .digest(let bytes) = field.value, field.type == type else { throw wrongType(field) }
            return Array(bytes)
        }

        private func wrongType(_ field: AppleArchiveField) -> AppleArchiveFault {
            fault("has a field \(field.key) of the type \(field.type), which it can't be")
        }

        private func fault(_ text: String) -> AppleArchiveFault {
            let name = hasPath && !entry.path.isEmpty ? " of '\(String(decoding: entry.path, as: UTF8.self))'" : ""
            return .damaged("the header at its byte \(entry.header.lowerBound)\(name) \(text)")
        }
    }
}

extension AppleArchiveEntry.Kind {
    /// Whether it makes something in a file system, and so needs a path.
    fileprivate var isInFileSystem: Bool {
        switch self {
        case .file, .directory, .symlink, .fifo, .device, .socket: true
        case .metadata, .other: false
        }
    }
}
