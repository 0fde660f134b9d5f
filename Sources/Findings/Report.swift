/// All that one run has to tell, whatever command ran: what every reporter sees, and all it sees.
public struct Report: Sendable {
    /// The command that ran (`validate`).
    public var command: String
    /// The version of the tool.
    public var toolVersion: String
    /// What was looked at, in the order given.
    public var inputs: [InputSummary]
    /// What was found, by input, then in the order of `Finding.precedes`.
    public var findings: [Finding]
    /// Whether every check ran: where some did not, no findings does not mean that an input is valid.
    public var isComplete = true
    /// What could not be done, for reasons outside the content.
    public var failures: [RunFailure]
    /// The kinds of finding explained: `explain` only.
    public var explanations: [FindingDescription]?
    /// The products read: `products` only.
    public var products: [ProductRow]?
    /// One row an input: `match` only.
    public var matches: [MatchRow]?
    /// The products that no input claims: `match` only.
    public var unclaimed: [ProductRow]?

    /// Creates a report.
    public init(
        command: String, toolVersion: String, inputs: [InputSummary] = [], findings: [Finding] = [],
        failures: [RunFailure] = [], explanations: [FindingDescription]? = nil, products: [ProductRow]? = nil,
        matches: [MatchRow]? = nil, unclaimed: [ProductRow]? = nil
    ) {
        self.command = command
        self.toolVersion = toolVersion
        self.inputs = inputs
        self.findings = findings
        self.failures = failures
        self.explanations = explanations
        self.products = products
        self.matches = matches
        self.unclaimed = unclaimed
    }

    /// The number of findings of a severity.
    public func count(of severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// The findings of each input, in the order of `inputs`.
    ///
    /// Paths are told apart by their bytes: Swift takes two Unicode forms of one name for equal, and Linux does not.
    public var findingsByInput: [[Finding]] {
        let groups = Dictionary(grouping: findings) { Array($0.location.input.utf8) }
        return inputs.map { groups[Array($0.path.utf8)] ?? [] }
    }
}

/// Something that the tool could not do: never a fault of the content, which is a `Finding`.
public struct RunFailure: Sendable, Hashable {
    /// The file or folder concerned.
    public let subject: String
    /// What is wrong, and why: clauses without a final period.
    public let reason: String
    /// What to do next.
    public let remedy: String?

    /// Creates a failure.
    public init(subject: String, reason: String, remedy: String? = nil) {
        self.subject = subject
        self.reason = reason
        self.remedy = remedy
    }
}

/// What kind of thing an input is.
public enum InputKind: String, Sendable {
    /// A content folder.
    case folder
    /// A zip made from a content folder.
    case zip
    /// Apple's flat package of hosted content.
    case pkg
    /// An asset pack for Apple-hosted Background Assets.
    case aar
    /// None of these.
    case unknown
}

/// One input of a run, and what came of it.
public struct InputSummary: Sendable {
    /// The path as the user named it.
    public var path: String
    /// What it is.
    public var kind: InputKind
    /// The product ID in its `ContentInfo.plist`, where one could be read.
    public var productIdentifier: String?
    /// The version in its `ContentInfo.plist`, where one could be read.
    public var contentVersion: String?
    /// How many files belong to the package; `nil` where the content can't be looked at.
    public var fileCount: Int?
    /// The sum of their sizes in bytes.
    public var contentBytes: Int64?
    /// The packages written from it.
    public var outputs: [OutputSummary]
    /// What was unpacked from it: `unpack` only.
    public var unpacked: UnpackedSummary?

    /// Creates a summary.
    public init(
        path: String, kind: InputKind, productIdentifier: String? = nil, contentVersion: String? = nil,
        fileCount: Int? = nil, contentBytes: Int64? = nil, outputs: [OutputSummary] = [],
        unpacked: UnpackedSummary? = nil
    ) {
        self.path = path
        self.kind = kind
        self.productIdentifier = productIdentifier
        self.contentVersion = contentVersion
        self.fileCount = fileCount
        self.contentBytes = contentBytes
        self.outputs = outputs
        self.unpacked = unpacked
    }
}

/// A folder that was unpacked.
public struct UnpackedSummary: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// How many files it holds.
    public let files: Int
    /// The sum of their sizes in bytes.
    public let bytes: Int64

    /// Creates a summary.
    public init(path: String, files: Int, bytes: Int64) {
        self.path = path
        self.files = files
        self.bytes = bytes
    }
}

/// One package that was written.
public struct OutputSummary: Sendable, Hashable {
    /// Where it was written.
    public let path: String
    /// What kind of package it is.
    public let kind: InputKind
    /// Its size in bytes; `nil` in a dry run, which writes nothing.
    public let bytes: Int64?
    /// Its SHA-256 in lower-case hexadecimal; `nil` in a dry run.
    public let sha256: String?

    /// Creates a summary.
    public init(path: String, kind: InputKind, bytes: Int64?, sha256: String?) {
        self.path = path
        self.kind = kind
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// One product ID that a source lists.
public struct ProductRow: Sendable, Hashable {
    /// The product ID.
    public let productIdentifier: String
    /// The source that lists it, as the user named it.
    public let source: String
    /// The type of product in the source's words made uniform (`non-consumable`).
    public let type: String?
    /// The state in App Store Connect.
    public let state: String?
    /// The reference name.
    public let name: String?
    /// Whether Apple hosts content for it.
    public let hosted: Bool?

    /// Creates a row.
    public init(
        productIdentifier: String, source: String, type: String? = nil, state: String? = nil, name: String? = nil,
        hosted: Bool? = nil
    ) {
        self.productIdentifier = productIdentifier
        self.source = source
        self.type = type
        self.state = state
        self.name = name
        self.hosted = hosted
    }
}

/// How one input's product ID fared against the products that exist.
public struct MatchRow: Sendable, Hashable {
    /// The outcome.
    public enum Status: String, Sendable {
        /// The product exists, byte for byte.
        case exact
        /// It does not, and one that does is near.
        case near
        /// It does not, and none is near; or there is no product ID to look for.
        case missing
        /// It exists, and another input has it too.
        case duplicate
        /// It exists as a product that can't have hosted content.
        case wrongType = "wrong-type"
    }

    /// The input as the user named it.
    public let path: String
    /// The product ID in its `ContentInfo.plist`; `nil` where none could be read.
    public let productIdentifier: String?
    /// The outcome.
    public let status: Status
    /// The product ID that was likely meant.
    public let candidate: String?
    /// Why the ID does not match: one clause.
    public let reason: String?

    /// Creates a row.
    public init(path: String, productIdentifier: String?, status: Status, candidate: String?, reason: String?) {
        self.path = path
        self.productIdentifier = productIdentifier
        self.status = status
        self.candidate = candidate
        self.reason = reason
    }
}
