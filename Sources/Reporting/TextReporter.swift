public import Findings

/// The report for people, grouped by input.
public struct TextReporter: Reporter {
    private let style: TextStyle

    /// Creates the reporter.
    public init(style: TextStyle = TextStyle()) { self.style = style }

    /// Renders the report.
    public func render(_ report: Report) -> String {
        var blocks: [String] = []
        if let explanations = report.explanations {
            blocks.append(ExplanationText(style: style).render(explanations))
        }
        if let products = report.products { blocks.append(ProductTable(style: style).render(products)) }
        if let edits = report.edits, style.verbosity > .quiet {
            blocks.append(EditText(style: style).render(edits))
        }
        if report.command == "compare" {
            blocks.append(ComparisonText(style: style).render(report))
        } else if let matches = report.matches {
            blocks.append(MatchTable(style: style).render(matches, unclaimed: report.unclaimed ?? []))
            blocks.append(remarks(beside: report))
        } else {
            blocks.append(contentsOf: inputBlocks(report))
        }
        if style.verbosity > .quiet, report.command != "compare" { blocks.append(summary(report)) }
        if style.verbosity == .verbose, let compressor = report.compressor {
            blocks.append("this iapkit has the compression libraries \(compressor)\n")
        }
        return blocks.filter { !$0.isEmpty }.joined(separator: report.inputs.count > 1 ? "\n" : "")
    }

    /// The findings that no row of a match tells: what is wrong with an ID that matches, which is never an error.
    private func remarks(beside report: Report) -> String {
        var told: Set<String> = []
        return FindingText(style: style).render(report.findings.filter { $0.severity < .error }, told: &told)
    }

    private func inputBlocks(_ report: Report) -> [String] {
        // What has been told of one input need not be told of the next.
        var told: Set<String> = []
        return zip(report.inputs, report.findingsByInput).map { input, findings in
            var text = FindingText(style: style).render(findings, told: &told)
            if let inspection = input.inspection, style.verbosity > .quiet {
                return text + InspectionText(style: style).render(input, inspection)
            }
            if style.verbosity > .quiet {
                text += outcome(of: input, verdict: findings.map(\.severity).max(), in: report)
            }
            return text
        }
    }

    /// A version as it is, in quotes where it is not what a version should be.
    static func shown(_ version: String) -> String {
        version.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && !version.isEmpty
            ? SafeText.escaped(version, limit: 160) : SafeText.quoted(version)
    }

    /// The one line that says what came of an input.
    private func outcome(of input: InputSummary, verdict: Severity?, in report: Report) -> String {
        var facts: [String] = []
        if let identifier = input.productIdentifier { facts.append(SafeText.quoted(identifier)) }
        if let version = input.contentVersion { facts.append("version \(Self.shown(version))") }
        if style.verbosity == .verbose, input.unpacked == nil, let count = input.fileCount,
            let bytes = input.contentBytes
        {
            facts.append("\(NumberText.count(count, "file")) with \(NumberText.grouped(bytes)) bytes")
        }
        let about = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
        let name = style.paint(PlainText.escaped(input.path), .bold)
        if !input.outputs.isEmpty {
            return input.outputs.map { output in
                let path = PlainText.escaped(output.path)
                guard let bytes = output.bytes else { return "\(name): would write \(path)\(about)\n" }
                var line = "\(name): wrote \(path)\(about), \(NumberText.grouped(bytes)) bytes\n"
                if let saved = output.savedBytes { line += "  " + saving(saved, of: bytes) + "\n" }
                if style.verbosity == .verbose, let sha256 = output.sha256 { line += "  SHA-256 \(sha256)\n" }
                return line
            }.joined()
        }
        if let unpacked = input.unpacked {
            let amount = "\(NumberText.count(unpacked.files, "file")) with \(NumberText.grouped(unpacked.bytes)) bytes"
            return "\(name): unpacked to \(PlainText.escaped(unpacked.path))\(about), \(amount)\n"
        }
        if report.command == "unpack" { return "\(name): \(style.paint("not unpacked", .red))\(about)\n" }
        // Also where nothing is wrong with it: the reason is told on standard error.
        if report.command == "pack" { return "\(name): \(style.paint("not packed", .red))\(about)\n" }
        if report.command == "edit" {
            let isTold = report.edits?.contains { $0.path.utf8.elementsEqual(input.path.utf8) } ?? false
            return isTold ? "" : "\(name): \(style.paint("not edited", .red))\(about)\n"
        }
        switch verdict {
        case .error: return "\(name): \(style.paint("not valid", .red))\(about)\n"
        case .warning, .note: return "\(name): \(style.paint("valid, see above", .yellow))\(about)\n"
        case nil where report.command == "init": return "\(name): \(style.paint("made", .green))\(about)\n"
        case nil where !report.isComplete: return "\(name): nothing found by the checks that ran\(about)\n"
        case nil: return "\(name): \(style.paint("valid", .green))\(about)\n"
        }
    }

    /// What the smallest package was worth the time.
    private func saving(_ saved: Int64, of bytes: Int64) -> String {
        guard saved > 0 else { return "no smaller than with --compression default" }
        let tenths = Int((Double(saved) * 1000 / Double(bytes + saved)).rounded())
        return
            "\(NumberText.grouped(saved)) bytes (\(tenths / 10).\(tenths % 10) %) smaller than with --compression default"
    }

    private func summary(_ report: Report) -> String {
        guard report.inputs.count > 1 else { return "" }
        let counts = [
            (report.count(of: .error), "error"), (report.count(of: .warning), "warning"),
            (report.count(of: .note), "note"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { NumberText.count($0.0, $0.1) }
        let packed = report.inputs.count { !$0.outputs.isEmpty }
        var parts = [NumberText.count(report.inputs.count, "input")]
        if report.command == "pack" { parts.append("\(packed) packed") }
        if report.command == "edit" {
            let changes = (report.edits ?? []).filter(\.isChange)
            let isDry = changes.contains { !$0.isWritten }
            parts.append("\(Set(changes.map { Array($0.path.utf8) }).count) \(isDry ? "would change" : "changed")")
        }
        parts.append(told.isEmpty ? "no findings" : told.joined(separator: ", "))
        return style.paint(parts.joined(separator: ", "), .bold) + "\n"
    }
}
