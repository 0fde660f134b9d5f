import AssetPacks
import Findings

/// The manifest has what JSON has not, and what some readers take nevertheless.
struct ManifestNotStrictJSON: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-003", "manifest-not-strict-json"),
        defaultSeverity: .warning,
        summary: "A manifest should be strict JSON: no comments, no commas too many, no key twice",
        why: "The template that Apple's ba-package prints has comments, so its reader seems to take them; of App Store "
            + "Connect, which reads the manifest again, that is not known. Of a key that stands twice, each reader takes "
            + "the one or the other.",
        remedy: "Take out the comments, the last commas, the byte-order mark and the keys that stand twice.",
        evidence: .format("JSON (RFC 8259), sections 2, 4 and 8.1"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a comment, and a comma before a bracket",
                ContentSketch.assetPack(more: ",\n// The end.\n").with {
                    $0.manifest = $0.manifest?.replacingFirst("[\"iOS\"]", with: "[\"iOS\",]")
                },
                expected: [
                    ExpectedFinding("AST-003", .warning, member: "Manifest.json", line: 5),
                    ExpectedFinding("AST-003", .warning, member: "Manifest.json", line: 6),
                ]),
            CheckExample(
                "a key that stands twice", .assetPack(more: ",\n\"platforms\": [\"iOS\"]"),
                expected: [ExpectedFinding("AST-003", .warning, member: "Manifest.json", line: 6)]),
            CheckExample("slashes in a value", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            switch fault.kind {
            case .hasComments: ManifestFaultWording(message: Text.comments, remedy: Text.remedy("the comments"))
            case .hasTrailingCommas: ManifestFaultWording(message: Text.commas, remedy: Text.remedy("the comma"))
            case .hasByteOrderMark: ManifestFaultWording(message: Text.mark, remedy: Text.remedy("the mark"))
            case .duplicateKey(let key):
                ManifestFaultWording(message: Text.duplicate(key), remedy: Text.remedy("one of the two"))
            default: nil
            }
        }
    }
}

private enum Text {
    static let comments = "the manifest has comments, and JSON has none"
    static let commas = "a comma stands before a closing bracket in the manifest, and JSON takes none there"
    static let mark = "the manifest starts with a byte-order mark, and JSON takes none"

    static func duplicate(_ key: String) -> String {
        "the key \(Wording.quoted(key)) stands twice in the manifest; the last one was read"
    }

    static func remedy(_ what: String) -> Remedy { Remedy("take out \(what), and make the asset pack again") }
}
