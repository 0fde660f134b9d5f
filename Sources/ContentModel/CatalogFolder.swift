/// A folder that holds content folders, which a user may name in place of them all.
///
/// What has `ContentInfo.plist` or a folder `Contents`, in any letter case, counts as a content folder, so that one
/// whose property list was forgotten or misnamed is not passed over.
public struct CatalogFolder: Sendable {
    /// The names of the content folders directly inside, sorted by bytes; empty where the folder is a content folder
    /// itself, can't be listed, or holds none.
    public let contentFolders: [[UInt8]]
    /// The names of the other folders directly inside, sorted by bytes, but for hidden ones; empty where
    /// `contentFolders` is.
    public let otherFolders: [[UInt8]]

    /// Looks into the folder at a path, and into the folders directly inside; a link to a folder counts as one.
    public init(atPath path: String) {
        var (contentFolders, otherFolders): ([[UInt8]], [[UInt8]]) = ([], [])
        if let root = try? OpenDescriptor.root(atPath: path) {
            // Listed once: a descriptor keeps its place in the folder.
            let names = root.names().names
            if !Self.isContentFolder(root, names) {
                for index in 0..<names.count {
                    let name = names[index]
                    // Most have it, and then need not be listed.
                    if (try? root.status(of: Array(name) + Array("/ContentInfo.plist\0".utf8))) != nil {
                        contentFolders.append(Array(name))
                        continue
                    }
                    guard let child = Self.folder(Array(name) + [0], in: root, atPath: path) else { continue }
                    if Self.isContentFolder(child, child.names().names) {
                        contentFolders.append(Array(name))
                    } else if name.first != UInt8(ascii: ".") {
                        otherFolders.append(Array(name))
                    }
                }
            }
        }
        self.contentFolders = contentFolders
        self.otherFolders = contentFolders.isEmpty ? [] : otherFolders
    }

    /// Opens a folder in another; `nil` where it is none, or can't be opened.
    private static func folder(_ name: [UInt8], in root: OpenDescriptor, atPath path: String) -> OpenDescriptor? {
        guard let text = String(validating: name.dropLast(), as: UTF8.self) else { return try? root.folder(name) }
        return try? OpenDescriptor.root(atPath: "\(path)/\(text)")
    }

    private static func isContentFolder(_ folder: OpenDescriptor, _ names: FolderNames) -> Bool {
        isContentFolder((0..<names.count).lazy.map { names[$0] }) { name in
            (try? folder.status(of: Array(name) + [0]))?.kind == .directory
        }
    }

    /// Whether the folder at a path is a content folder; one that can't be listed is none.
    package static func isContentFolder(atPath path: String) -> Bool {
        guard let folder = try? OpenDescriptor.root(atPath: path) else { return false }
        return isContentFolder(folder, folder.names().names)
    }

    /// Whether a folder with these names is a content folder.
    /// - Parameter isFolder: Whether what has one of the names is a folder, and no link to one.
    package static func isContentFolder<Name: Collection<UInt8>>(
        _ names: some Sequence<Name>, isFolder: (Name) -> Bool
    ) -> Bool {
        names.contains { name in
            isName(name, "contentinfo.plist") || (isName(name, "contents") && isFolder(name))
        }
    }

    /// Whether a name is this one, in whatever letter case.
    private static func isName(_ name: some Collection<UInt8>, _ wanted: StaticString) -> Bool {
        guard name.count == wanted.utf8CodeUnitCount else { return false }
        return zip(name, UnsafeBufferPointer(start: wanted.utf8Start, count: name.count)).allSatisfy { byte, letter in
            letter == (byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
    }
}
