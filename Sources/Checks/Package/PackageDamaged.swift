import ContentModel
import Findings
import Packaging

/// The package contradicts itself.
struct PackageDamaged: Check {
    static let description = FindingDescription(
        code: FindingCode("PKG-003", "package-damaged"),
        defaultSeverity: .error,
        summary: "A package must be intact",
        why: "The parts of the file contradict each other, or their checksums are wrong, so that programs see "
            + "different content in it, or none. Of a zip every file of the content is unpacked once to see this. What "
            + "is encrypted can be unpacked by nobody without the password, and the store has none.",
        remedy: "Copy or download it again, or pack the content folder again. Make it without a password.",
        evidence: .format("Zip: its records and checksums must agree"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "two names for one entry",
                .damaged(
                    InputFault(.damaged, detail: "'Contents/a.txt' has the name 'Contents/b.txt' in its local header")),
                expected: [ExpectedFinding("PKG-003", .error)]),
            CheckExample(
                "a file whose bytes do not match its checksum",
                ContentSketch.contentFolder(extra: ["Contents/b.txt": .unreadable]).with { $0.kind = .zip },
                expected: [ExpectedFinding("PKG-003", .error, member: "Contents/b.txt")]),
            CheckExample(
                "a property list that can't be unpacked",
                ContentSketch.contentFolder(contentInfo: .unreadable).with { $0.kind = .zip },
                expected: [ExpectedFinding("PKG-003", .error, member: "ContentInfo.plist")]),
            CheckExample(
                "a zip with a password",
                .damaged(InputFault(.encrypted, detail: "'Contents/a.txt' can't be unpacked without a password")),
                expected: [ExpectedFinding("PKG-003", .error)]),
            CheckExample(
                "an intact zip", ContentSketch.contentFolder().with { $0.kind = .zip }, expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for detail in context.inputFaults(.damaged) {
            report(Self.finding(Text.damaged(detail), at: context.inputLocation, remedy: PackageRemedy.copyAgain))
        }
        for detail in context.inputFaults(.encrypted) {
            report(
                Self.finding(
                    Text.encrypted(detail), at: context.inputLocation,
                    remedy: Remedy(context.kind == .aar ? Text.withoutKey : Text.withoutPassword)))
        }
        // What can't be read in a folder is the system's refusal, and another check's.
        guard context.kind != .folder else { return }
        if let reason = context.contentInfoFailure {
            report(Self.finding(for: ContentTree.contentInfoPath, reason, in: context))
        }
        for (file, notes) in context.allSniffed {
            guard case .unreadable(let reason) = file.kind else { continue }
            report(Self.finding(for: file.path, reason, in: context, notes: notes))
        }
    }

    /// The finding for a file of the package that can't be unpacked.
    static func finding(
        for path: ContentPath, _ reason: String, in context: CheckContext, notes: [String] = []
    ) -> Finding {
        finding(
            Text.damaged(path, reason), at: context.location(of: path), notes: notes, remedy: PackageRemedy.copyAgain)
    }
}

private enum Text {
    static func damaged(_ detail: String) -> String { "package is damaged: \(Wording.escaped(detail))" }

    static func damaged(_ path: ContentPath, _ reason: String) -> String {
        damaged("\(Wording.quoted(path)) can't be unpacked: \(reason)")
    }

    static func encrypted(_ detail: String) -> String { "package is encrypted: \(Wording.escaped(detail))" }

    static let withoutKey = "give the archive as it was before it was encrypted or signed"
    static let withoutPassword = "make the package without a password"
}
