import ArchiveFormats

/// A zip made record by record, so that it can be wrong in one thing.
struct RawZip {
    private var records: [UInt8] = []
    private var members: [ZipMember] = []

    /// Adds an entry; a folder if its name ends in `/`.
    mutating func add(
        _ name: String, _ content: [UInt8] = [], kind: ZipMember.Kind? = nil,
        change: (inout ZipMember) -> Void = { _ in }
    ) {
        add(Array(name.utf8), content, kind: kind, change: change)
    }

    /// Adds an entry whose name is any bytes.
    /// - Parameter change: Changes what the local header says, and not what the central directory says.
    mutating func add(
        _ name: [UInt8], _ content: [UInt8] = [], kind: ZipMember.Kind? = nil,
        change: (inout ZipMember) -> Void = { _ in }
    ) {
        let isFolder = name.last == UInt8(ascii: "/")
        let member = ZipMember(
            name: name, kind: kind ?? (isFolder ? .directory : .file), permissions: isFolder ? 0o755 : 0o644,
            time: ZipTime(secondsSince1970: 1_700_000_000), checksum: CRC32.of(content), size: UInt64(content.count),
            compressedSize: UInt64(content.count), offset: UInt64(records.count))
        var local = member
        change(&local)
        records += ZipRecords.localHeader(local) + content
        members.append(member)
    }

    /// Changes what the central directory says of the last entry.
    mutating func changeLast(_ change: (inout ZipMember) -> Void) {
        guard var last = members.popLast() else { return }
        change(&last)
        members.append(last)
    }

    /// The whole zip.
    var bytes: [UInt8] {
        let directory = members.flatMap { ZipRecords.centralHeader($0) }
        return records + directory
            + ZipRecords.end(count: members.count, size: UInt64(directory.count), offset: UInt64(records.count))
    }

    /// A zip with a property list and what is added.
    static func package(_ add: (inout RawZip) -> Void) -> [UInt8] {
        var zip = RawZip()
        zip.add("ContentInfo.plist", Array("<plist/>".utf8))
        add(&zip)
        return zip.bytes
    }
}
