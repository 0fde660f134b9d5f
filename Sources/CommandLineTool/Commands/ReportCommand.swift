import Checks
import Findings
import Reporting

/// `iapkit report`.
enum ReportCommand: Command {
    static let name = "report"
    static let summary = "make one report of the JSON reports of several runs"
    static let operands = "merge FILE…"
    static let optionNames = ["fail-on", "verbose"] + OptionGroup.reporting
    static let discussion = [
        "FILE is what --report json=FILE wrote: by each shard of one run, or by runs over different inputs. The result is "
            + "what one run over all inputs would have told, in any report format, and the exit status follows from it as "
            + "from that run: --fail-on is the strictest of the runs, and error where they had none or never.",
        "Reports of validate, match, pack and inspect can be merged. A shard that is missing is a failure: what nobody "
            + "looked at must not pass for good.",
    ]
    static let examples = [
        CommandExample("iapkit report merge reports/*.json", "tells what all shards found, as text"),
        CommandExample(
            "iapkit report merge reports/*.json --report junit=tests.xml --report github",
            "as a test report, and as annotations"),
    ]

    /// The commands whose reports are about inputs, each for itself.
    private static let commands = [ValidateCommand.name, MatchCommand.name, PackCommand.name, InspectCommand.name]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        guard let action = options.operands.first else {
            throw UsageError("report needs to know what to do", hint: "iapkit report merge FILE…")
        }
        guard action == "merge" else { throw UsageError.unknown("kind of work on reports", action, in: ["merge"]) }
        let files = Array(options.operands.dropFirst())
        if files.isEmpty { throw UsageError("report merge needs at least one FILE", hint: "see iapkit help report") }
        try ReportFiles.keep(options, apartFrom: files, "the report")
        let reader = JSONReportReader(rules: CheckCatalog.descriptions)
        // One that can't be read must not keep back what the others found.
        var parts: [ReportMerging.Part] = []
        var failures: [RunFailure] = []
        for file in files {
            do {
                parts.append(ReportMerging.Part(name: file, report: try read(file, with: reader)))
            } catch let error as RunFailureError {
                failures.append(error.failure)
            }
        }
        if parts.isEmpty {
            let report = Report(command: name, toolVersion: session.version, failures: failures)
            return try ReportDelivery(options: options, session: session).deliver(report)
        }
        var merged: Report
        do throws(ReportMerging.Conflict) {
            merged = try ReportMerging.merge(parts)
        } catch {
            throw UsageError(error.reason, hint: error.hint)
        }
        merged.failures = failures + merged.failures
        var options = options
        if !options.given.contains("fail-on") { options.policy.failOn = merged.failedSeverity }
        return try ReportDelivery(options: options, session: session).deliver(merged)
    }

    /// Reads a report; one that can't be read is a failure, since what it told would be missing.
    private static func read(_ file: String, with reader: JSONReportReader) throws -> Report {
        let bytes = try FileBytes.bytes(of: file, named: file, as: "report", limit: JSONReportReader.sizeLimit)
        let subject = file == "-" ? "standard input" : file
        let report: Report
        do throws(ReportReadError) {
            report = try reader.read(bytes)
        } catch {
            let place = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
            throw RunFailureError(
                RunFailure(
                    subject: subject + place, reason: "can't be read as a report: \(error.reason)",
                    remedy: "give what iapkit wrote for --report json"))
        }
        if commands.contains(report.command) { return report }
        throw RunFailureError(
            RunFailure(
                subject: subject,
                reason: "is a report of '\(SafeText.escaped(report.command, limit: 40))', which can't be merged",
                remedy: "merge reports of \(commands.joined(separator: ", "))"))
    }
}
