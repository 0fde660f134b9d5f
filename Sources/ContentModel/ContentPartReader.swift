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
    private var folderPath: ArraySlice<UInt8> = []

    init(_ source: FolderContentSource) { self.source = source }

    func read(
        _ entry: ContentEntry, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ContentReadError) {
        let folder = try folder(of: entry)
        guard entry.type == .file else { throw ContentReadError(path: entry.path, reason: "not a plain file") }
        var isUnchanged = false
        do throws(SystemError) {
            let file = try folder.file(entry.path.name + [0])
            var done = 0
            while done < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                let count = try file.read(into: rest, at: offset + Int64(done))
                if count == 0 { break }
                done += count
            }
            // Looked at behind the bytes: whoever wrote before or meanwhile has changed the time.
            let status = try file.status()
            isUnchanged = done == buffer.count && status.isStill(entry)
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
        guard isUnchanged else {
            throw ContentReadError(path: entry.path, reason: "changed since it was listed", isChange: true)
        }
    }

    private func folder(of entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        let path = entry.path.bytes
        let parent = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        if let folder, parent.count == folderPath.count, parent == folderPath { return folder }
        // The one before is closed first: descriptors are few.
        folder = nil
        let opened = try source.openFolder(entry.path.parent, for: entry)
        (folder, folderPath) = (opened, parent)
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
