internal import ArchiveFormats
internal import AssetPacks
public import ContentModel

/// A folder from which Apple's `ba-package` makes an asset pack, when it runs in there:
///
///     Manifest.json
///     <pack ID>/ContentInfo.plist
///     <pack ID>/a/b.png
public struct AssetPackStage: Sendable {
    /// What the folder holds.
    private let tree: ContentTree
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
        tree = ContentTree(
            entries: entries, modificationTime: content.modificationTime,
            source: StageSource(content: content.source, origins: origins, manifest: manifest))
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

/// The content under the paths that it has on the stage, and the manifest.
private struct StageSource: ContentSource {
    let content: any ContentSource
    /// The entries of the content by their paths on the stage.
    let origins: [ContentPath: ContentEntry]
    let manifest: [UInt8]

    var isSequential: Bool { content.isSequential }

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        if entry.path == AssetPackLayout.manifestPath { return KnownBytesReader(manifest) }
        guard let origin = origins[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "not a file of this content")
        }
        return try content.open(origin)
    }

    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        readFiles(entries) { entry, reader in
            body(entry, reader.flatMap { reader in Result { () throws(ContentReadError) in try reader.head(count) } })
        }
    }

    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        var staged: [ContentPath: ContentEntry] = [:]
        var wanted: [ContentEntry] = []
        for entry in entries {
            if let origin = origins[entry.path] {
                staged[origin.path] = entry
                wanted.append(origin)
            } else {
                try body(entry, Result { () throws(ContentReadError) in try open(entry) })
            }
        }
        try content.readFiles(wanted) { origin, reader throws(Failure) in
            if let entry = staged[origin.path] { try body(entry, reader) }
        }
    }
}
