import ContentModel
import Findings

/// A file of the payload is hidden by its name.
struct HiddenFile: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-009", "hidden-file"),
        defaultSeverity: .note,
        summary: "Hidden files are packed like any other",
        why: "A name that starts with a period is not shown by Finder and 'ls', so it may be there by mistake. It is "
            + "packed, since an app may need it.",
        remedy: "If it is not meant for the app, delete it or leave it out with --exclude.",
        evidence: .judgement("No rule of Apple's about hidden files was found"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file and a folder that are not shown",
                .contentFolder(extra: ["Contents/.config": .text(""), "Contents/.data/b.txt": .text("b")]),
                expected: [
                    ExpectedFinding("FIL-009", .note, member: "Contents/.config"),
                    ExpectedFinding("FIL-009", .note, member: "Contents/.data"),
                ]),
            CheckExample("files that are shown", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for entry in context.payload where entry.path.name.first == UInt8(ascii: ".") {
            report(
                Self.finding(
                    Text.hidden(entry), at: context.location(of: entry.path),
                    remedy: Remedy("leave it out with --exclude if it is not meant for the app")))
        }
    }
}

private enum Text {
    static func hidden(_ entry: ContentEntry) -> String {
        "\(entry.type == .directory ? "folder" : "file") \(Wording.quoted(entry.path)) is hidden; it is packed all the same"
    }
}
