import ContentModel
import Findings
import Packaging
import PropertyLists

/// The content is other than it was, and its version says that it is not.
struct ContentChangedSameVersion: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("VER-002", "content-changed-same-version"),
        defaultSeverity: .error,
        summary: "Content that changed must have a higher ContentVersion",
        why: "An app learns of new content by its version alone: it compares the version that the store names with the "
            + "one that it has. With the same version, those who have the old content keep it.",
        remedy: "Raise ContentVersion, for example from 1.0 to 1.1, and pack the folder again. Versions are compared "
            + "number by number, and 1.0 and 1.0.0 are one version.",
        evidence: .secondary(
            "Microsoft, 'Changes to StoreKit in iOS 6': ContentVersion is incremented to show that a package is newer"))

    static var examples: [ComparisonExample] {
        let found = ExpectedFinding("VER-002", .error, member: "ContentInfo.plist", line: 6)
        let changed: ContentSketch = .contentFolder(extra: ["Contents/a.txt": .text("b")])
        return [
            ComparisonExample("other bytes of the same number", from: .contentFolder(), to: changed, expected: [found]),
            ComparisonExample(
                "one file more", from: .contentFolder(), to: .contentFolder(extra: ["Contents/b.txt": .text("b")]),
                expected: [found]),
            ComparisonExample(
                "a package and the folder as it is now", from: ContentSketch.contentFolder().with { $0.kind = .zip },
                to: changed, expected: [found]),
            ComparisonExample(
                "the same version in other words", from: .contentFolder(contentVersion: "1.0"),
                to: .contentFolder(contentVersion: "1.0.0"), expected: [found]),
            ComparisonExample("nothing changed", from: .contentFolder(), to: .contentFolder(), expected: []),
            ComparisonExample(
                "a higher version", from: .contentFolder(contentVersion: "1.9"),
                to: .contentFolder(contentVersion: "1.10", extra: ["Contents/a.txt": .text("b")]), expected: []),
            ComparisonExample(
                "a version that is none", from: .contentFolder(contentVersion: "one"), to: changed,
                expected: [ExpectedFinding("VER-001", .error, member: "ContentInfo.plist", line: 6)]),
        ]
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        let changes = context.comparison.contentChanges
        guard let step = VersionStep(context), step.isSame, !changes.isEmpty else { return }
        report(
            Self.finding(
                Text.changed(step, changes), at: step.location, notes: Text.notes(step),
                remedy: Remedy(
                    "raise ContentVersion in ContentInfo.plist, and pack the content folder again",
                    command: MendingCommand(in: context.new).raisingVersion())))
    }
}

private enum Text {
    static func changed(_ step: VersionStep, _ changes: [ContentChange]) -> String {
        "content changed, and its version is still \(Wording.quoted(step.newText)): \(ChangeWording.counts(changes))"
    }

    static func notes(_ step: VersionStep) -> [String] {
        guard step.oldText != step.newText else { return [] }
        return ["\(Wording.quoted(step.oldText)) and \(Wording.quoted(step.newText)) are one version."]
    }
}
