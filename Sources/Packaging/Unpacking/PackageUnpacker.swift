public import ContentModel

/// How much is unpacked, and how safely it lies on the disk.
public struct UnpackingOptions: Sendable {
    /// The most bytes that the files may have together: a small package can hold any number of them.
    public var byteLimit: Int64
    /// The most files, folders and links.
    public var entryLimit: Int
    /// Whether all is on the disk, and not only in memory, before the folder gets its name.
    public var synchronizes: Bool
    /// The most files unpacked at one time; what is made does not depend on it. A pkg is one stream, and its files come
    /// one after the other.
    public var jobs: Int

    /// The limit on bytes where nobody asks for another: 4 GiB, twice what hosted content may have.
    public static let defaultByteLimit: Int64 = 4 << 30
    /// The most entries where nobody says otherwise.
    public static let defaultEntryLimit = 1_000_000

    /// Creates options; without arguments, the default ones.
    public init(
        byteLimit: Int64 = Self.defaultByteLimit, entryLimit: Int = Self.defaultEntryLimit, synchronizes: Bool = true,
        jobs: Int = 1
    ) {
        self.byteLimit = byteLimit
        self.entryLimit = entryLimit
        self.synchronizes = synchronizes
        self.jobs = max(1, jobs)
    }
}

/// A folder that was unpacked.
public struct UnpackedFolder: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// How many files it holds.
    public let files: Int
    /// The sum of their sizes in bytes.
    public let bytes: Int64
}

/// Why nothing was unpacked.
public enum UnpackingError: Error, Sendable, Hashable {
    /// The package is damaged: these files can't be had whole, in the order of their paths.
    case damaged([ContentReadError])
    /// The work could not be done.
    case failed(PackagingError)
}

/// Makes of a package the folder that an app was given: `ContentInfo.plist` and `Contents`.
public enum PackageUnpacker {
    /// Unpacks a tree into a new folder, whole or not at all.
    ///
    /// Modes are 0644 and 0755 less the umask, whatever the package says; times are the entries' own. Links get the
    /// targets that they have: where they lead is for the checks to judge, before. Nothing is made through one.
    /// - Parameter path: The folder. It must not exist, or be empty; it is never merged with another.
    /// - Throws: `UnpackingError`; then nothing is left behind, and what stands at `path` is as it was.
    public static func unpack(
        _ tree: ContentTree, to path: String, options: UnpackingOptions = UnpackingOptions()
    ) throws(UnpackingError) -> UnpackedFolder {
        let damaged: [ContentReadError]
        do throws(PackagingError) {
            let target = FolderTarget(path: path)
            try target.check()
            let plan = try UnpackingPlan(tree, options: options)
            let output = try AtomicOutputFolder(target, synchronizes: options.synchronizes)
            var work = UnpackingWork(plan: plan, options: options, output: output)
            damaged = try work.run(tree.source)
            if damaged.isEmpty {
                try output.finish()
                return UnpackedFolder(path: path, files: plan.files.count, bytes: work.writtenBytes)
            }
        } catch {
            throw .failed(error)
        }
        throw .damaged(damaged)
    }

    /// Whether a folder could be given this path, as far as that can be told without writing.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String) throws(PackagingError) { try FolderTarget(path: path).check() }
}
