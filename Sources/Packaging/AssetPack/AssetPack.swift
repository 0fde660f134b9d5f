public import AssetPacks
public import ContentModel

/// What an asset pack says of itself, and how it is made.
public struct AssetPack: Sendable, Hashable {
    /// The bytes of its manifest; `nil` where it has none, or one that is too large to be looked into.
    public let manifestBytes: [UInt8]?
    /// What the manifest says; `nil` without one.
    public let manifest: AssetPackManifestReading?
    /// The size of the manifest in bytes, whether it is looked into or not; `nil` where there is none.
    public let manifestSize: UInt64?
    /// How the archive is compressed, for people (`LZFSE`).
    public let compressionName: String
    /// How much of the archive a block has at most, unpacked; `nil` where it is not compressed.
    public let blockSize: UInt64?
    /// How many blocks it has.
    public let blockCount: Int
    /// How many of them are as they were.
    public let storedBlockCount: Int
    /// The size of the archive before it is compressed.
    public let unpackedBytes: UInt64
    /// How many entries it has, those of folders counted.
    public let entryCount: Int
    /// The fields that its entries have, in the order in which they were seen first (`TYP`, `PAT` ...).
    public let fieldKeys: [String]
    /// The folder in the archive that is the content folder, where one was packed: `Contents/<pack ID>`. `nil` where the
    /// archive is of another form; then its content is all that is in `Contents`, as it is.
    public let contentRoot: ContentPath?
    /// Whether an entry has extended attributes or an access control list, which no `ba-package` writes.
    public let hasAttributes: Bool

    /// Creates a description.
    /// - Parameter manifest: What the bytes say, where they were read already.
    public init(
        manifestBytes: [UInt8]?, manifest: AssetPackManifestReading? = nil, manifestSize: UInt64? = nil,
        compressionName: String = "LZFSE",
        blockSize: UInt64? = nil, blockCount: Int = 0, storedBlockCount: Int = 0, unpackedBytes: UInt64 = 0,
        entryCount: Int = 0, fieldKeys: [String] = [], contentRoot: ContentPath? = nil, hasAttributes: Bool = false
    ) {
        self.manifestBytes = manifestBytes
        self.manifestSize = manifestSize ?? manifestBytes.map { UInt64($0.count) }
        self.compressionName = compressionName
        self.blockSize = blockSize
        self.blockCount = blockCount
        self.storedBlockCount = storedBlockCount
        self.unpackedBytes = unpackedBytes
        self.entryCount = entryCount
        self.fieldKeys = fieldKeys
        self.contentRoot = contentRoot
        self.hasAttributes = hasAttributes
        self.manifest = manifest ?? manifestBytes.map { AssetPackManifestReading($0) }
    }

    /// A manifest of more bytes is not looked into. One of 100,000 files has a tenth of it.
    public static let largestManifest: UInt64 = UInt64(AssetPackManifestReading.sizeLimit)

    /// Where something of the content lies in the archive.
    public func archivePath(of path: ContentPath) -> ContentPath {
        guard let contentRoot else { return path }
        return ContentPath(bytes: AssetPackLayout(root: contentRoot).archivePath(of: path))
    }
}
