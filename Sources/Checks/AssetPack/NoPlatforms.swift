import AssetPacks
import Findings

/// The manifest names no platform.
struct NoPlatforms: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-010", "no-platforms"),
        defaultSeverity: .note,
        summary: "A manifest mostly names the platforms that its pack is for",
        why:
            "An empty list is said to stand for all platforms. That is known from one source outside Apple, and whether App "
            + "Store Connect takes it is not known. A platform once given can't be taken away by a later version.",
        remedy: "Name the platforms that the app is for.",
        evidence: .judgement("One source says what it means; nobody says that it is wrong"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an empty list", .assetPack(platforms: "[]"),
                expected: [ExpectedFinding("AST-010", .note, member: "Manifest.json", line: 5)]),
            CheckExample("one platform", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard fault.kind == .emptyPlatforms else { return nil }
            return ManifestFaultWording(message: Text.none, remedy: Text.remedy)
        }
    }
}

private enum Text {
    static let none = "the manifest names no platform, which is said to mean all of them"
    static let remedy = Remedy("name the platforms that the app is for, and make the asset pack again")
}
