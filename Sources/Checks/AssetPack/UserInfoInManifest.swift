import AssetPacks
import Findings

/// The manifest has what is for packs on servers of one's own.
struct UserInfoInManifest: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-013", "user-info-in-manifest"),
        defaultSeverity: .warning,
        summary: "A manifest for Apple's hosting should have no userInfo",
        why:
            "userInfo reaches the app only where the pack lies on a server of one's own; of a pack that Apple hosts it is "
            + "always nil, as Apple documents. That App Store Connect refuses such a manifest is reported.",
        remedy: "Put what it says into a file of the pack.",
        evidence: .apple("Background Assets: AssetPack.userInfo is nil for packs that Apple hosts"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an object", .assetPack(more: ",\n\"userInfo\": {\"season\": 2}"),
                expected: [ExpectedFinding("AST-013", .warning, member: "Manifest.json", line: 6)]),
            CheckExample("null", .assetPack(more: ",\n\"userInfo\": null"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard fault.kind == .userInfo else { return nil }
            return ManifestFaultWording(message: Text.userInfo, remedy: Text.remedy)
        }
    }
}

private enum Text {
    static let userInfo = "the manifest has 'userInfo', which no app gets from a pack that Apple hosts"
    static let remedy = Remedy(
        "put it into a file of the pack; leave it only where the pack is for a server of your own")
}
