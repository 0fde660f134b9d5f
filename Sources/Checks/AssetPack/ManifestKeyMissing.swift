import AssetPacks
import Findings

/// The manifest lacks a key that every manifest has.
struct ManifestKeyMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-004", "manifest-key-missing"),
        defaultSeverity: .error,
        summary: "A manifest must have assetPackID, downloadPolicy, fileSelectors and platforms",
        why:
            "All four are in every manifest that Apple's ba-package takes. Names of keys are compared exactly, letter case "
            + "too.",
        remedy: "Add the key, and make the pack again.",
        evidence: .apple("the template of a manifest that ba-package prints"))

    static var examples: [CheckExample] {
        let missing = ExpectedFinding("AST-004", .error, member: "Manifest.json", line: 1)
        return [
            CheckExample(
                "a key in other letters", .assetPack(renaming: "platforms", to: "Platforms"),
                expected: [
                    missing, ExpectedFinding("AST-006", .warning, member: "Manifest.json", line: 5),
                ]),
            CheckExample(
                "an empty object", ContentSketch.assetPack().with { $0.manifest = "{}" },
                expected: [missing, missing, missing, missing]),
            CheckExample("all four", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .missingKey(let key) = fault.kind else { return nil }
            return ManifestFaultWording(message: Text.missing(key), remedy: Text.remedy(key))
        }
    }
}

private enum Text {
    static func missing(_ key: String) -> String { "the manifest has no '\(key)'" }

    static func remedy(_ key: String) -> Remedy { Remedy("add '\(key)', and make the asset pack again") }
}
