import Findings
import Packaging

/// The counts in the `PackageInfo` of a flat package are not those of its payload.
struct PackageInfoCounts: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-005", "package-info-counts"),
        defaultSeverity: .error,
        summary: "PackageInfo of a .pkg must count what its payload holds",
        why: "numberOfFiles and installKBytes tell an installer what to expect; where they were written by hand, "
            + "packages were seen that install folders without files. A wrong installKBytes is only a warning, since the "
            + "size of a folder depends on the disk that a package was made on.",
        remedy: "Pack the content folder again.",
        evidence: .format("Flat package: the counts of Apple-made packages follow from the payload, measured"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "five files counted and four there", .flatPackage(.fileCount(declared: 5, actual: 4)),
                expected: [ExpectedFinding("PKG-005", .error)]),
            CheckExample(
                "no count", .flatPackage(.fileCount(declared: nil, actual: 4)),
                expected: [ExpectedFinding("PKG-005", .error)]),
            CheckExample(
                "another size", .flatPackage(.installSize(declared: 9, actual: 3)),
                expected: [ExpectedFinding("PKG-005", .warning)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.flatPackage?.faults ?? [] {
            let judged: (message: String, severity: Severity)
            switch fault {
            case .fileCount(let declared, let actual): judged = (Text.fileCount(declared, actual), .error)
            case .installSize(let declared, let actual): judged = (Text.size(declared, actual), .warning)
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
    static func fileCount(_ declared: Int?, _ actual: Int) -> String {
        "PackageInfo \(said(declared, "numberOfFiles")), and the payload has \(actual) entries"
    }

    static func size(_ declared: Int?, _ actual: Int) -> String {
        "PackageInfo \(said(declared, "installKBytes")), and the payload takes \(actual)"
    }

    private static func said(_ value: Int?, _ name: String) -> String {
        value.map { "says \(name) \($0)" } ?? "has no \(name)"
    }
}
