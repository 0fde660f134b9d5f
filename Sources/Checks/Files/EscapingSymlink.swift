import ContentModel
import Findings

/// A symbolic link leads out of the content folder.
struct EscapingSymlink: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-004", "escaping-symlink"),
        defaultSeverity: .error,
        summary: "A symbolic link must not lead out of the content",
        why: "What lies outside is not in the package, so on the device the link leads to nothing, or to what is not "
            + "the content's. Hosted content was not to hold such links.",
        remedy: "Put the file that the link leads to into Contents, and link to it there.",
        evidence: .secondary(
            "Microsoft, 'Changes to StoreKit in iOS 6': hosted content can't contain symlinks that point outside the "
                + "content"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a link to what lies beside the content folder",
                .contentFolder(extra: ["Contents/shared.png": .symlink("../../Shared/a.png")]),
                expected: [ExpectedFinding("FIL-004", .error, member: "Contents/shared.png")]),
            CheckExample(
                "a way out by another link",
                .contentFolder(extra: [
                    "Contents/deep/er/b.txt": .text("b"), "Contents/in": .symlink("deep/er"),
                    "Contents/c.txt": .symlink("in/../../../../Shared/c.txt"),
                ]),
                expected: [ExpectedFinding("FIL-004", .error, member: "Contents/c.txt")]),
            CheckExample(
                "a link up and down again inside the content",
                .contentFolder(extra: ["Contents/sub/b.txt": .symlink("../a.txt")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        if context.leavesLinks(of: Self.self) { return }
        for link in context.symlinks where link.resolution == .escapes {
            report(
                Self.finding(
                    Text.escapes(link.entry.path, target: link.target), at: context.location(of: link.entry.path),
                    remedy: Remedy("put what it leads to into 'Contents', and link to it there")))
        }
    }
}

private enum Text {
    static func escapes(_ path: ContentPath, target: [UInt8]) -> String {
        "symbolic link \(Wording.quoted(path)) leads out of the content: to \(Wording.quoted(name: target))"
    }
}
