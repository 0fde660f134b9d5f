import AssetPacks
import Findings

/// The manifest has a key that came with Xcode 27.
struct LaterManifestKey: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-012", "later-manifest-key"),
        defaultSeverity: .note,
        summary: "Some keys of a manifest are for Xcode 27 and later",
        why:
            "sourceRoot, language, and the selectors filePattern, fileSource, directorySource and fileExclusion are not "
            + "known to the ba-package of Xcode 26. A pack with a language is for devices with version 27 of the system "
            + "and later; earlier ones never get it. That Apple's tools for Linux don't support languages yet is reported.",
        remedy: "Nothing, if the pack is made with Xcode 27 or later. Else name files and folders as they are.",
        evidence: .apple("WWDC26, session 378, for sourceRoot and language; the rest is reported by users of Xcode 27"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a language", .assetPack(more: ",\n\"language\": \"de\""),
                expected: [ExpectedFinding("AST-012", .note, member: "Manifest.json", line: 6)]),
            CheckExample(
                "two patterns", .assetPack(selectors: #"{"filePattern": "*.png"}, {"filePattern": "*.txt"}"#),
                expected: [ExpectedFinding("AST-012", .note, member: "Manifest.json", line: 4)]),
            CheckExample("the keys of Xcode 26", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .laterKey(let key) = fault.kind else { return nil }
            return ManifestFaultWording(
                message: Text.later(key), notes: key == "language" ? [Text.language] : [], remedy: Text.remedy)
        }
    }
}

private enum Text {
    static let language = "Devices with a system before version 27 never get a pack that has a language."
    static let remedy = Remedy("make the asset pack with Xcode 27 or later, or do without the key")

    static func later(_ key: String) -> String { "the key '\(key)' is for Xcode 27 and later" }
}
