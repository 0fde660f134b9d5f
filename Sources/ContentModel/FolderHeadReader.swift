/// Reads the first bytes of one file of a folder after the other: an open, a look, a read and a close for each, and
/// nothing besides.
///
/// Nothing is allocated for a file unless its head is kept.
struct FolderHeadReader: ~Copyable {
    private var opener: FolderOpener
    private let buffer: UnsafeMutableRawBufferPointer
    private var head: [UInt8] = []

    /// Prepares for the files of a source.
    /// - Parameter count: How many bytes a head has at most.
    init(source: FolderContentSource, count: Int) {
        opener = FolderOpener(source: source)
        buffer = .allocate(byteCount: max(0, count), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The first bytes of a file, or as many as there are.
    mutating func head(of entry: ContentEntry) -> Result<[UInt8], ContentReadError> {
        do throws(ContentReadError) {
            let (folder, name) = try opener.locate(entry)
            let read = try read(name, in: folder, entry)
            head.removeAll(keepingCapacity: true)
            head.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
            return .success(head)
        } catch {
            return .failure(error)
        }
    }

    private func read(
        _ name: [UInt8], in folder: OpenDescriptor, _ entry: ContentEntry
    ) throws(ContentReadError) -> Int {
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
}
