import ContentModel
import Findings

/// `Contents` holds a whole content folder.
struct NestedContentFolder: Check {
    static let description = FindingDescription(
        code: FindingCode("LAY-005", "nested-content-folder"),
        defaultSeverity: .warning,
        summary: "'Contents' should not hold a whole content folder",
        why: "Its payload arrives one folder deeper (Contents/Contents) than the app looks, and the inner "
            + "ContentInfo.plist is not read by the store.",
        remedy: "Move what is in the inner Contents up, and delete the inner ContentInfo.plist.",
        evidence: .judgement("Nothing forbids it; it is what a folder packed twice looks like"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a folder packed twice",
                .contentFolder(extra: [
                    "Contents/ContentInfo.plist": .text(""), "Contents/Contents/b.txt": .text("b"),
                ]),
                expected: [ExpectedFinding("LAY-005", .warning, member: "Contents/ContentInfo.plist")]),
            CheckExample(
                "one content folder inside another",
                .contentFolder(extra: [
                    "Contents/pack2/ContentInfo.plist": .text(""), "Contents/pack2/Contents/b.txt": .text("b"),
                ]),
                expected: [ExpectedFinding("LAY-005", .warning, member: "Contents/pack2/ContentInfo.plist")]),
            CheckExample(
                "a file of that name by itself",
                .contentFolder(extra: ["Contents/ContentInfo.plist": .text("")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree else { return }
        for entry in context.payload where entry.path.name.elementsEqual(ContentTree.contentInfoPath.bytes) {
            guard let folder = entry.path.parent else { continue }
            let inner = folder.appending(ContentTree.contentsPath.bytes)
            guard tree.entry(at: inner)?.type == .directory || !tree.entries(below: inner).isEmpty else { continue }
            report(
                Self.finding(
                    Text.nested(folder, inner: inner), at: context.location(of: entry.path),
                    remedy: Remedy("move what is in \(Wording.quoted(inner)) up into 'Contents', and delete the rest")))
        }
    }
}

private enum Text {
    static func nested(_ folder: ContentPath, inner: ContentPath) -> String {
        "\(Wording.quoted(folder)) holds a whole content folder; its payload would arrive at \(Wording.quoted(inner))"
    }
}
