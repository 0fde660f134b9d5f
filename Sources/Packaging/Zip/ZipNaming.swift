internal import ArchiveFormats
internal import ContentModel

extension PackagePlan.Item {
    /// The entry's headers in a zip, but for what only its content tells: checksum, compressed size, offset, and the
    /// method where it depends on whether the content shrinks.
    var zipMember: ZipMember {
        var name = entry.path.bytes
        let kind: ZipMember.Kind
        switch entry.type {
        case .directory:
            name.append(UInt8(ascii: "/"))
            kind = .directory
        case .symlink: kind = .symlink
        case .file, .special: kind = .file
        }
        let size = UInt64(contentSize)
        return ZipMember(
            name: name, kind: kind, permissions: permissions, time: ZipTime(secondsSince1970: time), size: size,
            compressedSize: size)
    }
}

extension PackagePlan {
    /// Makes sure that a zip can hold the names.
    /// - Throws: `unsupported` where it can't.
    func checkNamesForZip() throws(PackagingError) {
        for item in items {
            let count = item.entry.path.bytes.count + (item.entry.type == .directory ? 1 : 0)
            guard count > ZipRecords.longestName else { continue }
            throw PackagingError(
                .unsupported, subject: item.entry.path.displayText,
                reason: "the path has \(count) bytes; a zip holds \(ZipRecords.longestName) at most",
                remedy: "shorten it")
        }
    }
}
