import AssetPacks
import Findings

/// The download policy is none.
struct InvalidDownloadPolicy: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-007", "invalid-download-policy"),
        defaultSeverity: .error,
        summary: "A download policy must be one of essential, prefetch and onDemand, in the form of each",
        why:
            "downloadPolicy is an object with exactly one key. The value of onDemand is an empty object: null was reported "
            + "to be refused at upload with ITMS-91140, and an older Apple tool for adapters wrote just that. Those of "
            + "essential and prefetch are objects with installationEventTypes.",
        remedy: "Write \"onDemand\": {}, or one of the others with its events, and make the pack again.",
        evidence: .apple(
            "the template of a manifest that ba-package prints, for the three keys and their forms; that null is refused "
                + "is known from one report in Apple's developer forum"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-007", .error, member: "Manifest.json", line: 3)
        return [
            CheckExample("null", .assetPack(policy: #"{"onDemand": null}"#), expected: [found]),
            CheckExample("two policies", .assetPack(policy: #"{"onDemand": {}, "prefetch": {}}"#), expected: [found]),
            CheckExample("a word", .assetPack(policy: #"{"on-demand": {}}"#), expected: [found]),
            CheckExample(
                "each policy in its form",
                .assetPack(policy: #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            switch fault.kind {
            case .onDemandNull: ManifestFaultWording(message: Text.null, notes: [Text.report], remedy: Text.empty)
            case .badDownloadPolicy(let reason): ManifestFaultWording(message: Text.wrong(reason))
            default: nil
            }
        }
    }
}

private enum Text {
    static let null = "'onDemand' in the manifest is null, and must be an empty object"
    static let report = "App Store Connect was reported to refuse it at upload, with ITMS-91140."
    static let empty = Remedy("write \"onDemand\": {}, and make the asset pack again")

    static func wrong(_ reason: String) -> String { "the download policy is none: \(Wording.escaped(reason))" }
}
