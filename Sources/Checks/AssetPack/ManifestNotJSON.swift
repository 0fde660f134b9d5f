import AssetPacks
import Findings
import Packaging

/// The manifest can't be read.
struct ManifestNotJSON: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-002", "manifest-not-json"),
        defaultSeverity: .error,
        summary: "A manifest must be a JSON object",
        why: "Whatever reads it finds nothing, or only half of it. What stands before the fault was looked at all the "
            + "same; of what stands behind it nothing is said.",
        remedy: "Mend the manifest where it breaks off, and make the pack again.",
        evidence: .format("JSON (RFC 8259); the template that Apple's ba-package prints is an object"))

    static var examples: [CheckExample] {
        func sketch(_ manifest: String) -> ContentSketch { ContentSketch.assetPack().with { $0.manifest = manifest } }
        return [
            CheckExample(
                "a comma that is missing", sketch("{\n  \"assetPackID\": \"pack1\"\n  \"platforms\": [\"iOS\"]\n}\n"),
                expected: [ExpectedFinding("AST-002", .error, member: "Manifest.json", line: 3)]),
            CheckExample(
                "an array", sketch("[]"),
                expected: [ExpectedFinding("AST-002", .error, member: "Manifest.json", line: 1)]),
            CheckExample(
                "an empty file", sketch(""),
                expected: [ExpectedFinding("AST-002", .error, member: "Manifest.json", line: 1)]),
            CheckExample("a pack in order", .assetPack(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        if let size = context.assetPack?.manifestSize, context.manifest == nil {
            report(
                Self.finding(
                    Text.tooLarge(size), at: context.manifestLocation(),
                    remedy: Remedy("name whole folders in the manifest, in place of their files")))
        }
        Self.reportFaults(of: context, report) { fault in
            switch fault.kind {
            case .notJSON(let reason): ManifestFaultWording(message: Text.notJSON(reason))
            case .notAnObject(let kind): ManifestFaultWording(message: Text.notAnObject(kind))
            default: nil
            }
        }
    }
}

private enum Text {
    static func notJSON(_ reason: String) -> String { "the manifest is not well-formed JSON: \(reason)" }

    static func notAnObject(_ kind: String) -> String { "the manifest is \(kind), and must be an object" }

    static func tooLarge(_ size: UInt64) -> String {
        "the manifest has \(Wording.grouped(size)) bytes; it is not looked into above "
            + "\(Wording.grouped(AssetPack.largestManifest))"
    }
}
