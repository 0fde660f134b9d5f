import ContentModel
import Findings

/// The newer content has the lower version.
struct ContentVersionLowered: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("VER-003", "content-version-lowered"),
        defaultSeverity: .error,
        summary: "ContentVersion must never become lower",
        why:
            "An app that has the higher version takes the lower one for old content, and never fetches it. Versions are "
            + "compared number by number: 1.10 is higher than 1.9.",
        remedy:
            "Set ContentVersion to a version above the older one. If the two inputs are in the wrong order, give the "
            + "older one first.",
        evidence: .secondary(
            "Microsoft, 'Changes to StoreKit in iOS 6': ContentVersion is incremented to show that a package is newer"))

    static var examples: [ComparisonExample] {
        let found = ExpectedFinding("VER-003", .error, member: "ContentInfo.plist", line: 6)
        return [
            ComparisonExample(
                "from 1.1 to 1.0", from: .contentFolder(contentVersion: "1.1"), to: .contentFolder(), expected: [found]),
            ComparisonExample(
                "from 1.10 to 1.9", from: .contentFolder(contentVersion: "1.10"),
                to: .contentFolder(contentVersion: "1.9", extra: ["Contents/b.txt": .text("b")]), expected: [found]),
            ComparisonExample(
                "from 1.9 to 1.10", from: .contentFolder(contentVersion: "1.9"),
                to: .contentFolder(contentVersion: "1.10", extra: ["Contents/b.txt": .text("b")]), expected: []),
        ]
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        guard let step = VersionStep(context), step.isLowered else { return }
        report(
            Self.finding(
                Text.lowered(step), at: step.location,
                remedy: Remedy("set ContentVersion to a version above \(Wording.quoted(step.oldText))")))
    }
}

private enum Text {
    static func lowered(_ step: VersionStep) -> String {
        "content version \(Wording.quoted(step.newText)) is lower than \(Wording.quoted(step.oldText)), the older one"
    }
}
