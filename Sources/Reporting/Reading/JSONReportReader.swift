public import Findings
import JSONReading

/// Reads what ``JSONReporter`` wrote, so that the reports of several machines can become one.
///
/// Everything that any report format tells is in the document. What a later version adds within the same major version
/// of the format is passed over.
public struct JSONReportReader: Sendable {
    /// The largest report that is read, in bytes.
    public static let sizeLimit = 256 << 20

    /// The codes of all checks by their ids: a report names those that ran by the id alone.
    private let codes: [String: FindingCode]

    /// Creates a reader.
    /// - Parameter rules: Every kind of finding that the tool can tell.
    public init(rules: [FindingDescription]) {
        codes = Dictionary(rules.map { ($0.code.id, $0.code) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads a report; its `rules` and `workingFolders` are for whoever tells it to set.
    /// - Parameter bytes: The document; a byte-order mark is passed over.
    public func read(_ bytes: [UInt8]) throws(ReportReadError) -> Report {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        var places = JSONPlaces(bytes)
        func error(_ reason: String, at offset: Int) -> ReportReadError {
            let place = places.place(at: offset)
            return ReportReadError(reason: reason, line: place.line, column: place.column)
        }
        if bytes.isEmpty { throw ReportReadError(reason: "it is empty") }
        if let invalid = JSONPlaces.firstInvalid(bytes) { throw error("a byte is not UTF-8", at: invalid) }
        let (values, second, fault) = JSONReader.read(bytes)
        if let second { throw error("more text follows the end of the report", at: second) }
        if let fault { throw error("not well-formed JSON: \(fault.reason)", at: fault.offset) }
        do throws(JSONFields.Fault) {
            return try report(JSONFields(values[0]))
        } catch {
            throw ReportReadError(
                reason: error.reason, line: places.place(at: error.offset).line,
                column: places.place(at: error.offset).column)
        }
    }

    private func report(_ fields: JSONFields) throws(JSONFields.Fault) -> Report {
        let tool = try fields.optional("tool", JSONFields.init)
        guard try tool?.optional("name", JSONFields.text) == "iapkit" else {
            throw fields.fault("it is no report of iapkit: 'tool' does not name it")
        }
        let version = try fields.required("schemaVersion", JSONFields.text)
        guard version.split(separator: ".").first == JSONReporter.schemaVersion.split(separator: ".").first else {
            throw fields.fault(
                "the version of its format is \(SafeText.quoted(version, limit: 20)), and this iapkit reads "
                    + JSONReporter.schemaVersion)
        }
        let lists = try fields.list("checkLists") { node throws(JSONFields.Fault) in try checkList(JSONFields(node)) }
        var report = Report(
            command: try fields.required("command", JSONFields.text),
            toolVersion: try tool?.required("version", JSONFields.text) ?? "",
            inputs: try fields.required("inputs") { node throws(JSONFields.Fault) in
                try JSONFields.list(node) { node throws(JSONFields.Fault) in try input(JSONFields(node), lists) }
            },
            findings: try fields.required("findings") { node throws(JSONFields.Fault) in
                try JSONFields.list(node) { node throws(JSONFields.Fault) in try Finding(JSONFields(node)) }
            },
            failures: try fields.list("failures") { node throws(JSONFields.Fault) in
                try RunFailure(JSONFields(node))
            })
        report.matches = try fields.optionalList("matches") { node throws(JSONFields.Fault) in
            try MatchRow(JSONFields(node))
        }
        report.unclaimed = try fields.optionalList("unclaimed") { node throws(JSONFields.Fault) in
            try ProductRow(JSONFields(node))
        }
        report.edits = try fields.optionalList("edits") { node throws(JSONFields.Fault) in
            try EditRow(JSONFields(node))
        }
        report.knownCount = try fields.optional("summary", JSONFields.init)?.optional("known", JSONFields.count)
        report.compressor = try tool?.optional("compressor", JSONFields.text)
        report.failedSeverity = try fields.optional("failOn", JSONFields.name) ?? .error
        report.isComplete = try fields.optional("complete", JSONFields.truth) ?? true
        report.shard = try fields.optional("shard") { node throws(JSONFields.Fault) in
            try ShardSummary(JSONFields(node))
        }
        if let shard = report.shard, shard.positions.count != report.inputs.count {
            throw fields.fault(
                "its shard has \(NumberText.count(shard.positions.count, "position")) for "
                    + NumberText.count(report.inputs.count, "input"))
        }
        return report
    }

    private func checkList(_ fields: JSONFields) throws(JSONFields.Fault) -> [CheckRecord] {
        let ran = try fields.list("ran") { node throws(JSONFields.Fault) in CheckRecord(code: try code(node)) }
        let skipped = try fields.list("skipped") { node throws(JSONFields.Fault) in
            let fields = try JSONFields(node)
            return CheckRecord(
                code: try fields.required("code") { node throws(JSONFields.Fault) in try code(node) },
                skipped: try fields.required("reason", JSONFields.text))
        }
        return (ran + skipped).sorted { $0.code < $1.code }
    }

    private func code(_ node: JSONNode) throws(JSONFields.Fault) -> FindingCode {
        let id = try JSONFields.text(node)
        guard let code = codes[id] else {
            throw JSONFields.Fault(
                reason: "this iapkit has no check \(SafeText.quoted(id, limit: 40))", offset: node.offset)
        }
        return code
    }

    private func input(_ fields: JSONFields, _ lists: [[CheckRecord]]) throws(JSONFields.Fault) -> InputSummary {
        var checks: [CheckRecord] = []
        if let index = try fields.optional("checkList", JSONFields.integer) {
            guard let position = Int(exactly: index), lists.indices.contains(position) else {
                throw fields.fault("there is no list of checks \(index)")
            }
            checks = lists[position]
        }
        var input = InputSummary(
            path: try fields.required("path", JSONFields.text),
            kind: try fields.required("kind", JSONFields.name),
            productIdentifier: try fields.optional("productIdentifier", JSONFields.text),
            contentVersion: try fields.optional("contentVersion", JSONFields.text),
            fileCount: try fields.optional("fileCount", JSONFields.count),
            contentBytes: try fields.optional("contentBytes", JSONFields.integer),
            outputs: try fields.list("outputs") { node throws(JSONFields.Fault) in
                try OutputSummary(JSONFields(node))
            },
            checks: checks)
        input.knownCount = try fields.optional("known", JSONFields.count) ?? 0
        input.inspection = try Inspection(ofInput: fields)
        return input
    }
}

/// Why a report can't be read.
public struct ReportReadError: Error, Sendable, Hashable {
    /// What is wrong: a clause without a final period.
    public let reason: String
    /// The line, counted from 1; `nil` where the whole is meant.
    public let line: Int?
    /// The column, counted from 1.
    public let column: Int?

    init(reason: String, line: Int? = nil, column: Int? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }
}
