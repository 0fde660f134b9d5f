/// The one view of content, whatever it came from: every entry that belongs to a package, sorted, and what does not.
///
/// Whatever judges content sees a tree, never a folder or an archive.
public struct ContentTree: Sendable {
    /// What belongs to the package: `ContentInfo.plist`, `Contents`, and all below it, sorted by the bytes of the path.
    public let entries: [ContentEntry]
    /// What was found and does not belong to the package, sorted by path. A folder left out stands for all in it.
    public let leftOut: [LeftOutEntry]
    /// What could not be looked into, sorted by path.
    public let failures: [ReadFailure]
    /// The modification time of the folder itself, in seconds since 1970-01-01T00:00:00Z; 0 where there is none, as in
    /// most archives.
    public let modificationTime: Int64
    /// The way to the bytes of the entries.
    public let source: any ContentSource

    /// Creates a tree; the arrays need not be sorted.
    public init(
        entries: [ContentEntry], leftOut: [LeftOutEntry] = [], failures: [ReadFailure] = [],
        modificationTime: Int64 = 0, source: any ContentSource
    ) {
        self.entries = Self.sorted(entries)
        self.leftOut = leftOut.sorted { $0.path < $1.path }
        self.failures = failures.sorted(by: ReadFailure.precedes)
        self.modificationTime = modificationTime
        self.source = source
    }

    /// Most trees come sorted, and to see that takes a tenth of what sorting takes.
    private static func sorted(_ entries: [ContentEntry]) -> [ContentEntry] {
        let isSorted = entries.indices.dropFirst().allSatisfy { !(entries[$0].path < entries[$0 - 1].path) }
        return isSorted ? entries : entries.sorted { $0.path < $1.path }
    }

    /// `ContentInfo.plist`, the property list at the root.
    public static let contentInfoPath = ContentPath("ContentInfo.plist")
    /// `Contents`, the folder that holds the payload.
    public static let contentsPath = ContentPath("Contents")

    /// The entry with this path.
    /// - Complexity: O(log n).
    public func entry(at path: ContentPath) -> ContentEntry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].path < path { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].path == path ? entries[low] : nil
    }

    /// The sum of the sizes of the files, in bytes.
    public var totalFileSize: Int64 {
        entries.reduce(0) { sum, entry in
            guard entry.type == .file else { return sum }
            // An archive may claim any size.
            let (total, isTooLarge) = sum.addingReportingOverflow(max(0, entry.size))
            return isTooLarge ? .max : total
        }
    }
}

/// One file, folder, link or other thing that belongs to a package.
public struct ContentEntry: Sendable, Hashable {
    /// What an entry is.
    public enum Kind: Sendable, Hashable {
        /// A plain file.
        case file
        /// A folder.
        case directory
        /// A symbolic link, with its target's bytes.
        case symlink(target: [UInt8])
        /// Something that is never opened.
        case special(SpecialKind)
    }

    /// The things that a package can't hold.
    public enum SpecialKind: String, Sendable {
        /// A named pipe.
        case fifo = "named pipe"
        /// A socket.
        case socket
        /// A block or character device.
        case device
        /// Anything else.
        case other = "special file"
    }

    // In this order an entry takes 40 bytes, and 56 in another; trees have very many.

    /// Where it is.
    public let path: ContentPath
    /// What it is.
    public let type: Kind
    /// The permission bits as found (07777 at most).
    public let mode: UInt16
    /// What the modification time has beyond whole seconds. A ``FolderContentSource`` gives only files whose whole time
    /// is still this.
    public let modificationNanoseconds: UInt32
    /// The size of a file in bytes; 0 for everything else.
    public let size: Int64
    /// The modification time in seconds since 1970-01-01T00:00:00Z.
    public let modificationTime: Int64

    /// Creates an entry.
    public init(
        path: ContentPath, type: Kind, size: Int64 = 0, mode: UInt16 = 0o644, modificationTime: Int64 = 0,
        modificationNanoseconds: UInt32 = 0
    ) {
        self.path = path
        self.type = type
        self.size = size
        self.mode = mode
        self.modificationTime = modificationTime
        self.modificationNanoseconds = modificationNanoseconds
    }
}

/// Something found beside or among the content that does not go into the package.
public struct LeftOutEntry: Sendable, Hashable {
    /// Why it is left out.
    public enum Reason: Sendable, Hashable {
        /// A file or folder that an operating system or a version-control system made; the text says which.
        case junk(String)
        /// Matched by the user's exclusion; the text is the glob.
        case excluded(String)
        /// Beside `Contents`, where no app would find it.
        case besideContents
        /// The manifest of an asset pack.
        case packManifest
    }

    /// Where it is.
    public let path: ContentPath
    /// Why it is left out.
    public let reason: Reason
    /// Whether it is a folder.
    public let isDirectory: Bool
    /// Whether it is a folder at the root that has a `ContentInfo.plist`, and so is a content folder itself.
    public let isContentFolder: Bool

    /// Creates an entry.
    public init(path: ContentPath, reason: Reason, isDirectory: Bool, isContentFolder: Bool = false) {
        self.path = path
        self.reason = reason
        self.isDirectory = isDirectory
        self.isContentFolder = isContentFolder
    }
}

/// A folder that could not be listed, or an entry that could not be examined.
public struct ReadFailure: Sendable, Hashable {
    /// Where it is; `nil` for the root.
    public let path: ContentPath?
    /// The system's reason ("Permission denied").
    public let reason: String

    /// Creates a failure.
    public init(path: ContentPath?, reason: String) {
        self.path = path
        self.reason = reason
    }

    static func precedes(_ left: ReadFailure, _ right: ReadFailure) -> Bool {
        (left.path?.bytes ?? []).lexicographicallyPrecedes(right.path?.bytes ?? [])
    }
}
