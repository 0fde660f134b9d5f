import ContentModel
import Packaging

extension AssetPack {
    /// The path by which an app asks for something of the content: that in the archive, less `Contents/`; `nil` for what
    /// is not below `Contents`.
    func logicalPath(of path: ContentPath) -> ContentPath? { Self.logical(archivePath(of: path)) }

    /// The same for something that was left out: where the archive has a content folder, what was left out in it is known by
    /// its path there, and what lies beside it by its path in the archive.
    func logicalPath(ofLeftOut entry: LeftOutEntry) -> ContentPath? {
        entry.reason == .besideContents ? Self.logical(entry.path) : logicalPath(of: entry.path)
    }

    private static func logical(_ path: ContentPath) -> ContentPath? {
        let prefix = ContentTree.contentsPath.bytes + [UInt8(ascii: "/")]
        guard path.bytes.count > prefix.count, path.bytes.starts(with: prefix) else { return nil }
        return ContentPath(bytes: Array(path.bytes.dropFirst(prefix.count)))
    }
}
