import ContentModel
import Findings

/// A name is no text.
struct NameNotUTF8: Check {
    static let description = FindingDescription(
        code: FindingCode("NAM-001", "name-not-utf8"),
        defaultSeverity: .error,
        summary: "Names must be UTF-8",
        why: "Linux takes any bytes for a name; Apple's file systems take UTF-8 only, so the file can't be made on the "
            + "device. Such names mostly come from old archives in another encoding.",
        remedy: "Rename the file; 'convmv -f latin1 -t utf8' renames a whole folder.",
        evidence: .format("APFS and HFS+: names are Unicode, and other bytes are refused"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a letter in Latin-1",
                .contentFolder().adding(.text("a"), at: ContentPath(bytes: Array("Contents/caf".utf8) + [0xE9])),
                expected: [ExpectedFinding("NAM-001", .error, member: "Contents/caf\\xE9")]),
            CheckExample(
                "the same letter in UTF-8", .contentFolder(extra: ["Contents/café": .text("a")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for entry in context.payload where !entry.path.hasPlainName {
            guard String(validating: entry.path.name, as: UTF8.self) == nil else { continue }
            report(
                Self.finding(
                    Text.notUTF8(entry.path), at: context.location(of: entry.path),
                    remedy: Remedy("rename it with letters in UTF-8")))
        }
    }
}

private enum Text {
    static func notUTF8(_ path: ContentPath) -> String {
        "name \(Wording.quoted(name: path.name)) is not UTF-8; Apple's file systems can't hold it"
    }
}
