internal import ArchiveFormats
public import AssetPacks
internal import ContentModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What lies on a stage for one asset pack, by an earlier run.
public struct StagedPack: Sendable {
    /// What its manifest says.
    public let manifest: AssetPackManifestReading
    /// The bytes of its `ContentInfo.plist`; `nil` where it has none that can be read, or a large one.
    public let contentInfoBytes: [UInt8]?
    /// How many files it has, the manifest counted.
    public let fileCount: Int
    /// The sum of their sizes in bytes.
    public let byteCount: Int64

    /// The largest `ContentInfo.plist` that is looked into, in bytes.
    private static let largestContentInfo: UInt64 = 1 << 20

    /// Looks at a folder; `nil` where it is none that a pack of this ID is made from.
    public init?(at path: String, identifier: AssetPackIdentifier) {
        let manifestPath = AssetPackLayout.manifestPath.displayText
        guard let bytes = Self.bytes(of: "\(path)/\(manifestPath)", limit: AssetPack.largestManifest),
            let found = FolderListing.paths(in: path)
        else { return nil }
        manifest = AssetPackManifestReading(bytes)
        guard manifest.identifier == identifier.text else { return nil }
        let info = "\(path)/\(identifier.text)/\(ContentTree.contentInfoPath.displayText)"
        contentInfoBytes = Self.bytes(of: info, limit: Self.largestContentInfo)
        var (count, total) = (0, Int64(0))
        for (file, isFolder) in found where !isFolder {
            var status = stat()
            guard lstat("\(path)/\(file.text ?? "")", &status) == 0 else { return nil }
            count += 1
            total = total.addingReportingOverflow(Int64(status.st_size)).partialValue
        }
        (fileCount, byteCount) = (count, total)
    }

    private static func bytes(of path: String, limit: UInt64) -> [UInt8]? {
        guard let file = try? ReadableFile(path), file.size <= limit else { return nil }
        return try? file.bytes(at: 0, count: Int(file.size))
    }
}
