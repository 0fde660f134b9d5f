/// One thread's way to read parts of files, in any order.
///
/// Not every source has one: what is compressed can be read from its start only.
public protocol ContentPartReader: AnyObject {
    /// Fills `buffer` with the bytes of a file from `offset` on.
    ///
    /// The file must still be what the tree says of it, before and after.
    /// - Throws: `ContentReadError`.
    func read(_ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer)
        throws(ContentReadError)
}

/// Reads parts of the files in a folder.
///
/// A file is opened part by part of its path and no link is followed on the way; the folder of one file stays open for
/// the next, so that neighbours cost one look-up of a name each.
final class FolderPartReader: ContentPartReader {
    private let source: FolderContentSource
    private var folder: OpenDescriptor?
    /// The path of the last file, of which the first bytes, to the last slash, are the folder's.
    private var last = ContentPath(bytes: [])
    private var name: [UInt8] = []

    init(_ source: FolderContentSource) { self.source = source }

    func read(
        _ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ContentReadError) {
        let folder = try folder(of: entry)
        guard entry.type == .file else { throw ContentReadError(path: entry.path, reason: "not a plain file") }
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: entry.path.name)
        name.append(0)
        let isUnchanged: Bool
        do throws(SystemError) {
            let (status, count) = try folder.readPart(of: name, from: offset, into: buffer)
            isUnchanged = count == buffer.count && status.isStill(entry)
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
        guard isUnchanged else { throw ContentReadError.changedSinceListed(entry) }
    }

    private func folder(of entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        let (start, lastStart) = (entry.path.nameStart, last.nameStart)
        if let folder, start == lastStart, entry.path.bytes[..<start] == last.bytes[..<start] { return folder }
        // The one before is closed first: descriptors are few.
        folder = nil
        let opened = try source.openFolder(entry.path.parent, for: entry)
        (folder, last) = (opened, entry.path)
        return opened
    }
}

extension FileStatus {
    /// Whether this is the file that a walk found, and nothing says that its bytes changed.
    func isStill(_ entry: ContentEntry) -> Bool {
        kind == .file && size == entry.size && seconds == entry.modificationTime
            && UInt32(truncatingIfNeeded: nanoseconds) == entry.modificationNanoseconds
    }
}
