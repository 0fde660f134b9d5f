import AssetPacks
import Findings

/// The events of a download policy are missing or wrong.
struct InstallationEventTypes: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-008", "installation-event-types"),
        defaultSeverity: .error,
        summary: "A policy other than onDemand must name its events: firstInstallation, subsequentUpdate",
        why:
            "The events say with what the pack is downloaded: the first installation of the app, an update of it, or both. "
            + "Apple's ba-package fails where the list is missing. Of an empty list nothing is known; it would name no "
            + "event at all.",
        remedy: "List one event or both, and make the pack again.",
        evidence: .apple("the template of a manifest that ba-package prints"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-008", .error, member: "Manifest.json", line: 3)
        return [
            CheckExample("no list", .assetPack(policy: #"{"essential": {}}"#), expected: [found]),
            CheckExample(
                "an event in other words", .assetPack(policy: #"{"prefetch": {"installationEventTypes": ["update"]}}"#),
                expected: [found]),
            CheckExample(
                "both events",
                .assetPack(
                    policy: #"{"essential": {"installationEventTypes": ["firstInstallation", "subsequentUpdate"]}}"#),
                expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .badEventTypes(let reason) = fault.kind else { return nil }
            return ManifestFaultWording(message: Text.wrong(reason), remedy: Text.remedy)
        }
    }
}

private enum Text {
    static let remedy = Remedy(
        "list 'firstInstallation', 'subsequentUpdate' or both, and make the asset pack again")

    static func wrong(_ reason: String) -> String {
        "the installation events of the download policy are wrong: \(Wording.escaped(reason))"
    }
}
