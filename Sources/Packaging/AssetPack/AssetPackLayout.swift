package import ContentModel

/// Where the content of a folder lies in an asset pack.
///
/// All packs of an app share one namespace, so everything is in one folder that has the pack's ID for a name. The property
/// list goes along, since no key of a manifest could hold `ContentVersion`:
///
///     ContentInfo.plist   Contents/<pack ID>/ContentInfo.plist
///     Contents/a/b.png    Contents/<pack ID>/a/b.png
package struct AssetPackLayout: Sendable, Hashable {
    /// The name of the manifest, at the root of the pack.
    package static let manifestPath = ContentPath("Manifest.json")

    /// The name of the folder.
    private let identifier: [UInt8]

    /// Takes the ID of a pack.
    package init(identifier: String) { self.identifier = Array(identifier.utf8) }

    /// Takes the folder that holds the content, by its path in the pack.
    package init(root: ContentPath) { identifier = Array(root.name) }

    /// The folder that holds the content, by its path in the pack.
    package var root: ContentPath { ContentPath(bytes: ContentTree.contentsPath.bytes + Self.slash + identifier) }

    /// The path by which an app asks for a file of the content: what the pack has below `Contents`.
    package func logicalPath(of path: ContentPath) -> [UInt8] {
        identifier + Self.slash + Self.pathBelowRoot(of: path)
    }

    /// The path in the pack of something in the content; that of `Contents` is the folder that holds all.
    package func archivePath(of path: ContentPath) -> [UInt8] {
        path == ContentTree.contentsPath ? root.bytes : root.bytes + Self.slash + Self.pathBelowRoot(of: path)
    }

    /// The path in the content of something in a pack; `nil` for what lies elsewhere.
    package func contentPath(ofArchivePath path: some Collection<UInt8>) -> [UInt8]? {
        let root = root.bytes
        guard path.starts(with: root) else { return nil }
        let rest = path.dropFirst(root.count)
        if rest.isEmpty { return ContentTree.contentsPath.bytes }
        guard rest.first == Self.slash[0] else { return nil }
        let below = Array(rest.dropFirst())
        return below == ContentTree.contentInfoPath.bytes ? below : ContentTree.contentsPath.bytes + Self.slash + below
    }

    /// Whether one path of the content comes before another in the pack: a folder before what is in it, as
    /// ``PayloadOrder`` has it, and the property list among the payload, where it lies.
    package static func precedes(_ left: ContentPath, _ right: ContentPath) -> Bool {
        PayloadOrder.precedes(place(of: left), place(of: right))
    }

    private static func place(of path: ContentPath) -> ContentPath {
        path == ContentTree.contentInfoPath
            ? ContentTree.contentsPath.appending(ContentTree.contentInfoPath.bytes) : path
    }

    /// Whether a file of the payload would lie where the property list does, or where a disk that takes capital letters
    /// for small ones has it.
    package static func meetsContentInfo(_ path: ContentPath) -> Bool {
        guard path.parent == ContentTree.contentsPath else { return false }
        return path.name.elementsEqual(ContentTree.contentInfoPath.bytes, by: { folded($0) == folded($1) })
    }

    private static let slash = [UInt8(ascii: "/")]

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func pathBelowRoot(of path: ContentPath) -> ArraySlice<UInt8> {
        path == ContentTree.contentInfoPath
            ? path.bytes[...] : path.bytes.dropFirst(ContentTree.contentsPath.bytes.count + 1)
    }
}
