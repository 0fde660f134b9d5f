import ContentModel
import Findings

/// A symbolic link leads to a place on the machine that made it.
struct AbsoluteSymlink: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-003", "absolute-symlink"),
        defaultSeverity: .error,
        summary: "A symbolic link must not be absolute",
        why: "The path starts at the root of the file system, so it leads out of the content: on the device to "
            + "nothing, or to what is not the content's. Hosted content was not to hold such links.",
        remedy: "Link to the file by a path relative to the link, or put a copy in its place.",
        evidence: .secondary(
            "Microsoft, 'Changes to StoreKit in iOS 6': hosted content can't contain symlinks that point outside the "
                + "content"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a link to a folder of the builder",
                .contentFolder(extra: ["Contents/shared": .symlink("/Users/tom/Shared")]),
                expected: [ExpectedFinding("FIL-003", .error, member: "Contents/shared")]),
            CheckExample(
                "a link inside the content", .contentFolder(extra: ["Contents/b.txt": .symlink("a.txt")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        if context.leavesLinks(of: Self.self) { return }
        for link in context.symlinks where link.resolution == .absolute {
            report(
                Self.finding(
                    Text.absolute(link.entry.path, target: link.target), at: context.location(of: link.entry.path),
                    remedy: Remedy("link by a relative path, or put a copy in the link's place")))
        }
    }
}

private enum Text {
    static func absolute(_ path: ContentPath, target: [UInt8]) -> String {
        "symbolic link \(Wording.quoted(path)) is absolute: it leads to \(Wording.quoted(name: target))"
    }
}
