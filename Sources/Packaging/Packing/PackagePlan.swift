internal import ArchiveFormats
internal import ContentModel

/// What goes into a package, decided before the first byte is written: order, names, modes and times.
///
/// The order is that of Apple's payloads, for every kind of package, so that one pass over the content serves for
/// several. Modes follow one rule whatever the files had, umask and x bit included: files 0644, folders 0755, links 0777.
struct PackagePlan: Sendable {
    /// The entries in the order in which they are written.
    let items: Items
    /// The modification time that the content folder itself gets, where a package holds it.
    let rootTime: Int64

    /// Plans a package.
    /// - Throws: `unsupported` for what no package can hold; `unreadable` where the tree lacks what could not be looked
    ///   into, since a package without it would pass for a whole one.
    init(_ tree: ContentTree, times: PackageOptions.Times) throws(PackagingError) {
        if let failure = tree.failures.first {
            throw PackagingError(
                .unreadable, subject: failure.path?.displayText ?? "the content folder", reason: failure.reason)
        }
        var previous: ContentPath?
        for entry in tree.entries {
            if let reason = Self.obstacle(to: entry, after: previous) {
                throw PackagingError(
                    .unsupported, subject: entry.path.displayText, reason: reason, remedy: "leave it out or rename it")
            }
            previous = entry.path
        }
        guard tree.entries.count <= UInt32.max else {
            throw PackagingError(.unsupported, subject: "the content folder", reason: "it has too many entries")
        }
        items = Items(tree.entries, times: times)
        rootTime = if case .fixed(let time) = times { time } else { tree.modificationTime }
    }

    private static func obstacle(to entry: ContentEntry, after previous: ContentPath?) -> String? {
        if case .special(let kind) = entry.type { return "a package can't hold a \(kind.rawValue)" }
        if entry.path == previous { return "the content has this path twice" }
        if entry.path.text == nil { return "the name is not UTF-8" }
        if entry.size < 0 { return "its size is not known" }
        return nil
    }
}
