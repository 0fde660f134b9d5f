import AssetPacks
import Findings

/// A path of a selector can't be one.
struct SelectorPath: Check {
    static let description = FindingDescription(
        code: FindingCode("AST-015", "selector-path"),
        defaultSeverity: .error,
        summary: "The path of a file selector must be relative, and lead out of nothing",
        why:
            "Paths start from the folder that the tool runs in, and are kept in the pack; what starts at the root of the "
            + "disk, or leads up by '..', has no place there. A re-implementation of Apple's reader refuses such paths, and "
            + "those above 1,023 bytes. The folder '.' as a whole is told as a warning: one version of ba-package, 1.2, was "
            + "reported to fail at it.",
        remedy: "Name the file from the folder above it, and run the tool there.",
        evidence: .secondary(
            "libAppleArchive, a re-implementation of Apple's reader, for paths; a report in public code for '.'"))

    static var examples: [CheckExample] {
        func found(_ severity: Severity) -> ExpectedFinding {
            ExpectedFinding("AST-015", severity, member: "Manifest.json", line: 4)
        }
        return [
            CheckExample(
                "a path of the builder's disk", .assetPack(selectors: #"{"file": "/Users/tom/a.txt"}"#),
                expected: [found(.error)]),
            CheckExample(
                "a folder beside", .assetPack(selectors: #"{"directory": "../Shared"}"#), expected: [found(.error)]),
            CheckExample(
                "the folder itself", .assetPack(selectors: #"{"directory": "."}"#), expected: [found(.warning)]),
            CheckExample("a folder", .assetPack(selectors: #"{"directory": "pack1"}"#), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        Self.reportFaults(of: context, report) { fault in
            switch fault.kind {
            case .badSelectorPath(let path, let reason):
                ManifestFaultWording(message: Text.wrong(path, reason), remedy: Text.remedy)
            case .wholeFolderSelector:
                ManifestFaultWording(message: Text.whole, severity: .warning, remedy: Text.nameAll)
            default: nil
            }
        }
    }
}

private enum Text {
    static let remedy = Remedy("name the file from the folder that the tool runs in, and make the asset pack again")
    static let whole = "a selector takes the whole folder, '.', at which ba-package 1.2 was reported to fail"
    static let nameAll = Remedy("name the files and folders in it")

    static func wrong(_ path: String, _ reason: String) -> String {
        "the path \(Wording.quoted(path)) can't be that of a selector: \(reason)"
    }
}
