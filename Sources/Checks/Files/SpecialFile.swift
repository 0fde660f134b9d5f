import ContentModel
import Findings

/// A pipe, socket or device lies in the payload.
struct SpecialFile: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-006", "special-file"),
        defaultSeverity: .error,
        summary: "Content must hold files, folders and links only",
        why: "A named pipe, a socket or a device has no content to pack, and opening one can hang for ever. 'iapkit' "
            + "never opens it.",
        remedy: "Take it out.",
        evidence: .format("Zip and cpio: they hold the content of files; a pipe, socket or device has none"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a named pipe and a socket",
                .contentFolder(extra: ["Contents/pipe": .special(.fifo), "Contents/sock": .special(.socket)]),
                expected: [
                    ExpectedFinding("FIL-006", .error, member: "Contents/pipe"),
                    ExpectedFinding("FIL-006", .error, member: "Contents/sock"),
                ]),
            CheckExample("an empty file", .contentFolder(extra: ["Contents/empty": .text("")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        func tell(_ entry: ContentEntry, notes: [String] = []) {
            guard case .special = entry.type else { return }
            report(
                Self.finding(
                    Text.special(entry), at: context.location(of: entry.path), notes: notes,
                    remedy: Remedy("take it out of the content")))
        }
        for entry in context.payload { tell(entry) }
        for entry in context.besideContent?.entries ?? [] { tell(entry, notes: [PackWording.beside]) }
    }
}

private enum Text {
    static func special(_ entry: ContentEntry) -> String {
        "\(Wording.quoted(entry.path)) is \(EntryWording.phrase(for: entry.type)); a package can't hold it"
    }
}
