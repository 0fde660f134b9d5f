import ContentModel
import Findings
import Packaging

/// There is no `ContentInfo.plist` at the root.
struct ContentInfoMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-001", "content-info-missing"),
        defaultSeverity: .error,
        summary: "A content folder must hold ContentInfo.plist at its root",
        why: "ContentInfo.plist names the product that the content belongs to, and the content's version. Without it "
            + "nothing tells the store which product to deliver the content for. Names are compared exactly, letter "
            + "case too.",
        remedy: "Put the file at the root, beside Contents. 'iapkit init' makes one.",
        evidence: .secondary(
            "Xcode's product type for in-app purchase content places ContentInfo.plist there (swift-build, "
                + "DarwinPackageTypes.xcspec); Microsoft's guide to StoreKit in iOS 6 asks for it"))

    static var examples: [CheckExample] {
        let missing = ExpectedFinding("PLI-001", .error, member: "ContentInfo.plist")
        return [
            CheckExample(
                "a folder with Contents only", .contentFolder().without("ContentInfo.plist"), expected: [missing]),
            CheckExample(
                "a name in other letters",
                .contentFolder(extra: ["contentinfo.plist": .text("")]).without("ContentInfo.plist"),
                expected: [missing]),
            CheckExample(
                "the Mac's attributes of a file that is gone",
                .contentFolder(extra: ["._ContentInfo.plist": .file([0, 5, 22, 7])]).without("ContentInfo.plist"),
                expected: [
                    ExpectedFinding("FIL-008", .warning, member: "._ContentInfo.plist"), missing,
                ]),
            CheckExample("a file at the root", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree, tree.entry(at: ContentTree.contentInfoPath) == nil, !context.isUnlisted,
            !tree.failures.contains(where: { $0.path == ContentTree.contentInfoPath })
        else { return }
        let near = RootNames(in: context).likelyContentInfo
        report(
            Self.finding(
                Self.message(for: tree, near: near), at: context.contentInfoLocation(),
                notes: notes(for: tree, in: context),
                remedy: Remedy(near.map(Text.rename) ?? Text.make)))
    }

    private static func message(for tree: ContentTree, near: LeftOutEntry?) -> String {
        if let near { return Text.missing(near: near.path) }
        let hasContents = tree.entry(at: ContentTree.contentsPath) != nil
        return hasContents ? Text.missing : Text.nothing(found: summary(of: tree.leftOut))
    }

    private func notes(for tree: ContentTree, in context: CheckContext) -> [String] {
        var notes: [String] = []
        if tree.leftOut.contains(where: { $0.path == ContentPath("._ContentInfo.plist") }) {
            notes.append("'._ContentInfo.plist' is no substitute: it holds what a Mac keeps beside a file.")
        }
        if tree.entry(at: ContentPath("Contents/ContentInfo.plist")) != nil {
            notes.append("There is one in 'Contents', where nobody looks for it.")
        }
        if let folder = tree.leftOut.first(where: { $0.isDirectory && $0.reason == .besideContents }),
            tree.entry(at: ContentTree.contentsPath) == nil
        {
            notes.append(
                "If 'ContentInfo.plist' lies in \(Wording.quoted(folder.path)), that is the content folder"
                    + (context.kind == .folder ? "." : ": a package holds what is in it, not the folder itself."))
        }
        return notes
    }

    /// What stands at the root instead: its name, or how many things.
    private static func summary(of leftOut: [LeftOutEntry]) -> String {
        guard let first = leftOut.first else { return "nothing" }
        guard leftOut.count == 1 else {
            return Wording.list(leftOut.map { Wording.quoted($0.path) })
        }
        if !first.isDirectory, let suffix = ["pkg", "zip", "ipa", "aar"].first(where: { hasSuffix($0, first.path) }) {
            return "one .\(suffix), \(Wording.quoted(first.path))"
        }
        return "one \(first.isDirectory ? "folder" : "file"), \(Wording.quoted(first.path))"
    }

    private static func hasSuffix(_ suffix: String, _ path: ContentPath) -> Bool {
        path.text?.lowercased().hasSuffix("." + suffix) ?? false
    }
}

private enum Text {
    static let missing = "'ContentInfo.plist' is missing"

    static func missing(near path: ContentPath) -> String {
        "'ContentInfo.plist' is missing; \(Wording.quoted(path)) is there, and not the name that is looked for"
    }

    static func nothing(found: String) -> String { "expected 'ContentInfo.plist' and 'Contents/', found \(found)" }

    static let make = "put ContentInfo.plist at the root, beside Contents; 'iapkit init' makes one"

    static func rename(_ entry: LeftOutEntry) -> String {
        "rename \(Wording.quoted(entry.path)) to 'ContentInfo.plist', if it is the one"
    }
}
