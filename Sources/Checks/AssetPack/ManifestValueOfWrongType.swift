import AssetPacks
import Findings

/// A value of the manifest is of the wrong type.
struct ManifestValueOfWrongType: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-005", "manifest-value-of-wrong-type"),
        defaultSeverity: .error,
        summary: "A value of a manifest must be of its key's type",
        why:
            "Apple's tool was seen to stop with a decoding error at a value that it did not expect. assetPackID, sourceRoot "
            + "and language are strings, downloadPolicy is an object, fileSelectors and platforms are arrays.",
        remedy: "Write the value in its type, and make the pack again.",
        evidence: .apple("the template of a manifest that ba-package prints"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a platform that is not in an array", .assetPack(platforms: "\"iOS\""),
                expected: [ExpectedFinding("AST-005", .error, member: "Manifest.json", line: 5)]),
            CheckExample(
                "an ID that is a number", .assetPack(identifier: "1"),
                expected: [ExpectedFinding("AST-005", .error, member: "Manifest.json", line: 2)]),
            CheckExample("values of their types", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .wrongType(let expected, let found) = fault.kind else { return nil }
            return ManifestFaultWording(
                message: Text.wrongType(fault.keyPath, expected, found), remedy: Text.remedy(expected))
        }
    }
}

private enum Text {
    static func wrongType(_ key: String, _ expected: String, _ found: String) -> String {
        "'\(Wording.escaped(key))' in the manifest is \(found), and must be \(expected)"
    }

    static func remedy(_ expected: String) -> Remedy {
        Remedy("write \(expected) there, and make the asset pack again")
    }
}
