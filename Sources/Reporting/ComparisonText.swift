import Findings

/// One line a change, the findings, and one line that sums up.
struct ComparisonText {
    let style: TextStyle

    /// - Parameter findings: Those of the report's that are told.
    func render(_ report: Report, findings: [Finding]) -> String {
        var told = FindingText.Told()
        let findings = FindingText(style: style).render(findings, told: &told)
        guard style.verbosity > .quiet, report.inputs.count == 2 else { return findings }
        let lines = (report.changes ?? []).map { row in
            "\(style.paint(row.change.rawValue, paint(for: row.change))) \(PlainText.escaped(row.path))\n"
        }
        return lines.joined() + findings + summary(report.inputs[0], report.inputs[1], report.changes)
    }

    private func summary(_ old: InputSummary, _ new: InputSummary, _ changes: [ChangeRow]?) -> String {
        let names = [old, new].map { style.paint(PlainText.escaped($0.path), .bold) }.joined(separator: " and ")
        let facts = [
            pair(old.productIdentifier, new.productIdentifier) { SafeText.quoted($0) },
            pair(old.contentVersion, new.contentVersion) { OutcomeText.shown($0) }.map { "version \($0)" },
            style.verbosity == .verbose ? pair(amount(of: old), amount(of: new)) { $0 } : nil,
        ].compactMap(\.self)
        let about = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
        guard let changes else { return "\(names): \(style.paint("not compared", .red))\(about)\n" }
        if changes.isEmpty { return "\(names): \(style.paint("the same content", .green))\(about)\n" }
        let counts = ChangeRow.Change.allCases.map { kind in (kind, changes.count { $0.change == kind }) }
        let told = counts.filter { $0.1 > 0 }.map { "\(NumberText.grouped($0.1)) \($0.0.rawValue)" }
        return "\(names): \(told.joined(separator: ", "))\(about)\n"
    }

    private func amount(of input: InputSummary) -> String? {
        guard let count = input.fileCount, let bytes = input.contentBytes else { return nil }
        return "\(NumberText.count(count, "file")) with \(NumberText.grouped(bytes)) bytes"
    }

    /// A value that both have, or the older and then the newer.
    private func pair(_ old: String?, _ new: String?, _ shown: (String) -> String) -> String? {
        switch (old, new) {
        case (nil, nil): nil
        case (let old?, let new?) where old.utf8.elementsEqual(new.utf8): shown(new)
        case (let old, let new): "\(old.map(shown) ?? "none") then \(new.map(shown) ?? "none")"
        }
    }

    private func paint(for change: ChangeRow.Change) -> TextStyle.Paint {
        switch change {
        case .added: .green
        case .removed: .red
        case .modified: .yellow
        case .metadata: .cyan
        }
    }
}
