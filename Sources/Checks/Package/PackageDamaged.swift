import Findings
import Packaging

/// The package contradicts itself.
struct PackageDamaged: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-003", "package-damaged"),
        defaultSeverity: .error,
        summary: "A package must be intact",
        why: "The parts of the file contradict each other, or their checksums are wrong, so that programs see "
            + "different content in it, or none.",
        remedy: "Copy or download it again, or pack the content folder anew.",
        evidence: .format("Zip: its records and checksums must agree"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "two names for one entry",
                .damaged(
                    InputFault(.damaged, detail: "'Contents/a.txt' has the name 'Contents/b.txt' in its local header")),
                expected: [ExpectedFinding("PKG-003", .error)]),
            CheckExample(
                "an intact zip", ContentSketch.contentFolder().with { $0.kind = .zip }, expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for detail in context.inputFaults(.damaged) {
            report(
                Self.finding(
                    Text.damaged(detail), at: context.inputLocation,
                    remedy: Remedy("copy or download the package again, or pack the content folder anew")))
        }
    }
}

private enum Text {
    static func damaged(_ detail: String) -> String { "package is damaged: \(Wording.escaped(detail))" }
}
