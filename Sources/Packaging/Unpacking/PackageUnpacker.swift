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
    /// Counts what is done, where somebody looks.
    package var meter: WorkMeter?

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
    /// - Parameters:
    ///   - path: The folder. It must not exist, or be empty; it is never merged with another.
    ///   - ahead: What the package was opened with, if files were to be unpacked then. What is made does not depend on it.
    /// - Throws: `UnpackingError`; then nothing is left behind, and what stands at `path` is as it was.
    public static func unpack(
        _ tree: ContentTree, to path: String, options: UnpackingOptions = UnpackingOptions(),
        ahead: UnpackingAhead? = nil
    ) throws(UnpackingError) -> UnpackedFolder {
        try unpack(tree, to: FolderTarget(path: path), options: options, ahead: ahead)
    }

    /// The same, into a folder that may be there already and is replaced whole where it is to be.
    static func unpack(
        _ tree: ContentTree, to path: String, replacing: Bool, options: UnpackingOptions
    ) throws(UnpackingError) -> UnpackedFolder {
        try unpack(tree, to: FolderTarget(path: path, replacesExisting: replacing), options: options, ahead: nil)
    }

    private static func unpack(
        _ tree: ContentTree, to target: FolderTarget, options: UnpackingOptions, ahead: UnpackingAhead?
    ) throws(UnpackingError) -> UnpackedFolder {
        let path = target.path
        let damaged: [ContentReadError]
        do throws(PackagingError) {
            try target.check()
            let plan = try UnpackingPlan(tree, options: options)
            if let unpacked = try completed(ahead, tree, plan, path, options) { return unpacked }
            let output = try AtomicOutputFolder(target, synchronizes: options.synchronizes)
            options.meter?.begin(
                .unpacking, items: plan.files.count, bytes: WorkMeter.sum(plan.files.lazy.map(\.size)))
            defer { options.meter?.end() }
            var work = UnpackingWork(plan: plan, options: options, output: output)
            damaged = try work.run(tree.source)
            if damaged.isEmpty {
                try options.meter.waitingForDisk { () throws(PackagingError) in try output.finish() }
                return UnpackedFolder(path: path, files: plan.files.count, bytes: work.writtenBytes)
            }
        } catch {
            throw .failed(error)
        }
        throw .damaged(damaged)
    }

    /// Completes what was unpacked ahead.
    /// - Returns: `nil` where there is no such thing, or not all that there must be; then nothing is left of it.
    private static func completed(
        _ ahead: UnpackingAhead?, _ tree: ContentTree, _ plan: UnpackingPlan, _ path: String,
        _ options: UnpackingOptions
    ) throws(PackagingError) -> UnpackedFolder? {
        guard let package = (tree.source as? FlatPackageContentSource)?.location.identity,
            let made = ahead?.take(for: plan, of: package, at: path), let output = made.output
        else { return nil }
        var work = UnpackingWork(plan: plan, options: options, output: output)
        // Plain unpacking makes the folders first, and tells better why one can't be made.
        do throws(PackagingError) { try work.makeFolders(except: made.folders) } catch { return nil }
        try work.complete()
        try output.finish()
        return UnpackedFolder(path: path, files: made.fileCount, bytes: made.writtenBytes)
    }

    /// Whether a folder could be given this path, as far as that can be told without writing.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String) throws(PackagingError) { try FolderTarget(path: path).check() }
}
