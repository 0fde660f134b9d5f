import ContentModel
import Findings

/// `Contents` is there, and is no folder.
struct ContentsNotAFolder: Check {
    static let description = FindingDescription(
        code: FindingCode("LAY-002", "contents-not-a-folder"),
        defaultSeverity: .error,
        summary: "'Contents' must be a folder",
        why: "Apps look for the payload in the folder 'Contents'. A link of this name is packed as a link, and what it "
            + "leads to stays behind.",
        remedy: "Replace it by a folder; a link by a copy of the folder that it leads to.",
        evidence: .secondary(
            "Xcode's product type for in-app purchase content makes it a folder (swift-build, "
                + "DarwinPackageTypes.xcspec)"))

    static var examples: [CheckExample] {
        let base = ContentSketch.contentFolder().without("Contents/a.txt")
        let expected = [ExpectedFinding("LAY-002", .error, member: "Contents")]
        return [
            CheckExample("a file", base.adding(.text("a"), at: ContentPath("Contents")), expected: expected),
            CheckExample("a link", base.adding(.symlink("../Shared"), at: ContentPath("Contents")), expected: expected),
            CheckExample("a folder", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let entry = context.tree?.entry(at: ContentTree.contentsPath), entry.type != .directory else { return }
        report(
            Self.finding(
                Text.notAFolder(entry.type), at: context.location(of: entry.path),
                remedy: Remedy("replace it by a folder that holds the payload")))
    }
}

private enum Text {
    static func notAFolder(_ type: ContentEntry.Kind) -> String {
        "'Contents' must be a folder; it is \(EntryWording.phrase(for: type))"
    }
}
