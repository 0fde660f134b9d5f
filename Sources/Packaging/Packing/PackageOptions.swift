public import ArchiveFormats

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
    /// Whether an existing output is left as it is where it is the very package that would be written: made from the
    /// same content by the same version with the same options, and whole.
    public var keepsUpToDate: Bool
    /// Whether the SHA-256 of the file is computed.
    public var digestsOutput: Bool
    /// Which of Apple's tools a flat package equals.
    public var flatPackageProfile: FlatPackageProfile
    /// What a flat package says it was made by (`iapkit-1.0`).
    public var generator: String
    /// Counts what is done, where somebody looks.
    package var meter: WorkMeter?

    /// The time that entries get where nobody asks for another: 1980-01-01T00:00:00Z, the first that a zip can hold.
    public static let fixedTime: Int64 = 315_532_800

    /// The time that a package itself gets, where it has one.
    var packageTime: Int64 { if case .fixed(let time) = times { time } else { Self.fixedTime } }

    /// Creates options; without arguments, the default ones.
    public init(
        compression: CompressionLevel = .default, times: Times = .fixed(Self.fixedTime), jobs: Int = 1,
        synchronizes: Bool = true, replacesExisting: Bool = false, keepsUpToDate: Bool = false,
        digestsOutput: Bool = true,
        flatPackageProfile: FlatPackageProfile = .current,
        generator: String = "iapkit"
    ) {
        self.compression = compression
        self.times = times
        self.jobs = jobs
        self.synchronizes = synchronizes
        self.replacesExisting = replacesExisting
        self.keepsUpToDate = keepsUpToDate
        self.digestsOutput = digestsOutput
        self.flatPackageProfile = flatPackageProfile
        self.generator = generator
    }
}
