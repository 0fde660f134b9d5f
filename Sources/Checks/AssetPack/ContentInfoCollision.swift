import AssetPacks
import ContentModel
import Findings
import Packaging

/// A file of the payload would lie where the property list goes in a pack.
struct ContentInfoCollision: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-021", "content-info-collision"),
        defaultSeverity: .error,
        summary: "Contents of a folder for an asset pack must hold no ContentInfo.plist of its own",
        why:
            "No key of a manifest could hold ContentVersion, so the folder's ContentInfo.plist goes along in the pack, right "
            + "beside the payload. A payload file of that name would take its place. Letter case makes no difference, "
            + "since most disks of Apple's systems make none.",
        remedy: "Rename the file in Contents.",
        evidence: .format(
            "Asset pack as 'iapkit' makes it: Contents/<pack ID>/ContentInfo.plist and the payload beside it"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-021", .error, member: "Contents/contentinfo.plist")
        return [
            CheckExample(
                "a file in other letters", .assetPackFolder(extra: ["Contents/contentinfo.plist": .text("a")]),
                expected: [found]),
            CheckExample(
                "the same for a zip", .contentFolder(extra: ["Contents/contentinfo.plist": .text("a")]), expected: []),
            CheckExample(
                "a file of the name in a folder", .assetPackFolder(extra: ["Contents/a/ContentInfo.plist": .text("a")]),
                expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard context.concernsAssetPack, context.isContentFolder else { return }
        for entry in context.payload where AssetPackLayout.meetsContentInfo(entry.path) {
            report(
                Self.finding(
                    Text.meets(entry.path), at: context.location(of: entry.path),
                    remedy: Remedy("rename it; the app asks for it by its new name then")))
        }
    }
}

private enum Text {
    static func meets(_ path: ContentPath) -> String {
        "\(Wording.quoted(path)) would lie where the folder's own ContentInfo.plist does in an asset pack"
    }
}
