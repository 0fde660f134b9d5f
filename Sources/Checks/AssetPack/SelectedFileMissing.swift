import AssetPacks
import ContentModel
import Findings
import Packaging

/// The manifest names a file that is not in the pack.
struct SelectedFileMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-016", "selected-file-missing"),
        defaultSeverity: .warning,
        summary: "What the manifest names should be in the pack",
        why:
            "Either the manifest is that of another version, or the archive lost a file; an app that asks for it gets an "
            + "error. Whether App Store Connect compares the two is not known. Only what can be judged is: not what a "
            + "pattern names, nor anything where sourceRoot may change every path.",
        remedy: "Make the pack again from the folder, so that the two agree.",
        evidence: .format("Asset pack: a file that is selected lies at Contents/ and its path in Apple-made archives"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-016", .warning, member: "Manifest.json", line: 4)
        return [
            CheckExample(
                "two files that are gone", .assetPack(selectors: #"{"file": "pack1/b.txt"}, {"file": "pack1/c.txt"}"#),
                expected: [found]),
            CheckExample(
                "a folder that is gone", .assetPack(selectors: #"{"directory": "pack1/Textures"}"#), expected: [found]),
            CheckExample(
                "what an exclusion takes out",
                .assetPack(selectors: #"{"file": "pack1/b.txt"}, {"fileExclusion": "pack1/b.txt"}"#),
                expected: [ExpectedFinding("AST-012", .note, member: "Manifest.json", line: 4)]),
            CheckExample(
                "a name with a letter in its other Unicode form",
                .assetPack(
                    selectors: "{\"file\": \"pack1/Caf\u{E9}\"}", extra: ["Contents/Cafe\u{301}": .text("a")]),
                expected: []),
            CheckExample("a pack in order", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.isManifestWhole, let manifest = context.manifest, let pack = context.assetPack,
            let tree = context.tree, let selectors = manifest.fileSelectors
        else { return }
        let named = SelectorCoverage(selectors, hasRoot: manifest.sourceRoot != nil).named
        if named.isEmpty { return }
        let present = Set(tree.entries.compactMap { pack.logicalPath(of: $0.path)?.text })
        // What was left out of the content is in the archive all the same; of a folder, what is in it is not known.
        let leftOut = FolderSet(Set(tree.leftOut.compactMap { pack.logicalPath(ofLeftOut: $0)?.text }))
        let missing = named.filter { named in
            !present.contains(named.path) && !leftOut.holdsPathOrFolder(above: named.path)
        }
        guard let first = missing.first else { return }
        report(
            Self.finding(
                Text.missing(missing.prefix(Wording.listLimit).map(\.path), count: missing.count),
                at: context.manifestLocation(
                    manifest.selectorPlaces[first.index], key: "fileSelectors"),
                remedy: Remedy("make the asset pack again from the folder, so that the two agree")))
    }
}

private enum Text {
    static func missing(_ paths: [String], count: Int) -> String {
        let list = Wording.list(paths.map { Wording.quoted($0) }, count: count)
        return "the manifest names what the asset pack does not hold: \(list)"
    }
}
