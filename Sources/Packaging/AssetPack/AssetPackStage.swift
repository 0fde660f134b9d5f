internal import ArchiveFormats
internal import AssetPacks
public import ContentModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A folder from which Apple's `ba-package` makes an asset pack, when it runs in there:
///
///     Manifest.json
///     <pack ID>/ContentInfo.plist
///     <pack ID>/a/b.png
public struct AssetPackStage: Sendable {
    /// What the folder holds.
    private let tree: ContentTree
    private let source: StageSource
    /// How many files it holds, the manifest among them.
    public let fileCount: Int
    /// The sum of their sizes in bytes.
    public let byteCount: Int64

    /// Plans the folder for a content folder or package.
    /// - Throws: `PackagingError` for content that no asset pack can hold.
    public init(_ content: ContentTree, _ pack: PlannedAssetPack) throws(PackagingError) {
        let plan = try PackagePlan(content, times: .kept)
        let layout = pack.layout
        for item in plan.items { try AssetPackPlan.check(item.entry, layout) }
        let manifest = pack.manifest(
            ofFiles: content.entries.filter { $0.type == .file }.map(\.path)
        ).bytes()
        var origins: [ContentPath: ContentEntry] = [:]
        origins.reserveCapacity(content.entries.count)
        var entries = content.entries.map { entry in
            let path =
                entry.path == ContentTree.contentsPath
                ? ContentPath(pack.identifier.text) : ContentPath(bytes: layout.logicalPath(of: entry.path))
            origins[path] = entry
            return ContentEntry(
                path: path, type: entry.type, size: entry.size, mode: entry.mode,
                modificationTime: entry.modificationTime)
        }
        entries.append(
            ContentEntry(
                path: AssetPackLayout.manifestPath, type: .file, size: Int64(manifest.count),
                modificationTime: PackageOptions.fixedTime))
        source = StageSource(content: content.source, origins: origins, manifest: manifest)
        tree = ContentTree(entries: entries, modificationTime: content.modificationTime, source: source)
        fileCount = tree.entries.count { $0.type == .file }
        byteCount = tree.totalFileSize
    }

    /// What came of writing.
    public enum Outcome: Sendable, Hashable {
        /// It was written.
        case written
        /// It was there already, with the very same files.
        case upToDate
    }

    /// Writes the folder, whole or not at all.
    /// - Parameter replacing: Whether a folder that is there and holds other files is replaced.
    /// - Throws: `UnpackingError`; then what was there is as it was.
    public func write(
        to path: String, replacing: Bool, options: UnpackingOptions
    ) throws(UnpackingError) -> Outcome {
        do throws(PackagingError) {
            if try isUpToDate(at: path) { return .upToDate }
        } catch {
            throw .failed(error)
        }
        _ = try PackageUnpacker.unpack(tree, to: path, replacing: replacing, options: options)
        return .written
    }

    /// Whether a folder holds the very files.
    /// - Throws: `PackagingError` where the content can't be read.
    public func isUpToDate(at path: String) throws(PackagingError) -> Bool {
        guard let found = FolderListing.paths(in: path) else { return false }
        let expected = tree.entries.filter { $0.type == .file || $0.type == .directory }
        guard found.count == expected.count else { return false }
        for entry in expected {
            guard found[entry.path] == (entry.type == .directory) else { return false }
        }
        var isSame = true
        var failure: PackagingError?
        tree.source.readFiles(expected.filter { $0.type == .file }) { entry, reader in
            guard isSame, failure == nil else { return }
            do throws(ContentReadError) {
                let staged = try? ReadableFile("\(path)/\(entry.path.text ?? "")")
                guard let staged, staged.size == UInt64(entry.size) else {
                    isSame = false
                    return
                }
                isSame = try Self.isSame(try reader.get(), staged)
            } catch {
                failure = EntryReading.unreadable(error)
            }
        }
        if let failure { throw failure }
        return isSame
    }

    /// The content as it lies in the folder, once that is written: for a package, whose files can be had in parts only so.
    /// - Throws: `PackagingError` where a file is not there any more.
    public func content(at path: String) throws(PackagingError) -> ContentTree {
        var staged: [ContentPath: ContentEntry] = [:]
        var entries: [ContentEntry] = []
        for entry in tree.entries where entry.path != AssetPackLayout.manifestPath {
            guard let origin = source.origins[entry.path] else { continue }
            var (seconds, nanoseconds) = (origin.modificationTime, UInt32(0))
            if entry.type == .file {
                var status = stat()
                guard lstat("\(path)/\(entry.path.text ?? "")", &status) == 0 else {
                    throw PackagingError(
                        .changedWhileRead, subject: "\(path)/\(entry.path.displayText)",
                        reason: SystemError.last().text, remedy: "run the command again")
                }
                #if canImport(Darwin)
                    let time = status.st_mtimespec
                #else
                    let time = status.st_mtim
                #endif
                (seconds, nanoseconds) = (Int64(time.tv_sec), UInt32(truncatingIfNeeded: time.tv_nsec))
            }
            func described(as path: ContentPath) -> ContentEntry {
                ContentEntry(
                    path: path, type: entry.type, size: entry.size, mode: entry.mode, modificationTime: seconds,
                    modificationNanoseconds: nanoseconds)
            }
            staged[origin.path] = described(as: entry.path)
            entries.append(described(as: origin.path))
        }
        return ContentTree(
            entries: entries, modificationTime: tree.modificationTime,
            source: StagedContentSource(stage: FolderContentSource(root: path), staged: staged))
    }

    private static func isSame(_ reader: any ContentReader, _ file: ReadableFile) throws(ContentReadError) -> Bool {
        var offset: UInt64 = 0
        while true {
            let bytes = try reader.head(256 * 1024)
            guard (try? file.bytes(at: offset, count: bytes.count)) == bytes else { return false }
            offset += UInt64(bytes.count)
            if bytes.isEmpty { return offset == file.size }
        }
    }
}
