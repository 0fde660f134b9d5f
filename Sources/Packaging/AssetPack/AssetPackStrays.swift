internal import ArchiveFormats
internal import ContentModel

/// Gathers what lies in an asset pack beside its content, by the paths in the archive.
///
/// It is not unpacked here, but apps see whatever is in `Contents`, and other programs unpack all. So its paths are held to
/// the rules of those of content, and checks can look into it.
struct AssetPackStrays {
    private var builder = ArchiveTreeBuilder(of: "archive", exclusions: [], takesAll: true)
    private var files: [ContentPath: Range<UInt64>] = [:]
    private var stated: [ContentPath: LeftOutEntry] = [:]

    /// - Parameter hasContentRoot: Whether the content lies in a folder in `Contents`, so that there is that folder.
    init(hasContentRoot: Bool) {
        if hasContentRoot { builder.imply(ContentTree.contentsPath) }
    }

    /// What was left out of the content for being elsewhere: a folder stands for all in it.
    var leftOut: [LeftOutEntry] { Array(stated.values) }

    /// Adds an entry.
    /// - Parameter data: Where its content lies in the unpacked archive.
    mutating func add(
        _ member: ArchiveMember, data: Range<UInt64>?, target: [UInt8]?
    ) throws(InputFault) {
        if let path = try builder.add(member, target: { target ?? [] }) { files[path] = data ?? 0..<0 }
        let path = ContentPath(bytes: member.name)
        let isFolder = if case .directory = member.kind { true } else { false }
        if path == ContentTree.contentsPath { return }
        let parts = path.components
        let isInContents = parts.first?.elementsEqual(ContentTree.contentsPath.bytes) ?? false
        let count = min(parts.count, isInContents ? 2 : 1)
        let upper = ContentPath(bytes: Array(parts.prefix(count).joined(separator: "/".utf8)))
        let isManifest = path == AssetPackLayout.manifestPath && !isFolder && files[path] != nil
        let known = stated[upper]
        stated[upper] = LeftOutEntry(
            path: upper, reason: isManifest ? .packManifest : .besideContents,
            isDirectory: isFolder || parts.count > count,
            isContentFolder: known?.isContentFolder == true
                || (count == 1 && path == upper.appending(ContentTree.contentInfoPath.bytes)))
    }

    /// All of it but the manifest; `nil` where there is nothing else.
    func tree(path: String, identity: ReadableFile.Identity) -> ContentTree? {
        let entries = builder.entries.filter { entry in
            entry.path != ContentTree.contentsPath && stated[entry.path]?.reason != .packManifest
        }
        guard !entries.isEmpty else { return nil }
        return ContentTree(
            entries: entries, source: AssetPackContentSource(path: path, identity: identity, files: files))
    }
}
