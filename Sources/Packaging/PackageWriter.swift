public import ArchiveFormats
public import ContentModel

/// How a package is written.
public struct PackageOptions: Sendable {
    /// What times the entries get.
    public enum Times: Sendable, Hashable {
        /// This one, in seconds since 1970-01-01T00:00:00Z.
        case fixed(Int64)
        /// The files' own.
        case kept
    }

    /// How hard to compress.
    public var compression: CompressionLevel
    /// What times the entries get.
    public var times: Times
    /// How many threads compress; the bytes written never depend on it.
    public var jobs: Int
    /// Whether the file is on the disk, and not only in memory, before it gets its name.
    public var synchronizes: Bool
    /// Whether an existing output is replaced, once the new one is complete.
    public var replacesExisting: Bool
    /// Which of Apple's tools a flat package equals.
    public var flatPackageProfile: FlatPackageProfile
    /// What a flat package says it was made by (`iapkit-1.0`).
    public var generator: String

    /// The time that entries get where nobody asks for another: 1980-01-01T00:00:00Z, the first that a zip can hold.
    public static let fixedTime: Int64 = 315_532_800

    /// Creates options; without arguments, the default ones.
    public init(
        compression: CompressionLevel = .default, times: Times = .fixed(Self.fixedTime), jobs: Int = 1,
        synchronizes: Bool = true, replacesExisting: Bool = false, flatPackageProfile: FlatPackageProfile = .current,
        generator: String = "iapkit"
    ) {
        self.compression = compression
        self.times = times
        self.jobs = jobs
        self.synchronizes = synchronizes
        self.replacesExisting = replacesExisting
        self.flatPackageProfile = flatPackageProfile
        self.generator = generator
    }
}

/// A package that was written.
public struct WrittenPackage: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// Its size in bytes.
    public let bytes: Int64
    /// Its SHA-256 in lower-case hexadecimal.
    public let sha256: String

    /// Creates a description of a package.
    public init(path: String, bytes: Int64, sha256: String) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// Writes packages.
public enum PackageWriter {
    /// Writes one package from a tree, whole or not at all.
    ///
    /// The bytes depend on the tree, the name and the options alone, `jobs` excepted.
    /// - Parameter name: The name of the content folder, which a flat package bears inside; `nil` for that of the output
    ///   without its suffix.
    /// - Throws: `PackagingError`; then nothing is left behind, and an older output is as it was.
    public static func write(
        _ tree: ContentTree, named name: String? = nil, as kind: PackageKind, to path: String,
        options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> WrittenPackage {
        switch kind {
        case .zip: try ZipPackageWriter.write(tree, to: path, options: options)
        case .pkg:
            try FlatPackageWriter.write(
                tree, named: name ?? FilePath.stem(of: path), to: path, options: options)
        }
    }

    /// The libraries that deflate and their versions: with the same ones, the same tree gives the same bytes on every
    /// machine.
    public static var compressorVersion: String { CompressorVersion.text }

    /// Whether a package could be given this path, as far as that can be told without writing: for a dry run.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String, options: PackageOptions) throws(PackagingError) {
        try OutputTarget(path: path, replacesExisting: options.replacesExisting).check()
    }
}
