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
    /// Whether the SHA-256 of the file is computed.
    public var digestsOutput: Bool
    /// Which of Apple's tools a flat package equals.
    public var flatPackageProfile: FlatPackageProfile
    /// What a flat package says it was made by (`iapkit-1.0`).
    public var generator: String

    /// The time that entries get where nobody asks for another: 1980-01-01T00:00:00Z, the first that a zip can hold.
    public static let fixedTime: Int64 = 315_532_800

    /// Creates options; without arguments, the default ones.
    public init(
        compression: CompressionLevel = .default, times: Times = .fixed(Self.fixedTime), jobs: Int = 1,
        synchronizes: Bool = true, replacesExisting: Bool = false, digestsOutput: Bool = true,
        flatPackageProfile: FlatPackageProfile = .current,
        generator: String = "iapkit"
    ) {
        self.compression = compression
        self.times = times
        self.jobs = jobs
        self.synchronizes = synchronizes
        self.replacesExisting = replacesExisting
        self.digestsOutput = digestsOutput
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
    /// Its SHA-256 in lower-case hexadecimal, where it was asked for.
    public let sha256: String?
    /// How many bytes smaller it is than the default level makes it; 0 for every level but the smallest.
    public let savedBytes: Int64

    /// Creates a description of a package.
    public init(path: String, bytes: Int64, sha256: String?, savedBytes: Int64 = 0) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
        self.savedBytes = savedBytes
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

/// A folder of content and the packages to be made of it.
public struct PackageJob: Sendable {
    /// The content.
    public let tree: ContentTree
    /// The name of the content folder, which a flat package bears inside; `nil` for that of the output without its
    /// suffix.
    public let name: String?
    /// The packages.
    public let outputs: [PackageOutput]

    /// Creates a job.
    public init(_ tree: ContentTree, named name: String? = nil, to outputs: [PackageOutput]) {
        self.tree = tree
        self.name = name
        self.outputs = outputs
    }
}

/// Writes packages.
public enum PackageWriter {
    /// What comes of a job: for each output the package, or why it could not be written; or why there is none.
    public typealias JobResult = Result<[Result<WrittenPackage, PackagingError>], PackagingError>

    /// Writes one package from a tree, whole or not at all: see `write(_:options:)`.
    public static func write(
        _ tree: ContentTree, named name: String? = nil, as kind: PackageKind, to path: String,
        options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> WrittenPackage {
        let job = PackageJob(tree, named: name, to: [PackageOutput(kind, path: path)])
        guard let package = try write(job, options: options).first else {
            preconditionFailure("there is a result for each output")
        }
        return try package.get()
    }

    /// Writes packages from a tree in one pass over its content, each whole or not at all.
    ///
    /// The bytes of each depend on the tree, the name and the options alone, `jobs` and the other outputs excepted.
    /// - Returns: for each output the package, or why it could not be written.
    /// - Throws: `PackagingError` where the content can't be had, or no output could be written to its end. Nothing is
    ///   left behind of what could not be written, and an older output is as it was.
    public static func write(
        _ job: PackageJob, options: PackageOptions = PackageOptions()
    ) throws(PackagingError) -> [Result<WrittenPackage, PackagingError>] {
        guard let result = write([job], options: options).first else {
            preconditionFailure("there is a result for each job")
        }
        return try result.get()
    }

    /// Writes the packages of many folders, as fast as those of one folder that holds as much.
    /// - Returns: what came of each job, in their order; one that fails does not keep others from being done.
    public static func write(_ jobs: [PackageJob], options: PackageOptions = PackageOptions()) -> [JobResult] {
        PackingQueue(jobs, options: options).run()
    }

    /// The libraries that deflate and their versions: with the same ones, the same tree gives the same bytes on every
    /// machine. A zip below the smallest level does so with any.
    public static var compressorVersion: String { CompressorVersion.text }

    /// Whether a package could be given this path, as far as that can be told without writing: for a dry run.
    /// - Throws: `PackagingError` where something is there that may not be replaced.
    public static func checkDestination(_ path: String, options: PackageOptions) throws(PackagingError) {
        try OutputTarget(path: path, replacesExisting: options.replacesExisting).check()
    }
}
