/// The way to the bytes of the files in a folder.
///
/// A file is opened part by part of its path and no link is followed on the way, so that nothing outside the folder is
/// ever read, even if someone swaps a folder for a link meanwhile. A file that is no longer what the walk saw is an
/// error.
public struct FolderContentSource: ContentSource {
    /// The folder, as the user named it.
    public let root: String

    /// Creates a source for the folder at a path.
    public init(root: String) { self.root = root }

    /// Opens a file to be read from its start.
    ///
    /// The reader fails if the file changes while it is read.
    /// - Throws: `ContentReadError`.
    public func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        var opener = FolderOpener(source: self)
        return try open(entry, with: &opener)
    }

    /// Calls `body` once for each of `entries`, which are files, in their order, with the first bytes of each.
    ///
    /// The folder of one file stays open for the next, so that sorted entries cost one look-up of a name each.
    public func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        var reader = FolderHeadReader(source: self, count: count)
        for entry in entries { body(entry, reader.head(of: entry)) }
    }

    /// A way to read parts of the files.
    public func makePartReader() -> (any ContentPartReader)? { FolderPartReader(self) }

    /// Calls `body` once for each of `entries`, in their order; see ``FolderOpener``.
    public func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        var opener = FolderOpener(source: self)
        for entry in entries {
            let reader: Result<any ContentReader, ContentReadError>
            do throws(ContentReadError) { reader = .success(try open(entry, with: &opener)) } catch {
                reader = .failure(error)
            }
            try body(entry, reader)
        }
    }

    /// Opens the root.
    func openRoot(for entry: ContentEntry) throws(ContentReadError) -> OpenDescriptor {
        do throws(SystemError) {
            return try OpenDescriptor.root(atPath: root)
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
    }

    /// Opens the folder at a path inside the root; without a path it is the root itself.
    func openFolder(
        _ path: ContentPath?, in root: OpenDescriptor, for entry: ContentEntry
    ) throws(ContentReadError) -> OpenDescriptor {
        do throws(SystemError) {
            var folder = root
            for component in path?.components ?? [] { folder = try folder.folder(component + [0]) }
            return folder
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
    }

    private func open(
        _ entry: ContentEntry, with opener: inout FolderOpener
    ) throws(ContentReadError) -> any ContentReader {
        let (folder, name) = try opener.locate(entry)
        do throws(SystemError) {
            let file = try folder.file(name)
            let status = try file.status()
            if status.isStill(entry) {
                return FolderFileReader(entry.path, file, status)
            }
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
        throw ContentReadError.changedSinceListed(entry)
    }
}

extension ContentReadError {
    /// The file is no longer what the walk saw.
    static func changedSinceListed(_ entry: ContentEntry) -> ContentReadError {
        ContentReadError(path: entry.path, reason: "changed since it was listed", isChange: true)
    }

    /// The file is no longer what it was when it was opened.
    static func changedWhileRead(_ path: ContentPath) -> ContentReadError {
        ContentReadError(path: path, reason: "changed while it was read", isChange: true)
    }
}

/// A file in a folder, being read.
private final class FolderFileReader: ContentReader {
    /// Below this size the system reads ahead enough by itself.
    private static let largeSize: Int64 = 1 << 20

    private let path: ContentPath
    private let file: OpenDescriptor
    private let status: FileStatus
    private var position: Int64 = 0

    init(_ path: ContentPath, _ file: OpenDescriptor, _ status: FileStatus) {
        self.path = path
        self.file = file
        self.status = status
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        // No bytes wanted is not the end of the file.
        guard !buffer.isEmpty else { return 0 }
        if position == 0, status.size >= Self.largeSize { file.willReadSequentially() }
        var isUnchanged = true
        var count = 0
        do throws(SystemError) {
            count = try file.read(into: buffer)
            position += Int64(count)
            // A file that grows is stopped at once: a writer could keep it growing for ever.
            isUnchanged = position <= status.size
            if count == 0 {
                let now = try file.status()
                isUnchanged = position == status.size && now.hasSameContent(as: status)
            }
        } catch {
            throw ContentReadError(path: path, reason: error.reason)
        }
        guard isUnchanged else { throw ContentReadError.changedWhileRead(path) }
        return count
    }
}
