/// What an asset pack says of itself, and how its archive is made.
public struct AssetPackRow: Sendable, Hashable {
    /// The ID in its manifest, as it stands there.
    public var identifier: String?
    /// Its download policy (`onDemand`).
    public var downloadPolicy: String?
    /// On what events it is downloaded by itself.
    public var installationEvents: [String]
    /// Where it is for, as its manifest says.
    public var platforms: [String]
    /// How many file selectors the manifest has.
    public var selectorCount: Int?
    /// The size of the manifest in bytes; `nil` where there is none.
    public var manifestBytes: UInt64?
    /// The folder in the archive that is a content folder; `nil` where none is.
    public var contentRoot: String?
    /// How the archive is compressed (`LZFSE`).
    public var compression: String
    /// How much of the archive a block has at most, in bytes; `nil` where it has no blocks.
    public var blockBytes: UInt64?
    /// How many blocks there are.
    public var blockCount: Int
    /// How many of them are stored as they are.
    public var storedBlockCount: Int
    /// The size of the archive before it is compressed, in bytes.
    public var unpackedBytes: UInt64
    /// How many entries the archive has, folders and the manifest counted.
    public var entryCount: Int
    /// The keys of the fields that the entries have.
    public var fields: [String]

    /// Creates a row.
    public init(
        identifier: String? = nil, downloadPolicy: String? = nil, installationEvents: [String] = [],
        platforms: [String] = [], selectorCount: Int? = nil, manifestBytes: UInt64? = nil, contentRoot: String? = nil,
        compression: String, blockBytes: UInt64? = nil, blockCount: Int = 0, storedBlockCount: Int = 0,
        unpackedBytes: UInt64, entryCount: Int, fields: [String] = []
    ) {
        self.identifier = identifier
        self.downloadPolicy = downloadPolicy
        self.installationEvents = installationEvents
        self.platforms = platforms
        self.selectorCount = selectorCount
        self.manifestBytes = manifestBytes
        self.contentRoot = contentRoot
        self.compression = compression
        self.blockBytes = blockBytes
        self.blockCount = blockCount
        self.storedBlockCount = storedBlockCount
        self.unpackedBytes = unpackedBytes
        self.entryCount = entryCount
        self.fields = fields
    }
}
