public import ContentModel

/// A folder of content and the packages to be made of it.
public struct PackageJob: Sendable {
    /// The content.
    public let tree: ContentTree
    /// The name of the content folder, which a flat package bears inside; `nil` for that of the output without its
    /// suffix.
    public let name: String?
    /// What an asset pack is to be; none can be made without.
    public let assetPack: PlannedAssetPack?
    /// The packages.
    public let outputs: [PackageOutput]

    /// Creates a job.
    public init(
        _ tree: ContentTree, named name: String? = nil, asPack assetPack: PlannedAssetPack? = nil,
        to outputs: [PackageOutput]
    ) {
        self.tree = tree
        self.name = name
        self.assetPack = assetPack
        self.outputs = outputs
    }
}

/// A package to be written.
public struct PackageOutput: Sendable, Hashable {
    /// What kind it is.
    public let kind: PackageKind
    /// Where it goes.
    public let path: String

    /// Creates an output.
    public init(_ kind: PackageKind, path: String) {
        self.kind = kind
        self.path = path
    }
}

/// A package that was written, or was there already.
public struct WrittenPackage: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// Its size in bytes.
    public let bytes: Int64
    /// Its SHA-256 in lower-case hexadecimal, where it was asked for.
    public let sha256: String?
    /// How many bytes smaller it is than the default level makes it; 0 for every level but the smallest.
    public let savedBytes: Int64
    /// Whether it was there already, and is the one that would have been written.
    public let isUpToDate: Bool

    /// Creates a description of a package.
    public init(path: String, bytes: Int64, sha256: String?, savedBytes: Int64 = 0, isUpToDate: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
        self.savedBytes = savedBytes
        self.isUpToDate = isUpToDate
    }
}
