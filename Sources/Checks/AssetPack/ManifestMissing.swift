import AssetPacks
import ContentModel
import Findings
import Packaging

/// An asset pack has no manifest.
struct ManifestMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-001", "manifest-missing"),
        defaultSeverity: .error,
        summary: "An asset pack must hold Manifest.json at its root",
        why:
            "The manifest names the pack, says when it is downloaded, and for which systems. That a pack made by Apple's "
            + "tool has it there, beside Contents and by this very name, is confirmed by programs that look for it.",
        remedy:
            "Make the pack again: from its content folder with 'iapkit pack --format aar', or with Apple's ba-package.",
        evidence: .format("Asset pack: the entries of archives that Apple's ba-package made"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an archive of Contents alone", ContentSketch.assetPack().with { $0.manifest = nil },
                expected: [ExpectedFinding("AST-001", .error, member: "Manifest.json")]),
            CheckExample(
                "a name in other letters",
                ContentSketch.assetPack().with { sketch in
                    sketch.manifest = nil
                    sketch.strays = ["manifest.json"]
                },
                expected: [ExpectedFinding("AST-001", .error, member: "Manifest.json")]),
            CheckExample("a pack in order", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let pack = context.assetPack, pack.manifestSize == nil else { return }
        report(
            Self.finding(
                Text.missing(in: context), at: context.manifestLocation(),
                remedy: Remedy("make the asset pack again, with 'iapkit pack --format aar' or ba-package")))
    }
}

private enum Text {
    static func missing(in context: CheckContext) -> String {
        let missing = "the asset pack has no 'Manifest.json' at its root"
        guard let near = context.manifestInOtherLetters else { return missing }
        if near.bytes == Array(AssetPackManifest.fileName.utf8), let entry = context.besideContent?.entry(at: near) {
            return missing + "; that is \(EntryWording.phrase(for: entry.type))"
        }
        return missing + "; it has \(Wording.quoted(near))"
    }
}
