public import Findings

/// The report for people, grouped by input.
///
/// Of many inputs, those without findings are counted and not listed, and of a kind of finding that comes again and again
/// the first ones are told; `verbose` tells all. No line can be taken for a command by a CI service that reads it.
public struct TextReporter: Reporter {
    /// So many inputs are all listed.
    private static let listedInputs = 20

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
            blocks.append(ComparisonText(style: style).render(report, findings: told(report.findings)))
        } else if let matches = report.matches {
            blocks.append(MatchTable(style: style).render(matches, unclaimed: report.unclaimed ?? []))
            blocks.append(remarks(beside: report))
        } else {
            blocks.append(contentsOf: inputBlocks(report))
        }
        if style.verbosity > .quiet, report.command != "compare" {
            blocks.append(SummaryText(style: style).render(report))
        }
        if style.verbosity == .verbose, let compressor = report.compressor {
            blocks.append("this iapkit has the compression libraries \(compressor)\n")
        }
        let isSpaced = report.inputs.count > 1
        return CommandDefusing.defused(blocks.filter { !$0.isEmpty }.joined(separator: isSpaced ? "\n" : ""))
    }

    /// The blocks of inputs: one of several lines stands apart from the others, single lines stand together.
    private static func grouped(_ blocks: [String]) -> [String] {
        var groups: [String] = []
        var wasLong = true
        for block in blocks where !block.isEmpty {
            let isLong = block.utf8.dropLast().contains(UInt8(ascii: "\n"))
            if isLong || wasLong { groups.append(block) } else { groups[groups.count - 1] += block }
            wasLong = isLong
        }
        return groups
    }

    /// Those findings that the style tells.
    private func told(_ findings: [Finding]) -> [Finding] {
        findings.filter { style.verbosity > .quiet || $0.severity >= style.quietSeverity }
    }

    /// The findings that no row of a match tells: what is wrong with an ID that matches, which is never an error.
    private func remarks(beside report: Report) -> String {
        let fold = FindingFold(
            [told(report.findings.filter { $0.severity < .error })], isFolding: style.verbosity < .verbose)
        var told = FindingText.Told()
        return fold.told.map { FindingText(style: style).render($0, told: &told) }.joined() + fold.render(style: style)
    }

    private func inputBlocks(_ report: Report) -> [String] {
        let byInput = report.findingsByInput
        let fold = FindingFold(
            byInput.map(told) + [told(report.findingsElsewhere)], isFolding: style.verbosity < .verbose)
        let isListed = style.verbosity == .verbose || report.inputs.count <= Self.listedInputs
        // What has been told of one input need not be told of the next.
        var told = FindingText.Told()
        var blocks = report.inputs.indices.map { index in
            let input = report.inputs[index]
            let text = FindingText(style: style).render(fold.told[index], told: &told)
            guard style.verbosity > .quiet else { return text }
            if let inspection = input.inspection {
                return text + InspectionText(style: style).render(input, inspection)
            }
            if text.isEmpty, !isListed, !needsLine(input, byInput[index], in: report) { return "" }
            return text + OutcomeText(style: style).render(input, byInput[index], in: report)
        }
        blocks.append(FindingText(style: style).render(fold.told[report.inputs.count], told: &told))
        return Self.grouped(blocks) + [fold.render(style: style)]
    }

    /// Whether an input is listed also among many and without a finding of its own: what can't be told by a number.
    private func needsLine(_ input: InputSummary, _ findings: [Finding], in report: Report) -> Bool {
        if report.command == "pack" {
            // What failed without a finding, and the paths that a dry run is asked for.
            return input.outputs.contains { $0.bytes == nil } || (input.outputs.isEmpty && findings.isEmpty)
        }
        return report.command == "edit"
    }
}
