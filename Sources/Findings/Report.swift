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
    /// The libraries that compress and their versions, which the bytes of a package depend on: `inspect` only.
    public var compressor: String?
    /// What differs between the two inputs, sorted by path: `compare` only, and there `nil` where they could not be
    /// compared.
    public var changes: [ChangeRow]?
    /// The keys that were to be set, by input: `edit`, and `match` where it fixes.
    public var edits: [EditRow]?
    /// The part of a run that this is; `nil` for a whole one.
    public var shard: ShardSummary?
    /// How many findings a baseline kept out of `findings`; `nil` where there was none.
    public var knownCount: Int?
    /// Every kind of finding that the tool can tell, sorted by code; empty where nobody said.
    public var rules: [FindingDescription] = []
    /// The least severity that counts as failed where a report says only failed or not; errors always do.
    public var failedSeverity = Severity.error
    /// The folder that relative paths start from, by each of its absolute names; empty where nobody said.
    public var workingFolders: [String] = []

    /// Creates a report.
    public init(
        command: String, toolVersion: String, inputs: [InputSummary] = [], findings: [Finding] = [],
        failures: [RunFailure] = [], explanations: [FindingDescription]? = nil, products: [ProductRow]? = nil,
        matches: [MatchRow]? = nil, unclaimed: [ProductRow]? = nil, changes: [ChangeRow]? = nil
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
        self.changes = changes
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

    /// The findings that are about no input, such as those about a baseline.
    public var findingsElsewhere: [Finding] {
        let paths = Set(inputs.map { Array($0.path.utf8) })
        return findings.filter { !paths.contains(Array($0.location.input.utf8)) }
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
    /// The checks that it was to pass, sorted by code; empty where the command checks nothing.
    public var checks: [CheckRecord]
    /// How many of its findings a baseline keeps out of the report.
    public var knownCount = 0
    /// What it is, entry by entry: `inspect` only.
    public var inspection: Inspection?
    /// What was unpacked from it: `unpack` only.
    public var unpacked: UnpackedSummary?
    /// What was staged of it to become an asset pack: `migrate` only.
    public var staged: StagedSummary?

    /// Creates a summary.
    public init(
        path: String, kind: InputKind, productIdentifier: String? = nil, contentVersion: String? = nil,
        fileCount: Int? = nil, contentBytes: Int64? = nil, outputs: [OutputSummary] = [],
        checks: [CheckRecord] = [], unpacked: UnpackedSummary? = nil
    ) {
        self.path = path
        self.kind = kind
        self.productIdentifier = productIdentifier
        self.contentVersion = contentVersion
        self.fileCount = fileCount
        self.contentBytes = contentBytes
        self.outputs = outputs
        self.checks = checks
        self.unpacked = unpacked
    }
}

/// A folder from which Apple's tool makes an asset pack.
public struct StagedSummary: Sendable, Hashable {
    /// The ID of the pack.
    public let assetPackID: String
    /// Where the folder is.
    public let path: String
    /// How many files it holds, the manifest among them.
    public let files: Int
    /// The sum of their sizes in bytes.
    public let bytes: Int64
    /// Whether it was there already, with the very same files.
    public let isUpToDate: Bool
    /// Whether it was written, or is there; not in a dry run.
    public let isThere: Bool

    /// Creates a summary.
    public init(assetPackID: String, path: String, files: Int, bytes: Int64, isUpToDate: Bool, isThere: Bool) {
        self.assetPackID = assetPackID
        self.path = path
        self.files = files
        self.bytes = bytes
        self.isUpToDate = isUpToDate
        self.isThere = isThere
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
    /// How many bytes smaller it is than with the default compression, where that was to be told.
    public let savedBytes: Int64?
    /// Whether it was there already, and is the one that would have been written.
    public let isUpToDate: Bool
    /// In a dry run, whether it would replace a file.
    public let replaces: Bool
    /// The ID of an asset pack.
    public let assetPackID: String?
    /// Where the manifest of an asset pack was written by itself.
    public let manifest: String?

    /// Creates a summary.
    public init(
        path: String, kind: InputKind, bytes: Int64?, sha256: String?, savedBytes: Int64? = nil,
        isUpToDate: Bool = false, replaces: Bool = false, assetPackID: String? = nil, manifest: String? = nil
    ) {
        self.path = path
        self.kind = kind
        self.bytes = bytes
        self.sha256 = sha256
        self.savedBytes = savedBytes
        self.isUpToDate = isUpToDate
        self.replaces = replaces
        self.assetPackID = assetPackID
        self.manifest = manifest
    }
}
