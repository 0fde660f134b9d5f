import ContentModel
import Findings

/// There is no `Contents`.
struct ContentsMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("LAY-001", "contents-missing"),
        defaultSeverity: .error,
        summary: "A content folder must hold a folder 'Contents' at its root",
        why: "Apps look for the payload in 'Contents', and nowhere else. The name is compared exactly, letter case "
            + "too.",
        remedy: "Make the folder 'Contents' beside ContentInfo.plist, and put the payload in it.",
        evidence: .secondary(
            "Xcode's product type for in-app purchase content places everything but ContentInfo.plist there "
                + "(swift-build, DarwinPackageTypes.xcspec)"))

    static var examples: [CheckExample] {
        let missing = ExpectedFinding("LAY-001", .error, member: "Contents")
        return [
            CheckExample("no folder", .contentFolder().without("Contents/a.txt"), expected: [missing]),
            CheckExample(
                "a name in other letters",
                .contentFolder(extra: ["contents/a.txt": .text("a")]).without("Contents/a.txt"), expected: [missing]),
            CheckExample(
                "an exclusion that matches it",
                .contentFolder().with { $0.exclusions = [ContentGlob("Contents")] }, expected: [missing]),
            CheckExample("a folder", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree, tree.entry(at: ContentTree.contentsPath) == nil, !context.isUnlisted,
            tree.entries(below: ContentTree.contentsPath).isEmpty,
            !tree.failures.contains(where: { $0.path == ContentTree.contentsPath })
        else { return }
        let names = RootNames(in: context)
        let location = context.location(of: ContentTree.contentsPath)
        if case .excluded(let glob)? = tree.leftOut.first(where: { $0.path == ContentTree.contentsPath })?.reason {
            report(
                Self.finding(
                    Text.excluded(by: glob), at: location,
                    remedy: Remedy("narrow the exclusion \(Wording.quoted(glob))")))
        } else if let near = names.likelyContents {
            report(
                Self.finding(
                    Text.missing(near: near.path), at: location,
                    remedy: Remedy("rename \(Wording.quoted(near.path)) to 'Contents'")))
        } else if let written = names.withBackslashAsSeparator.first {
            report(
                Self.finding(
                    Text.missing(written: written.path), at: location,
                    remedy: Remedy("pack the folder again with a tool that writes '/' between folder and file")))
        } else if context.holdsContent || names.likelyContentInfo != nil
            || !context.reports(ContentInfoMissing.self, insteadOf: Self.self) || !context.isContentFolder
        {
            // Where ContentInfo.plist is missing too, this is no content folder, which is one finding.
            report(
                Self.finding(
                    Text.missing, at: location,
                    remedy: Remedy("make the folder 'Contents' beside ContentInfo.plist, and put the payload in it")))
        }
    }
}

private enum Text {
    static let missing = "folder 'Contents' is missing; content folders keep their payload there"

    static func missing(near path: ContentPath) -> String {
        "folder 'Contents' is missing; \(Wording.quoted(path)) is there, and not the name that is looked for"
    }

    static func missing(written path: ContentPath) -> String {
        "folder 'Contents' is missing; \(Wording.quoted(path)) is a file name that holds a backslash"
    }

    static func excluded(by glob: String) -> String {
        "folder 'Contents' is missing, since the exclusion \(Wording.quoted(glob)) leaves it out"
    }
}
