public import ContentModel

/// What a flat package says of itself, and where its parts contradict each other.
public struct FlatPackage: Sendable, Hashable {
    /// The folder in the package that holds the component (`CatPhotos.pkg`); empty where it stands at the top.
    public let component: String
    /// The identifier in `PackageInfo`; for hosted content the content folder's name.
    public let identifier: String
    /// The version in `PackageInfo`; `0` for hosted content.
    public let version: String?
    /// The content type in `PackageInfo`; `in-app` for hosted content.
    public let contentType: String?
    /// What the package says it was made by (`InstallCmds-502 (14E46)`).
    public let generator: String?
    /// When it says it was made, as written; nothing is made of it.
    public let creationTime: String?
    /// The algorithm of its checksums (`SHA-1`), where there is one.
    public let checksumAlgorithm: String?
    /// How many entries the payload has, the folder itself counted.
    public let payloadEntryCount: Int
    /// The size of the payload in the package, in bytes.
    public let packedPayloadBytes: UInt64
    /// Its signatures, which nobody has verified.
    public let signatures: [Signature]
    /// How many bytes follow the last part of the package.
    public let trailingBytes: UInt64
    /// Where its parts contradict each other, or Apple's tools would refuse it; at most ``mostFaults`` of a kind.
    public let faults: [FlatPackageFault]

    /// A signature of the package.
    public struct Signature: Sendable, Hashable {
        /// What kind it is (`RSA`, `CMS`).
        public let style: String
        /// Whom the certificates that come with it name, the signer's first; empty for one without a name.
        public let certificates: [String]
    }

    /// Creates a description of a package.
    public init(
        component: String, identifier: String, version: String? = nil, contentType: String? = nil,
        generator: String? = nil, creationTime: String? = nil, checksumAlgorithm: String? = nil,
        payloadEntryCount: Int, packedPayloadBytes: UInt64 = 0, signatures: [Signature] = [],
        trailingBytes: UInt64 = 0, faults: [FlatPackageFault] = []
    ) {
        self.component = component
        self.identifier = identifier
        self.version = version
        self.contentType = contentType
        self.generator = generator
        self.creationTime = creationTime
        self.checksumAlgorithm = checksumAlgorithm
        self.payloadEntryCount = payloadEntryCount
        self.packedPayloadBytes = packedPayloadBytes
        self.signatures = signatures
        self.trailingBytes = trailingBytes
        self.faults = faults
    }

    /// The most faults of one kind that are told one by one.
    public static let mostFaults = 20
}

/// A way in which a flat package is not what Apple's tools write or read.
public enum FlatPackageFault: Sendable, Hashable {
    /// There is no Bom.
    case bomMissing
    /// The Bom can't be read; the text says why.
    case bomUnreadable(String)
    /// The payload has a path that the Bom does not list.
    case missingInBom(ContentPath)
    /// The Bom lists a path that the payload does not have.
    case missingInPayload(ContentPath)
    /// The Bom says otherwise of a path than the payload does; the text says what ("3 bytes, and the payload 4").
    case bomDiffers(ContentPath, String)
    /// More faults of the Bom's like those told.
    case moreInBom(Int)
    /// `PackageInfo` counts other entries than there are.
    case fileCount(declared: Int?, actual: Int)
    /// `PackageInfo` gives another size on disk than any of Apple's rules does.
    case installSize(declared: Int?, actual: Int)
    /// `PackageInfo` is not that of hosted content; the text says how ("it has no content-type").
    case form(String)
    /// There is no `Distribution`.
    case distributionMissing
    /// `Distribution` can't be read; the text says why.
    case distributionUnreadable(String)
    /// `Distribution` does not refer to the component; the texts are what it refers to.
    case distributionRefers(to: [String])
    /// `Distribution` says otherwise of the component than `PackageInfo` does; the text says what.
    case distributionDiffers(String)
    /// Apple's reader would refuse it; the text says what is in its way.
    case refused(String)
}
