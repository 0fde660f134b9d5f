/// What an input is, beyond what a summary tells: `inspect` only.
public struct Inspection: Sendable, Hashable {
    /// The size of the package's file in bytes; `nil` for a folder.
    public var bytes: Int64?
    /// What made the package, by the record that iapkit leaves in it (`iapkit-1.0`).
    public var madeBy: String?
    /// What belongs to the content, sorted by path.
    public var entries: [InspectedEntry]
    /// What was found and does not belong to the content: its paths with the reason for each.
    public var leftOut: [LeftOutRow]
    /// What a flat package says of itself.
    public var flatPackage: FlatPackageRow?
    /// What an asset pack says of itself.
    public var assetPack: AssetPackRow?

    /// Creates an inspection.
    public init(
        bytes: Int64? = nil, madeBy: String? = nil, entries: [InspectedEntry] = [], leftOut: [LeftOutRow] = [],
        flatPackage: FlatPackageRow? = nil, assetPack: AssetPackRow? = nil
    ) {
        self.bytes = bytes
        self.madeBy = madeBy
        self.entries = entries
        self.leftOut = leftOut
        self.flatPackage = flatPackage
        self.assetPack = assetPack
    }
}

/// One entry of the content.
public struct InspectedEntry: Sendable, Hashable {
    /// What an entry is.
    public enum Kind: String, Sendable {
        case file, directory, symlink, other
    }

    /// The path, fit to be shown.
    public let path: String
    /// What it is.
    public let type: Kind
    /// The size of a file in bytes; 0 for everything else.
    public let bytes: Int64
    /// The permission bits.
    public let mode: UInt16
    /// What a link leads to, fit to be shown.
    public let target: String?

    /// Creates an entry.
    public init(path: String, type: Kind, bytes: Int64, mode: UInt16, target: String? = nil) {
        self.path = path
        self.type = type
        self.bytes = bytes
        self.mode = mode
        self.target = target
    }

    /// The permission bits as four octal digits (`0644`).
    public var octalMode: String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// Something that does not belong to the content.
public struct LeftOutRow: Sendable, Hashable {
    /// The path, fit to be shown.
    public let path: String
    /// Why it does not belong: a clause.
    public let reason: String

    /// Creates a row.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// What a flat package says of itself.
public struct FlatPackageRow: Sendable, Hashable {
    /// The folder that holds the component.
    public var component: String
    /// The component's identifier.
    public var identifier: String
    /// The component's version.
    public var version: String?
    /// What the package is for (`in-app`).
    public var contentType: String?
    /// The program that made it.
    public var generator: String?
    /// When it was made, as it says.
    public var creationTime: String?
    /// The algorithm of its checksums.
    public var checksum: String?
    /// How many entries its payload has, the folder itself counted.
    public var payloadEntries: Int
    /// The size of its payload in the file, in bytes.
    public var payloadBytes: UInt64
    /// Its signatures.
    public var signatures: [SignatureRow]
    /// How many bytes follow its last part.
    public var trailingBytes: UInt64

    /// Creates a row.
    public init(
        component: String, identifier: String, version: String? = nil, contentType: String? = nil,
        generator: String? = nil, creationTime: String? = nil, checksum: String? = nil, payloadEntries: Int,
        payloadBytes: UInt64, signatures: [SignatureRow] = [], trailingBytes: UInt64 = 0
    ) {
        self.component = component
        self.identifier = identifier
        self.version = version
        self.contentType = contentType
        self.generator = generator
        self.creationTime = creationTime
        self.checksum = checksum
        self.payloadEntries = payloadEntries
        self.payloadBytes = payloadBytes
        self.signatures = signatures
        self.trailingBytes = trailingBytes
    }
}

/// A signature of a flat package, as it stands there; nobody has verified it.
public struct SignatureRow: Sendable, Hashable {
    /// What kind it is (`RSA`, `CMS`).
    public let style: String
    /// Whom the certificates that come with it name, the signer's first; empty for one without a name.
    public let certificates: [String]

    /// Creates a row.
    public init(style: String, certificates: [String]) {
        self.style = style
        self.certificates = certificates
    }
}
