/// Finds the files of a folder one after the other.
///
/// The folder of one file stays open for the next, so that sorted entries cost one look-up of a name each, and not one
/// for each part of their paths. So does the root, whose own path may be long. One thread has it to itself.
struct FolderOpener {
    private let source: FolderContentSource
    /// The path of the last file, of which the first bytes, to the last slash, are the folder's.
    private var last = ContentPath(bytes: [])
    private var folder: OpenDescriptor?
    private var root: OpenDescriptor?
    /// The memory of one name after the other.
    private var name: [UInt8] = []

    /// Prepares for the files of a source.
    init(source: FolderContentSource) { self.source = source }

    /// The folder that a file lies in, open, and the name of the file in it, ended by a NUL.
    mutating func locate(
        _ entry: ContentEntry
    ) throws(ContentReadError) -> (folder: OpenDescriptor, name: [UInt8]) {
        guard entry.type == .file else { throw ContentReadError(path: entry.path, reason: "not a plain file") }
        let folder = try folder(of: entry)
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: entry.path.name)
        name.append(0)
        return (folder, name)
    }

    private mutating func folder(of entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        let (start, lastStart) = (entry.path.nameStart, last.nameStart)
        if let folder, start == lastStart, entry.path.bytes[..<start] == last.bytes[..<start] { return folder }
        // The one before is closed first: descriptors are few.
        folder = nil
        let root = if let root { root } else { try source.openRoot(for: entry) }
        self.root = root
        let opened = try source.openFolder(entry.path.parent, in: root, for: entry)
        (folder, last) = (opened, entry.path)
        return opened
    }
}
