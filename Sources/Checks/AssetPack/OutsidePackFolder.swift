import AssetPacks
import ContentModel
import Findings
import Packaging

/// Something of a pack lies elsewhere than in a folder with the pack's name.
struct OutsidePackFolder: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-018", "outside-pack-folder"),
        defaultSeverity: .warning,
        summary: "All of an asset pack should lie in a folder of its own, Contents/<pack ID>",
        why:
            "The packs of an app share one namespace: an app asks for a path, and not for a pack. Where two packs have a "
            + "file of the same path, Apple does not say which one wins. What lies beside Contents is in no archive of "
            + "Apple's tool, and no app sees it.",
        remedy: "Put the files into a folder named after the pack, and ask for them there.",
        evidence: .apple(
            "Background Assets: the files of all asset packs are merged into one namespace, and which of two files of one "
                + "path is found is undefined"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-018", .warning)
        let foreign = ContentSketch.assetPack(onlySelectors: #"{"directory": "Textures"}, {"file": "a.txt"}"#)
            .without("ContentInfo.plist").with { $0.hasContentRoot = false }
        return [
            CheckExample(
                "a pack with folders of any names",
                foreign.adding(.text("1"), at: ContentPath("Contents/Textures/1.png")), expected: [found]),
            CheckExample(
                "a folder beside the pack's own", ContentSketch.assetPack().with { $0.strays = ["Contents/Textures"] },
                expected: [found]),
            CheckExample(
                "a file beside Contents", ContentSketch.assetPack().with { $0.strays = ["notes.txt"] },
                expected: [found]),
            CheckExample("a pack in its own folder", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let pack = context.assetPack, let tree = context.tree else { return }
        let strays = context.strays.map(\.path)
        let beside = strays.filter { !$0.isInside(ContentTree.contentsPath) }
        if !beside.isEmpty {
            report(
                Self.finding(
                    Text.beside(beside), at: context.inputLocation,
                    remedy: Remedy("make the asset pack again, with 'iapkit pack --format aar' or ba-package")))
        }
        guard let identifier = context.manifest?.identifier else { return }
        let own = ContentTree.contentsPath.appending(identifier.utf8)
        var outside = strays.filter { $0.isInside(ContentTree.contentsPath) && !$0.isInside(own) }
        if let root = pack.contentRoot {
            if root != own { outside.append(root) }
        } else {
            outside += tree.entries.map(\.path).filter { path in
                path.isDirectly(in: ContentTree.contentsPath) && path != own
            }
        }
        guard !outside.isEmpty else { return }
        report(
            Self.finding(
                Text.outside(own, outside), at: context.inputLocation,
                remedy: Remedy("put all into a folder that is named as the pack is, and ask for it there")))
    }
}

private enum Text {
    static func outside(_ own: ContentPath, _ paths: [ContentPath]) -> String {
        "the asset pack has more in 'Contents' than its own folder \(Wording.quoted(own)): \(list(paths))"
    }

    static func beside(_ paths: [ContentPath]) -> String {
        "the asset pack has more than 'Contents' and 'Manifest.json': \(list(paths))"
    }

    private static func list(_ paths: [ContentPath]) -> String {
        Wording.list(paths.sorted().prefix(Wording.listLimit).map { Wording.quoted($0) }, count: paths.count)
    }
}
