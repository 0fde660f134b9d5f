import Findings
import Packaging

/// The package ends too early.
struct PackageTruncated: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-002", "package-truncated"),
        defaultSeverity: .error,
        summary: "A package must be complete",
        why: "The file starts as a package and stops before its end: a copy, download or upload was cut short.",
        remedy: "Copy or download it again, or pack the content folder again.",
        evidence: .format("Zip: the list of entries stands at the end of the file"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "the first half of a zip",
                .damaged(InputFault(.truncated, detail: "the list of entries at the end is not there")),
                expected: [ExpectedFinding("PKG-002", .error)]),
            CheckExample(
                "a whole zip", ContentSketch.contentFolder().with { $0.kind = .zip }, expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for detail in context.inputFaults(.truncated) {
            report(Self.finding(Text.truncated(detail), at: context.inputLocation, remedy: PackageRemedy.copyAgain))
        }
    }
}

private enum Text {
    static func truncated(_ detail: String) -> String { "package is incomplete: \(Wording.escaped(detail))" }
}
