import ContentModel
import Findings

/// `ContentInfo.plist` is a folder, a link or something that is never opened.
struct ContentInfoNotAFile: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-015", "content-info-not-a-file"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must be a plain file",
        why: "A link is packed as a link, and what it leads to stays behind, so the store finds no property list. A "
            + "folder or a device can't hold one.",
        remedy: "Replace it by a plain file; a link by a copy of the file that it leads to.",
        evidence: .judgement("Apple's texts speak of a file; a link inside a package was never seen to be followed"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a link to a shared file", .contentFolder(contentInfo: .symlink("../Shared/ContentInfo.plist")),
                expected: [ExpectedFinding("PLI-015", .error, member: "ContentInfo.plist")]),
            CheckExample(
                "a folder", .contentFolder(contentInfo: .directory),
                expected: [ExpectedFinding("PLI-015", .error, member: "ContentInfo.plist")]),
            CheckExample(
                "a named pipe", .contentFolder(contentInfo: .special(.fifo)),
                expected: [ExpectedFinding("PLI-015", .error, member: "ContentInfo.plist")]),
            CheckExample("a plain file", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let entry = context.tree?.entry(at: ContentTree.contentInfoPath), entry.type != .file else { return }
        report(
            Self.finding(
                Text.notAFile(entry.type), at: context.contentInfoLocation(),
                remedy: Remedy("replace it by a plain file that holds the property list")))
    }
}

private enum Text {
    static func notAFile(_ type: ContentEntry.Kind) -> String {
        "'ContentInfo.plist' must be a plain file; it is \(EntryWording.phrase(for: type))"
    }
}
