import AssetPacks
import ContentModel
import Findings
import Packaging

/// The pack holds a file that its manifest names nowhere.
struct FileNotSelected: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-017", "file-not-selected"),
        defaultSeverity: .warning,
        summary: "What is in the pack should be named by its manifest",
        why: "An archive of Apple's tool holds what its selectors name, and nothing else; so the two are of different "
            + "versions, or something got in later. Whether App Store Connect compares the two is not known. Nothing is said "
            + "where a pattern or sourceRoot makes it unknown what the selectors name.",
        remedy: "Make the pack again from the folder, so that the two agree.",
        evidence: .format("Asset pack: the entries of archives that Apple's ba-package made"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file that was added later",
                .assetPack(
                    onlySelectors: #"{"directory": "pack1/levels"}, {"file": "pack1/ContentInfo.plist"}"#,
                    extra: ["Contents/levels/1.map": .text("1")]),
                expected: [ExpectedFinding("AST-017", .warning, member: "Manifest.json", line: 4)]),
            CheckExample(
                "a pattern, which may name it",
                .assetPack(onlySelectors: #"{"filePattern": "pack1/*"}"#),
                expected: [ExpectedFinding("AST-012", .note, member: "Manifest.json", line: 4)]),
            CheckExample("a pack in order", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.isManifestWhole, let manifest = context.manifest, let pack = context.assetPack,
            let tree = context.tree, let selectors = manifest.fileSelectors
        else { return }
        // A selector that can't be understood may name anything.
        let isUnderstood = !manifest.faults.contains { fault in
            switch fault.kind {
            case .badSelector, .badSelectorPath: true
            default: false
            }
        }
        let coverage = SelectorCoverage(selectors, hasRoot: manifest.sourceRoot != nil)
        guard coverage.isComplete, isUnderstood, manifest.faultCount <= manifest.faults.count else { return }
        var (first, count): ([ContentPath], Int) = ([], 0)
        for entry in tree.entries where entry.type == .file {
            guard let path = pack.logicalPath(of: entry.path), !coverage.names(path) else { continue }
            if first.count < Wording.listLimit { first.append(path) }
            count += 1
        }
        guard count > 0 else { return }
        report(
            Self.finding(
                Text.unnamed(first, count: count), at: context.manifestLocation(key: "fileSelectors"),
                remedy: Remedy("make the asset pack again from the folder, so that the two agree")))
    }
}

private enum Text {
    static func unnamed(_ paths: [ContentPath], count: Int) -> String {
        let list = Wording.list(paths.map { Wording.quoted($0) }, count: count)
        return "the asset pack holds what its manifest does not name: \(list)"
    }
}
