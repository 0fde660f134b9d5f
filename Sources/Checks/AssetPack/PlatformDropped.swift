import AssetPacks
import Findings
import Packaging

/// A newer asset pack lacks a platform that the older one has.
struct PlatformDropped: ComparisonCheck {
    static let description = FindingDescription(
        code: FindingCode("AST-027", "platform-dropped"),
        defaultSeverity: .error,
        summary: "A newer version of an asset pack must have all platforms of the older one",
        why:
            "A version without a platform that an earlier one had is reported to be refused with ITMS-91148, since the pack "
            + "would vanish there. So platforms can be added to a pack and never taken away. An empty list is not judged: "
            + "what it means is not sure.",
        remedy: "Name the platform again; or give the pack another ID, and leave the older one where it is.",
        evidence: .secondary("Reports of ITMS-91148 in public code; not Apple's word"))

    static var examples: [ComparisonExample] {
        [
            ComparisonExample(
                "without tvOS", from: .assetPack(platforms: #"["iOS", "tvOS"]"#), to: .assetPack(),
                expected: [ExpectedFinding("AST-027", .error, member: "Manifest.json", line: 5)]),
            ComparisonExample(
                "one more, in another order", from: .assetPack(platforms: #"["iOS", "tvOS"]"#),
                to: .assetPack(platforms: #"["macOS", "tvOS", "iOS"]"#), expected: []),
            ComparisonExample(
                "a name that never was one", from: .assetPack(platforms: #"["iOS", "iPadOS"]"#), to: .assetPack(),
                expected: []),
        ]
    }

    /// The finding for a pack that is to be made, and drops what an older version of it has.
    /// - Parameters:
    ///   - old: The manifest of the older version.
    ///   - name: Where that is, for people.
    ///   - input: What the pack is to be made of.
    static func finding(
        from old: AssetPackManifestReading, at name: String, to pack: PlannedAssetPack, of input: ExaminedInput
    ) -> Finding? {
        guard old.identifier == pack.identifier.text, let before = old.platforms else { return nil }
        let dropped = AssetPackPlatform.allCases.filter { before.contains($0.rawValue) && !pack.platforms.contains($0) }
            .map(\.rawValue)
        guard !dropped.isEmpty else { return nil }
        return finding(
            Text.dropped(dropped), at: input.context.inputLocation,
            notes: ["The older one is \(SafeText.quoted(name)).", Text.report],
            remedy: Remedy("name \(Wording.list(dropped)) too, with --platform"))
    }

    func run(on context: ComparisonContext, report: (Finding) -> Void) {
        guard let old = context.old.manifest, let new = context.new.manifest, old.identifier == new.identifier,
            let before = old.platforms, let after = new.platforms, !after.isEmpty
        else { return }
        let dropped = AssetPackPlatform.allCases.map(\.rawValue).filter { before.contains($0) && !after.contains($0) }
        guard !dropped.isEmpty else { return }
        report(
            Self.finding(
                Text.dropped(dropped), at: context.new.manifestLocation(key: "platforms"), notes: [Text.report],
                remedy: Remedy("name \(Wording.list(dropped)) again, and make the asset pack again")))
    }
}

private enum Text {
    static let report = "App Store Connect was reported to refuse it with ITMS-91148."

    static func dropped(_ platforms: [String]) -> String {
        "the older asset pack is for \(Wording.list(platforms, limit: 4)) too, and platforms can't be taken away"
    }
}
