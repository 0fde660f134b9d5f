/// Opens the files of a folder one after the other.
///
/// The folder of one file stays open for the next, so that sorted entries cost one look-up of a name each, and not one
/// for each part of their paths. One thread has it to itself.
package struct FolderOpener {
    private let source: FolderContentSource
    /// The path of the last file, of which the first bytes, to the last slash, are the folder's.
    private var last = ContentPath(bytes: [])
    private var folder: OpenDescriptor?

    /// Prepares for the files of a source.
    package init(source: FolderContentSource) { self.source = source }

    /// Opens a file to be read from its start, as ``FolderContentSource/open(_:)`` does.
    package mutating func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        try source.openFile(entry, in: folder(of: entry))
    }

    /// The folder that a file lies in.
    mutating func folder(of entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        let (start, lastStart) = (entry.path.nameStart, last.nameStart)
        if let folder, start == lastStart, entry.path.bytes[..<start] == last.bytes[..<start] { return folder }
        folder = nil
        let opened = try source.openFolder(entry.path.parent, for: entry)
        (folder, last) = (opened, entry.path)
        return opened
    }
}
