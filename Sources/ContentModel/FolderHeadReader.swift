/// Reads the first bytes of one file of a folder after the other: an open, a look, a read and a close for each, and
/// nothing besides.
///
/// The folder of one file stays open for the next, so that sorted entries cost one look-up of a name each; and nothing
/// is allocated for a file unless its head is kept.
struct FolderHeadReader: ~Copyable {
    private let source: FolderContentSource
    private let buffer: UnsafeMutableRawBufferPointer
    private var head: [UInt8] = []
    private var name: [UInt8] = []
    /// The path of the last file, of which the first bytes, to the last slash, are the folder's.
    private var last = ContentPath(bytes: [])
    private var folder: OpenDescriptor?

    /// Prepares for the files of a source.
    /// - Parameter count: How many bytes a head has at most.
    init(source: FolderContentSource, count: Int) {
        self.source = source
        buffer = .allocate(byteCount: max(0, count), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The first bytes of a file, or as many as there are.
    mutating func head(of entry: ContentEntry) -> Result<[UInt8], ContentReadError> {
        do throws(ContentReadError) {
            guard entry.type == .file else { throw ContentReadError(path: entry.path, reason: "not a plain file") }
            let folder = try folder(of: entry)
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: entry.path.name)
            name.append(0)
            let read = try read(in: folder, entry)
            head.removeAll(keepingCapacity: true)
            head.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
            return .success(head)
        } catch {
            return .failure(error)
        }
    }

    private func read(in folder: OpenDescriptor, _ entry: ContentEntry) throws(ContentReadError) -> Int {
        let status: FileStatus
        let count: Int
        do throws(SystemError) {
            (status, count) = try folder.readHead(of: name, into: buffer) { $0.isStill(entry) }
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
        guard status.isStill(entry) else { throw ContentReadError.changedSinceListed(entry) }
        guard Int64(count) == min(Int64(buffer.count), entry.size) else {
            throw ContentReadError.changedWhileRead(entry.path)
        }
        return count
    }

    private mutating func folder(of entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        let (start, lastStart) = (entry.path.nameStart, last.nameStart)
        if let folder, start == lastStart, entry.path.bytes[..<start] == last.bytes[..<start] { return folder }
        folder = nil
        let opened = try source.openFolder(entry.path.parent, for: entry)
        (folder, last) = (opened, entry.path)
        return opened
    }
}
