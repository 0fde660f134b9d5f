import Findings
import Packaging

/// A flat package holds content, but says that it is for an installer.
struct NotInHostedForm: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-007", "not-in-hosted-form"),
        defaultSeverity: .warning,
        summary: "PackageInfo of a .pkg of content should say so",
        why: "Hosted content is known by content-type=\"in-app\"; it has no install-location and no scripts. Without, "
            + "macOS would take the package for one to be installed, and the store had nothing to know it by. Whether "
            + "today's productbuild still writes the content type is not known.",
        remedy: "Pack the content folder again.",
        evidence: .format("Flat package: the form of PackageInfo in each of 17 Apple-made packages of content"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an ordinary component", .flatPackage(.form("it has no content-type")),
                expected: [ExpectedFinding("PKG-007", .warning)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.flatPackage?.faults ?? [] {
            guard case .form(let what) = fault else { continue }
            report(Self.finding(Text.form(what), at: context.inputLocation, remedy: PackageRemedy.packAgain))
        }
    }
}

private enum Text {
    static func form(_ what: String) -> String {
        "PackageInfo is not that of hosted content: \(Wording.escaped(what))"
    }
}
