import ContentModel
import Findings
import Packaging

/// A file or folder of the content can't be read.
struct UnreadableFile: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-007", "unreadable-file"),
        defaultSeverity: .error,
        summary: "Every file and folder of the content must be readable",
        why: "What can't be read can't be packed, and a package without it would be incomplete.",
        remedy: "Give yourself the right to read it ('chmod -R u+rX'), or see to the disk that it lies on.",
        evidence: .format("File systems: a file is opened only by whom its permissions allow to"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file of somebody else", .contentFolder(extra: ["Contents/secret.txt": .unreadable]),
                expected: [ExpectedFinding("FIL-007", .error, member: "Contents/secret.txt")]),
            CheckExample(
                "a folder that can't be listed",
                .contentFolder(extra: ["Contents/locked": .directory]).with {
                    $0.failures = [ReadFailure(path: ContentPath("Contents/locked"), reason: "Permission denied")]
                },
                expected: [ExpectedFinding("FIL-007", .error, member: "Contents/locked")]),
            CheckExample(
                "a file of a zip, which is damage",
                ContentSketch.contentFolder(extra: ["Contents/secret.txt": .unreadable]).with { $0.kind = .zip },
                expected: [ExpectedFinding("PKG-003", .error, member: "Contents/secret.txt")]),
            CheckExample("files that can be read", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        // A file of a package that can't be unpacked is damage, which is another check's.
        guard context.kind == .folder else { return }
        for file in context.sniffed {
            guard case .unreadable(let reason) = file.kind else { continue }
            report(Self.finding(for: file.path, reason, in: context))
        }
        for failure in context.tree?.failures ?? [] where failure.path != ContentTree.contentInfoPath {
            report(Self.finding(for: failure.path, failure.reason, in: context))
        }
    }

    /// The finding for a file or folder that can't be read; `nil` for the input itself.
    static func finding(for path: ContentPath?, _ reason: String, in context: CheckContext) -> Finding {
        finding(
            Text.unreadable(path.map { Wording.quoted($0) } ?? "the input", reason),
            at: path.map(context.location(of:)) ?? context.inputLocation, remedy: Remedy(Text.permit))
    }
}

private enum Text {
    static let permit = "make it readable for the user who runs iapkit, or take it out"

    static func unreadable(_ name: String, _ reason: String) -> String {
        "\(name) can't be read: \(Wording.escaped(reason))"
    }
}
