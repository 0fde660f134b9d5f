import AssetPacks
import Findings

/// A newer asset pack has another ID than the older one.
struct PackIDChanged: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("AST-028", "pack-id-changed"),
        defaultSeverity: .warning,
        summary: "A newer version of an asset pack should have the ID of the older one",
        why:
            "App Store Connect knows a pack by its ID alone, which stays with it from the first upload on. With another ID it "
            + "is another pack: apps that ask for the older one never get it, and both count. That is right where older "
            + "versions of the app could not read the newer content, since a new version of a pack reaches all of them.",
        remedy: "Give it the older ID, unless the two are meant to be two packs.",
        evidence: .apple(
            "Background Assets: an app asks for a pack by its ID; App Store Connect counts the versions of each"))

    static var examples: [ComparisonExample] {
        [
            ComparisonExample(
                "another ID", from: .assetPack(), to: .assetPack(identifier: #""pack2""#, folder: "pack2"),
                expected: [ExpectedFinding("AST-028", .warning, member: "Manifest.json", line: 2)]),
            ComparisonExample("the same", from: .assetPack(), to: .assetPack(), expected: []),
        ]
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        guard let old = context.old.manifest?.identifier, let new = context.new.manifest?.identifier,
            !old.utf8.elementsEqual(new.utf8)
        else { return }
        report(
            Self.finding(
                Text.changed(from: old, to: new), at: context.new.manifestLocation(key: "assetPackID"),
                remedy: Remedy("give it the ID \(Wording.quoted(old)), unless the two are meant to be two packs")))
    }
}

private enum Text {
    static func changed(from old: String, to new: String) -> String {
        "the asset pack has the ID \(Wording.quoted(new)), and the older one \(Wording.quoted(old))"
    }
}
