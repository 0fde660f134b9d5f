public import Findings

/// The report as one JSON document: UTF-8, keys sorted, the same bytes under every locale.
///
/// The wire format has its own types and its own version, so that no refactoring changes it. Keys may be added within
/// a major version; none changes its meaning. A key without a value is left out.
public struct JSONReporter: Reporter {
    /// The version of the wire format.
    public static let schemaVersion = "1.0"

    /// Creates the reporter.
    public init() {}

    /// Renders the document, with a final line break.
    public func render(_ report: Report) -> String {
        do {
            return try JSONText.render(WireReport(report)) + "\n"
        } catch {
            // Strings, integers, Booleans and arrays of them: there is nothing that could fail to encode.
            preconditionFailure("a report did not encode: \(error)")
        }
    }
}

private struct WireReport: Encodable {
    var schemaVersion = JSONReporter.schemaVersion
    var tool: WireTool
    var command: String
    var inputs: [WireInput]
    var findings: [WireFinding]
    var failures: [WireFailure]?
    var explanations: [WireExplanation]?
    var products: [WireProduct]?
    var matches: [WireMatch]?
    var unclaimed: [WireProduct]?
    var changes: [WireChange]?
    var edits: [WireEdit]?
    /// The lists of checks that the inputs' `checkList` counts in, from 0: most inputs have the same one.
    var checkLists: [WireCheckList]?
    /// The least severity that makes the run fail, where it is another than `error`.
    var failOn: String?
    /// `false` where some checks did not run.
    var complete: Bool?
    var shard: WireShard?
    var summary: WireSummary

    init(_ report: Report) {
        let lists = CheckLists(report.inputs)
        tool = WireTool(version: report.toolVersion, compressor: report.compressor)
        command = report.command
        inputs = zip(report.inputs, report.findingsByInput).map {
            WireInput($0, verdict: $1.map(\.severity).max(), checkList: lists.index(of: $0.checks))
        }
        checkLists = lists.lists.isEmpty ? nil : lists.lists.map(WireCheckList.init)
        failOn = report.failedSeverity == .error ? nil : report.failedSeverity.rawValue
        complete = report.isComplete ? nil : false
        shard = report.shard.map(WireShard.init)
        findings = report.findings.map(WireFinding.init)
        failures = report.failures.isEmpty ? nil : report.failures.map(WireFailure.init)
        explanations = report.explanations?.map(WireExplanation.init)
        products = report.products?.map(WireProduct.init)
        matches = report.matches?.map(WireMatch.init)
        unclaimed = report.unclaimed?.map(WireProduct.init)
        changes = report.changes?.map(WireChange.init)
        edits = report.edits?.filter(\.isChange).map(WireEdit.init)
        summary = WireSummary(
            errors: report.count(of: .error), warnings: report.count(of: .warning), notes: report.count(of: .note),
            known: report.knownCount)
    }
}

/// The lists of checks of some inputs, each once, in the order in which they come.
private struct CheckLists {
    private(set) var lists: [[CheckRecord]] = []
    private var indices: [[CheckRecord]: Int] = [:]

    init(_ inputs: [InputSummary]) {
        for input in inputs where !input.checks.isEmpty && indices[input.checks] == nil {
            indices[input.checks] = lists.count
            lists.append(input.checks)
        }
    }

    func index(of checks: [CheckRecord]) -> Int? { indices[checks] }
}

private struct WireCheckList: Encodable {
    var ran: [String]
    var skipped: [WireSkippedCheck]?

    init(_ records: [CheckRecord]) {
        ran = records.filter { $0.skipped == nil }.map(\.code.id)
        let skipped = records.compactMap { record in
            record.skipped.map { WireSkippedCheck(code: record.code.id, reason: $0) }
        }
        self.skipped = skipped.isEmpty ? nil : skipped
    }
}

private struct WireSkippedCheck: Encodable {
    var code: String
    var reason: String
}

private struct WireShard: Encodable {
    var index: Int
    var count: Int
    var inputCount: Int
    var positions: [Int]
    var failedPositions: [Int]?

    init(_ shard: ShardSummary) {
        index = shard.index
        count = shard.count
        inputCount = shard.inputCount
        positions = shard.positions
        failedPositions = shard.failedPositions.isEmpty ? nil : shard.failedPositions
    }
}

private struct WireChange: Encodable {
    var path: String
    var change: String

    init(_ row: ChangeRow) {
        path = row.path
        change = row.change.rawValue
    }
}

private struct WireEdit: Encodable {
    var path: String
    var key: String
    var old: String?
    var new: String
    var written: Bool

    init(_ row: EditRow) {
        path = row.path
        key = row.key
        old = row.old
        new = row.new
        written = row.isWritten
    }
}

private struct WireTool: Encodable {
    var name = "iapkit"
    var version: String
    var compressor: String?
}

private struct WireSummary: Encodable {
    var errors: Int
    var warnings: Int
    var notes: Int
    var known: Int?
}

private struct WireInput: Encodable {
    var path: String
    var kind: String
    var verdict: String
    var productIdentifier: String?
    var contentVersion: String?
    var fileCount: Int?
    var contentBytes: Int64?
    var outputs: [WireOutput]
    var known: Int?
    var bytes: Int64?
    var madeBy: String?
    var entries: [WireEntry]?
    var leftOut: [WireLeftOut]?
    var package: WirePackage?
    var assetPack: WireAssetPack?
    var unpacked: WireUnpacked?
    var staged: WireStaged?
    var checkList: Int?

    init(_ input: InputSummary, verdict: Severity?, checkList: Int?) {
        self.checkList = checkList
        path = input.path
        kind = input.kind.rawValue
        self.verdict = verdict?.rawValue ?? "ok"
        productIdentifier = input.productIdentifier
        contentVersion = input.contentVersion
        fileCount = input.fileCount
        contentBytes = input.contentBytes
        outputs = input.outputs.map(WireOutput.init)
        known = input.knownCount > 0 ? input.knownCount : nil
        bytes = input.inspection?.bytes
        madeBy = input.inspection?.madeBy
        entries = input.inspection?.entries.map(WireEntry.init)
        leftOut = input.inspection?.leftOut.map(WireLeftOut.init)
        package = input.inspection?.flatPackage.map(WirePackage.init)
        assetPack = input.inspection?.assetPack.map(WireAssetPack.init)
        unpacked = input.unpacked.map(WireUnpacked.init)
        staged = input.staged.map(WireStaged.init)
    }
}

private struct WireUnpacked: Encodable {
    var path: String
    var files: Int
    var bytes: Int64

    init(_ unpacked: UnpackedSummary) {
        path = unpacked.path
        files = unpacked.files
        bytes = unpacked.bytes
    }
}

private struct WireStaged: Encodable {
    var assetPackID: String
    var path: String
    var files: Int
    var bytes: Int64
    var upToDate: Bool?
    var written: Bool

    init(_ staged: StagedSummary) {
        assetPackID = staged.assetPackID
        path = staged.path
        files = staged.files
        bytes = staged.bytes
        upToDate = staged.isUpToDate ? true : nil
        written = staged.isThere && !staged.isUpToDate
    }
}

private struct WireOutput: Encodable {
    var path: String
    var kind: String
    var bytes: Int64?
    var sha256: String?
    var savedBytes: Int64?
    var upToDate: Bool?
    var replaces: Bool?
    var assetPackID: String?
    var manifest: String?

    init(_ output: OutputSummary) {
        path = output.path
        kind = output.kind.rawValue
        bytes = output.bytes
        sha256 = output.sha256
        savedBytes = output.savedBytes
        upToDate = output.isUpToDate ? true : nil
        replaces = output.replaces ? true : nil
        assetPackID = output.assetPackID
        manifest = output.manifest
    }
}

private struct WireFinding: Encodable {
    var code: String
    var slug: String
    var severity: String
    var message: String
    var input: String
    var member: String?
    var key: String?
    var line: Int?
    var column: Int?
    var sourceLine: WireSourceLine?
    var notes: [String]?
    var remedy: String?
    var command: String?
    var suggestion: String?

    init(_ finding: Finding) {
        code = finding.code.id
        slug = finding.code.slug
        severity = finding.severity.rawValue
        message = finding.message
        input = finding.location.input
        member = finding.location.member
        key = finding.location.key
        line = finding.location.position?.line
        column = finding.location.position?.column
        sourceLine = finding.sourceLine.map(WireSourceLine.init)
        notes = finding.notes.isEmpty ? nil : finding.notes
        remedy = finding.remedy?.advice
        command = finding.remedy?.command
        suggestion = finding.suggestion
    }
}

private struct WireFailure: Encodable {
    var subject: String
    var reason: String
    var remedy: String?

    init(_ failure: RunFailure) {
        subject = failure.subject
        reason = failure.reason
        remedy = failure.remedy
    }
}

private struct WireExplanation: Encodable {
    var code: String
    var slug: String
    var severity: String
    var summary: String
    var why: String
    var remedy: String
    var evidence: WireEvidence

    init(_ description: FindingDescription) {
        code = description.code.id
        slug = description.code.slug
        severity = description.defaultSeverity.rawValue
        summary = description.summary
        why = description.why
        remedy = description.remedy
        evidence = WireEvidence(description.evidence)
    }
}

struct WireEvidence: Encodable {
    var grade: String
    var source: String

    init(_ evidence: Evidence) {
        switch evidence {
        case .apple(let text): (grade, source) = ("apple", text)
        case .secondary(let text): (grade, source) = ("secondary", text)
        case .format(let text): (grade, source) = ("format", text)
        case .judgement(let text): (grade, source) = ("judgement", text)
        }
    }
}

private struct WireProduct: Encodable {
    var productIdentifier: String
    var source: String
    var type: String?
    var state: String?
    var name: String?
    var hosted: Bool?
    var app: String?

    init(_ row: ProductRow) {
        productIdentifier = row.productIdentifier
        source = row.source
        type = row.type
        state = row.state
        name = row.name
        hosted = row.hosted
        app = row.app
    }
}

private struct WireMatch: Encodable {
    var path: String
    var productIdentifier: String?
    var status: String
    var candidate: String?
    var reason: String?

    init(_ row: MatchRow) {
        path = row.path
        productIdentifier = row.productIdentifier
        status = row.status.rawValue
        candidate = row.candidate
        reason = row.reason
    }
}
