import AssetPacks
import Findings

/// The manifest has a key that no Xcode is known to know.
struct UnknownManifestKey: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-006", "unknown-manifest-key"),
        defaultSeverity: .warning,
        summary: "A manifest should have no keys but those that Apple's tool knows",
        why: "Apple publishes no list of the keys but the template that its tool prints, and each Xcode may add some. "
            + "Mostly an unknown key is a known one spelled otherwise, and is then passed over, or the manifest refused.",
        remedy: "Spell the key as the template does, or take it out.",
        evidence: .judgement("A later Xcode may know the key; this 'iapkit' knows those of Xcode 26 and 27"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a version, which App Store Connect counts by itself", .assetPack(more: ",\n\"version\": 2"),
                expected: [ExpectedFinding("AST-006", .warning, member: "Manifest.json", line: 6)]),
            CheckExample(
                "a key of a selector", .assetPack(selectors: #"{"file": "pack1/a.txt", "note": "first"}"#),
                expected: [ExpectedFinding("AST-006", .warning, member: "Manifest.json", line: 4)]),
            CheckExample("the keys of Xcode 26", .assetPack(), expected: []),
        ]
    }

    private static let known =
        AssetPackManifestReading.requiredKeys + AssetPackManifestReading.optionalKeys + DownloadPolicy.keys
        + ["installationEventTypes", "file", "directory"]

    /// The key that was likely meant, where it is not there.
    private static func near(_ key: String, in context: CheckContext) -> String? {
        // A key of any length is near to none.
        guard key.utf8.count <= 40, let near = NearestName.nearest(to: key, in: known) else { return nil }
        return context.manifest?.keyPlaces[near] == nil ? near : nil
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .unknownKey(let key) = fault.kind else { return nil }
            if key == "version" {
                return ManifestFaultWording(message: Text.unknown(key), notes: [Text.version], remedy: Text.takeOut)
            }
            let near = Self.near(key, in: context)
            return ManifestFaultWording(
                message: Text.unknown(key), remedy: near.map(Text.spell) ?? Text.takeOut, suggestion: near)
        }
    }
}

private enum Text {
    static let version = "App Store Connect counts the versions of a pack by itself, from 1 on."
    static let takeOut = Remedy("take the key out, and make the asset pack again")

    static func unknown(_ key: String) -> String { "the key \(Wording.quoted(key)) is none of a manifest's" }

    static func spell(_ key: String) -> Remedy {
        Remedy("if '\(key)' is meant, write that, and make the asset pack again")
    }
}
