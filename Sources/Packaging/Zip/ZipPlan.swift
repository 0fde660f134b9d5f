internal import ArchiveFormats
internal import ContentModel

/// A package plan in the terms of zip.
struct ZipPlan: Sendable {
    /// How an entry's content gets into the zip.
    enum Route: Sendable, Hashable {
        /// It has none, or it is the target of a link.
        case inline([UInt8])
        /// Read at once, compressed at once.
        case whole
        /// Read and compressed in pieces.
        case pieces
    }

    /// One entry.
    struct Item: Sendable {
        /// The entry as found.
        let entry: ContentEntry
        /// Its headers, but for what only its content tells: checksum, compressed size, offset, and the method where
        /// it depends on whether the content shrinks.
        let member: ZipMember
        /// How its content gets into the zip.
        let route: Route
    }

    /// The entries in the order in which they are written.
    let items: [Item]

    /// Files up to this size are compressed whole, by the better compressor; larger ones in pieces.
    static let wholeLimit: Int64 = 1024 * 1024
    /// The size of a piece. Larger ones would cost memory, smaller ones would come out larger.
    static let pieceSize = 512 * 1024

    /// Plans a zip.
    /// - Throws: `unsupported` for what a zip can't hold.
    init(_ plan: PackagePlan) throws(PackagingError) {
        var items: [Item] = []
        items.reserveCapacity(plan.items.count)
        for item in plan.items { items.append(try Self.item(item)) }
        self.items = items
    }

    private static func item(_ planned: PackagePlan.Item) throws(PackagingError) -> Item {
        let entry = planned.entry
        var name = entry.path.bytes
        let kind: ZipMember.Kind
        let route: Route
        switch entry.type {
        case .directory:
            name.append(UInt8(ascii: "/"))
            (kind, route) = (.directory, .inline([]))
        case .symlink(let target):
            (kind, route) = (.symlink, .inline(target))
        case .file, .special:
            (kind, route) = (.file, entry.size <= wholeLimit ? .whole : .pieces)
        }
        guard name.count <= ZipRecords.longestName else {
            throw PackagingError(
                .unsupported, subject: entry.path.displayText,
                reason: "the path has \(name.count) bytes; a zip holds \(ZipRecords.longestName) at most",
                remedy: "shorten it")
        }
        let size = if case .inline(let content) = route { UInt64(content.count) } else { UInt64(entry.size) }
        return Item(
            entry: entry,
            member: ZipMember(
                name: name, kind: kind, permissions: planned.permissions,
                time: ZipTime(secondsSince1970: planned.time), size: size, compressedSize: size),
            route: route)
    }
}
