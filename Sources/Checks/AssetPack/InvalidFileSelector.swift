import AssetPacks
import Findings

/// An item of the manifest selects nothing.
struct InvalidFileSelector: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-014", "invalid-file-selector"),
        defaultSeverity: .error,
        summary: "A file selector must be an object with one of the known keys, or a known pair of them",
        why:
            "They are file, directory, filePattern, fileExclusion, the pair fileSource and fileDestination, and the pair "
            + "directorySource and directoryDestination, each with a string. Apple's ba-package was reported to stop at "
            + "anything else: \"Zero valid keys were found; one or two keys should be present\".",
        remedy: "Write {\"file\": \"path\"} or {\"directory\": \"path\"}, and make the pack again.",
        evidence: .apple("the template of a manifest that ba-package prints; the message is from reports"))

    static var examples: [CheckExample] {
        let found = ExpectedFinding("AST-014", .error, member: "Manifest.json", line: 4)
        return [
            CheckExample("a path alone", .assetPack(selectors: #""pack1/b.txt""#), expected: [found]),
            CheckExample("an unknown key", .assetPack(selectors: #"{"path": "pack1/b.txt"}"#), expected: [found]),
            CheckExample(
                "two that are no pair", .assetPack(selectors: #"{"file": "a", "directory": "b"}"#), expected: [found]),
            CheckExample("a file and a folder", .assetPack(selectors: #"{"directory": "pack1"}"#), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            guard case .badSelector(let reason) = fault.kind else { return nil }
            return ManifestFaultWording(message: Text.wrong(fault.keyPath, reason), remedy: Text.remedy)
        }
    }
}

private enum Text {
    static let remedy = Remedy("write {\"file\": \"path\"} or {\"directory\": \"path\"}, and make the asset pack again")

    static func wrong(_ key: String, _ reason: String) -> String {
        "'\(Wording.escaped(key))' is no file selector: \(Wording.escaped(reason))"
    }
}
