import Findings
import Packaging

/// A flat package is followed by bytes that are no part of it.
struct TrailingBytes: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-009", "trailing-bytes"),
        defaultSeverity: .note,
        summary: "Nothing should follow the last part of a .pkg",
        why: "Readers pass over what follows. Apple's tools of 2015 left up to some thousand bytes there, and a "
            + "notarised package has its ticket there, so it is no fault; but it may also be what a broken copy left.",
        remedy: "Nothing need be done; packing the content folder again gives a package without.",
        evidence: .format("Flat package: the table of contents tells where each part lies"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a stapled ticket", .flatPackage(trailingBytes: 1_200),
                expected: [ExpectedFinding("PKG-009", .note)]),
            CheckExample("a package in order", .flatPackage(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let count = context.flatPackage?.trailingBytes, count > 0 else { return }
        report(
            Self.finding(
                Text.trailing(count), at: context.inputLocation,
                remedy: Remedy("leave them, or pack the content folder again")))
    }
}

private enum Text {
    static func trailing(_ count: UInt64) -> String {
        "\(Wording.grouped(count)) bytes follow the last part of the package"
    }
}
