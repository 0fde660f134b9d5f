import Findings

/// The last line: how many inputs, what came of them, and what was found.
struct SummaryText {
    let style: TextStyle

    /// Nothing where there is but one input, whose own line says it all.
    func render(_ report: Report) -> String {
        guard report.inputs.count > 1 else { return "" }
        var parts = ["\(NumberText.count(report.inputs.count, "input")): \(outcomes(of: report))"]
        let known = report.knownCount ?? 0
        parts.append(Self.counts(of: report.findings) ?? (known > 0 ? "nothing new" : "no findings"))
        if known > 0 { parts.append(NumberText.count(known, "known finding")) }
        if !report.failures.isEmpty { parts.append(NumberText.count(report.failures.count, "failure")) }
        return style.paint(parts.joined(separator: "; "), .bold) + "\n"
    }

    /// `1 error, 2 warnings`; `nil` where there is none.
    static func counts(of findings: [Finding]) -> String? {
        let told = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : NumberText.count(count, severity.rawValue)
        }
        return told.isEmpty ? nil : told.joined(separator: ", ")
    }

    private func outcomes(of report: Report) -> String {
        let all = report.inputs.count
        switch report.command {
        case "pack":
            let isDry = report.inputs.contains { $0.outputs.contains { $0.bytes == nil } }
            let written = report.inputs.map { $0.outputs.filter { !$0.isUpToDate } }
            let packed = written.count { !$0.isEmpty }
            let kept = zip(report.inputs, written).count { !$0.outputs.isEmpty && $1.isEmpty }
            let bytes = written.joined().reduce(Int64(0)) { $0.addingSaturated($1.bytes ?? 0) }
            let amount = isDry || packed == 0 ? "" : " (\(NumberText.grouped(bytes)) bytes)"
            return "\(NumberText.grouped(packed)) \(isDry ? "would be packed" : "packed")\(amount)"
                + rest(kept, "up to date") + rest(all - packed - kept, "not packed")
        case "migrate":
            let staged = report.inputs.compactMap(\.staged)
            let kept = staged.count(where: \.isUpToDate)
            let isDry = staged.contains { !$0.isThere }
            return "\(NumberText.grouped(staged.count - kept)) \(isDry ? "would be staged" : "staged")"
                + rest(kept, "up to date") + rest(all - staged.count, "not staged")
        case "edit":
            let changes = (report.edits ?? []).filter(\.isChange)
            let isDry = changes.contains { !$0.isWritten }
            let changed = Set(changes.map { Array($0.path.utf8) }).count
            return "\(NumberText.grouped(changed)) \(isDry ? "would change" : "changed")"
        case "rehearse":
            let delivered = report.inputs.count { $0.unpacked != nil }
            return "\(NumberText.grouped(delivered)) delivered" + rest(all - delivered, "not")
        case "match" where report.matches != nil:
            let exact = report.matches?.count { $0.status == .exact } ?? 0
            return "\(NumberText.grouped(exact)) matched" + rest(all - exact, "not")
        default:
            let failed = report.findingsByInput.count { $0.contains { $0.severity == .error } }
            if let known = report.knownCount, known > 0 {
                return "\(NumberText.grouped(all - failed)) without new errors" + rest(failed, "with new errors")
            }
            let name = report.isComplete ? "valid" : "without errors"
            return "\(NumberText.grouped(all - failed)) \(name)"
                + rest(failed, report.isComplete ? "not valid" : "with errors")
        }
    }

    private func rest(_ count: Int, _ name: String) -> String {
        count == 0 ? "" : ", \(NumberText.grouped(count)) \(name)"
    }
}
