import Findings
import Packaging

/// The `Distribution` of a flat package does not lead to its component.
struct DistributionMismatch: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-006", "distribution-mismatch"),
        defaultSeverity: .error,
        summary: "Distribution of a .pkg must refer to its component, and to nothing else",
        why: "An installer opens what Distribution refers to; a component that it does not name is never found. A "
            + "package without Distribution is a bare component, which productbuild never made of content: a warning.",
        remedy: "Pack the content folder again.",
        evidence: .format("Flat package: one pkg-ref with the component's name, in every package measured"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "another name", .flatPackage(.distributionRefers(to: ["other.pkg"])),
                expected: [ExpectedFinding("PKG-006", .error)]),
            CheckExample(
                "no reference", .flatPackage(.distributionRefers(to: [])),
                expected: [ExpectedFinding("PKG-006", .error)]),
            CheckExample(
                "another version",
                .flatPackage(.distributionDiffers("the version '1', and PackageInfo '0'")),
                expected: [ExpectedFinding("PKG-006", .error)]),
            CheckExample(
                "a Distribution that is no XML", .flatPackage(.distributionUnreadable("the document is empty")),
                expected: [ExpectedFinding("PKG-006", .error)]),
            CheckExample(
                "a bare component", .flatPackage(.distributionMissing),
                expected: [ExpectedFinding("PKG-006", .warning)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let package = context.flatPackage else { return }
        for fault in package.faults {
            let judged: (message: String, severity: Severity)
            switch fault {
            case .distributionMissing: judged = (Text.missing, .warning)
            case .distributionUnreadable(let reason): judged = (Text.unreadable(reason), .error)
            case .distributionDiffers(let how): judged = (Text.differs(how), .error)
            case .distributionRefers(let names): judged = (Text.refers(to: names, of: package), .error)
            default: continue
            }
            report(
                Self.finding(
                    judged.message, at: context.inputLocation, severity: judged.severity,
                    remedy: PackageRemedy.packAgain))
        }
    }
}

private enum Text {
    static let missing = "package has no Distribution: it is a bare component"

    static func unreadable(_ reason: String) -> String { "Distribution can't be read: \(Wording.escaped(reason))" }

    static func differs(_ how: String) -> String { "Distribution gives the component \(Wording.escaped(how))" }

    static func refers(to names: [String], of package: FlatPackage) -> String {
        let shown = names.isEmpty ? "nothing" : Wording.list(names.map(Wording.quoted))
        let component = package.component.isEmpty ? "at the top of the package" : Wording.quoted(package.component)
        return "Distribution refers to \(shown), and the component is \(component)"
    }
}
