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
        remedy: "Put the file at the root, beside Contents; or make a content folder elsewhere with 'iapkit init' and "
            + "copy its ContentInfo.plist. Of a zip, the root must hold the file itself, not a folder that has it.",
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
            context.isContentFolder, !tree.failures.contains(where: { $0.path == ContentTree.contentInfoPath })
        else { return }
        let (message, advice) = Self.judge(tree, in: context)
        report(
            Self.finding(
                message, at: context.contentInfoLocation(), notes: notes(for: tree), remedy: Remedy(advice)))
    }

    /// What is wrong, and what to do, by what was likely meant.
    private static func judge(_ tree: ContentTree, in context: CheckContext) -> (message: String, advice: String) {
        if let near = RootNames(in: context).likelyContentInfo {
            return (Text.missing(near: near.path), Text.rename(near))
        }
        guard tree.entry(at: ContentTree.contentsPath) == nil else { return (Text.missing, Text.make) }
        let place = WrongPlace(of: tree, in: context)
        return switch place {
        case .wrapper(let folder): (Text.wrapped(in: folder, context), Text.unwrap(folder, context))
        case .contents(let above): (Text.isContents, "give the folder above it, \(Wording.quoted(above))")
        case .packages(let glob): (Text.nothing(found: summary(of: tree.leftOut)), Text.givePackages(glob))
        case .contentFolders(let count, let first): (Text.isCatalog(count), Text.nameOne(first))
        case .flatPackage: (Text.nothing(found: summary(of: tree.leftOut)), Text.flatPackage)
        case nil: (Text.nothing(found: summary(of: tree.leftOut)), Text.make)
        }
    }

    private func notes(for tree: ContentTree) -> [String] {
        var notes: [String] = []
        if tree.leftOut.contains(where: { $0.path == ContentPath("._ContentInfo.plist") }) {
            notes.append("'._ContentInfo.plist' is no substitute: it holds what a Mac keeps beside a file.")
        }
        if tree.entry(at: ContentPath("Contents/ContentInfo.plist")) != nil {
            notes.append("There is one in 'Contents', where nobody looks for it.")
        }
        return notes
    }

    /// What stands at the root instead: its name, or how many things.
    private static func summary(of leftOut: [LeftOutEntry]) -> String {
        guard let first = leftOut.first else { return "nothing" }
        guard leftOut.count == 1 else {
            return Wording.list(leftOut.map { Wording.quoted($0.path) })
        }
        if !first.isDirectory, let suffix = ["pkg", "zip", "ipa", "aar"].first(where: first.hasSuffix) {
            return "one .\(suffix), \(Wording.quoted(first.path))"
        }
        return "one \(first.isDirectory ? "folder" : "file"), \(Wording.quoted(first.path))"
    }
}

private enum Text {
    static let missing = "'ContentInfo.plist' is missing"

    static func missing(near path: ContentPath) -> String {
        "'ContentInfo.plist' is missing; \(Wording.quoted(path)) is there, and not the name that is looked for"
    }

    static func nothing(found: String) -> String { "expected 'ContentInfo.plist' and 'Contents/', found \(found)" }

    static let make = "put ContentInfo.plist at the root, beside Contents, or \(ContentInfoRemedy.make)"

    static func wrapped(in folder: ContentPath, _ context: CheckContext) -> String {
        "'ContentInfo.plist' is not at the root of the \(whole(context.kind)), "
            + "but in the folder \(Wording.quoted(folder)) in it"
    }

    static func unwrap(_ folder: ContentPath, _ context: CheckContext) -> String {
        let name = Wording.quoted(folder)
        switch context.kind {
        case .folder, .unknown: return "give '\(SafeText.escaped(context.path(of: folder.displayText)))'"
        case .zip: return "zip what is in \(name), not \(name) itself"
        case .pkg, .aar: return "pack \(name), not the folder that it is in"
        }
    }

    /// What a content folder was expected to be the whole of.
    private static func whole(_ kind: ContentInput.Kind) -> String {
        switch kind {
        case .folder, .unknown: "folder"
        case .zip: "zip"
        case .pkg: "payload"
        case .aar: "asset pack"
        }
    }

    static let isContents = "this is the 'Contents' of a content folder, and 'ContentInfo.plist' lies beside it"

    static func givePackages(_ glob: String) -> String {
        "give the packages themselves: \(glob)"
    }

    static func isCatalog(_ count: Int) -> String {
        "this is no content folder; it holds \(Wording.count(count, "content folder"))"
    }

    static func nameOne(_ path: String) -> String { "name one of them, such as '\(SafeText.escaped(path))'" }

    static let flatPackage = "unzip it and give the .pkg, or pack the content folder that it was made from"

    static func rename(_ entry: LeftOutEntry) -> String {
        "rename \(Wording.quoted(entry.path)) to 'ContentInfo.plist', if it is the one"
    }
}
