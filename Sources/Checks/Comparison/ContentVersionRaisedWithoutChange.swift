import ContentModel
import Findings

/// The version says that the content is new, and it is not.
struct ContentVersionRaisedWithoutChange: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("VER-004", "content-version-raised-without-change"),
        defaultSeverity: .note,
        summary: "A higher ContentVersion mostly comes with other content",
        why:
            "Every app that has the content fetches it once more, and gets what it has. That can be meant; it can also be "
            + "that the change is not in the folder.",
        remedy:
            "See whether the change that the version stands for is in Contents. If there is none, leave the version as "
            + "it was.",
        evidence: .judgement("It does no harm but the download, so it is a note"))

    static var examples: [ComparisonExample] {
        [
            ComparisonExample(
                "from 1.0 to 1.1, and nothing else", from: .contentFolder(), to: .contentFolder(contentVersion: "1.1"),
                expected: [ExpectedFinding("VER-004", .note, member: "ContentInfo.plist", line: 6)]),
            ComparisonExample(
                "from 1.0 to 1.1, and one file less", from: .contentFolder(extra: ["Contents/b.txt": .text("b")]),
                to: .contentFolder(contentVersion: "1.1"), expected: []),
        ]
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        guard let step = VersionStep(context), step.isRaised,
            context.comparison.contentChanges.allSatisfy({ $0.path == ContentTree.contentInfoPath })
        else { return }
        report(
            Self.finding(
                Text.raised(step), at: step.location,
                remedy: Remedy("see whether the change is in 'Contents'; if there is none, leave the version")))
    }
}

private enum Text {
    static func raised(_ step: VersionStep) -> String {
        "content version is raised from \(Wording.quoted(step.oldText)) to \(Wording.quoted(step.newText)), and nothing "
            + "but ContentInfo.plist changed"
    }
}
