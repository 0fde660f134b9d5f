import ContentModel
import Findings

/// A symbolic link leads to nothing.
struct DanglingSymlink: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-005", "dangling-symlink"),
        defaultSeverity: .warning,
        summary: "A symbolic link should lead to something in the content",
        why: "On the device the link leads to nothing. Either its target was forgotten, or left out, or it was "
            + "renamed.",
        remedy: "Put the target into the content, link to what is there, or take the link out.",
        evidence: .judgement("Nothing forbids it; an app that follows the link fails"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a target that is not there", .contentFolder(extra: ["Contents/b.txt": .symlink("c.txt")]),
                expected: [ExpectedFinding("FIL-005", .warning, member: "Contents/b.txt")]),
            CheckExample(
                "two links that lead to each other",
                .contentFolder(extra: ["Contents/b": .symlink("c"), "Contents/c": .symlink("b")]),
                expected: [
                    ExpectedFinding("FIL-005", .warning, member: "Contents/b"),
                    ExpectedFinding("FIL-005", .warning, member: "Contents/c"),
                ]),
            CheckExample(
                "of a chain of links, the one that leads to nothing",
                .contentFolder(extra: ["Contents/b": .symlink("c"), "Contents/c": .symlink("d")]),
                expected: [ExpectedFinding("FIL-005", .warning, member: "Contents/c")]),
            CheckExample(
                "a link to a folder, and one through it",
                .contentFolder(extra: [
                    "Contents/sub/b.txt": .text("b"), "Contents/link": .symlink("sub/"),
                    "Contents/c.txt": .symlink("link/b.txt"),
                ]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        if context.leavesLinks(of: Self.self) { return }
        let leftOut = Set((context.tree?.leftOut ?? []).map(\.path))
        for link in context.symlinks {
            let reason: String
            switch link.resolution {
            case .sound, .absolute, .escapes: continue
            case .loops: reason = Text.loops
            case .throughFile(let path): reason = Text.throughFile(path)
            case .missing(let path):
                let isLeftOut = sequence(first: path, next: \.parent).contains(where: leftOut.contains)
                reason = isLeftOut ? Text.leftOut(path) : Text.missing(path)
            }
            report(
                Self.finding(
                    Text.dangling(link.entry.path, target: link.target, reason: reason),
                    at: context.location(of: link.entry.path),
                    remedy: Remedy("put the target into the content, or take the link out")))
        }
    }
}

private enum Text {
    static func dangling(_ path: ContentPath, target: [UInt8], reason: String) -> String {
        "symbolic link \(Wording.quoted(path)) to \(Wording.quoted(name: target)) leads to nothing: \(reason)"
    }

    static let loops = "it leads back to itself"

    static func throughFile(_ path: ContentPath) -> String { "\(Wording.quoted(path)) is no folder" }

    static func missing(_ path: ContentPath) -> String { "\(Wording.quoted(path)) is not there" }

    static func leftOut(_ path: ContentPath) -> String { "\(Wording.quoted(path)) is left out of the package" }
}
