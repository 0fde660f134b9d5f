import ContentModel
import Findings
import Packaging

/// A name holds a backslash.
struct BackslashInName: Check {
    static let description = FindingDescription(
        code: FindingCode("NAM-005", "backslash-in-name"),
        defaultSeverity: .warning,
        summary: "Names should not hold a backslash",
        why: "In archives made on Windows the backslash often stands between folder and file, where '/' belongs. "
            + "Everywhere else it is a character of the name, so that the file 'Contents\\a.txt' lies in no folder. "
            + "Some programs that unpack archives make a folder of it, others a file.",
        remedy: "Pack the folder again with a tool that writes '/', or rename the file.",
        evidence: .format("Zip (APPNOTE 4.4.17.1): all slashes must be forward slashes"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a backslash in a name", .contentFolder(extra: ["Contents/a\\b.txt": .text("b")]),
                expected: [ExpectedFinding("NAM-005", .warning, member: "Contents/a\\x5Cb.txt")]),
            CheckExample(
                "a zip whose names were written on Windows",
                ContentSketch.contentFolder(extra: ["Contents\\a.txt": .text("a")]).without("Contents/a.txt").with {
                    $0.kind = .zip
                },
                expected: [
                    ExpectedFinding("LAY-001", .error, member: "Contents"),
                    ExpectedFinding("NAM-005", .error, member: "Contents\\x5Ca.txt"),
                ]),
            CheckExample("a file in a folder", .contentFolder(extra: ["Contents/a/b.txt": .text("b")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let backslash = UInt8(ascii: "\\")
        for entry in context.payload where !entry.path.hasPlainName && entry.path.name.contains(backslash) {
            report(
                Self.finding(
                    Text.backslash(entry.path.name), at: context.location(of: entry.path),
                    remedy: Remedy("rename it, or pack the folder again with a tool that writes '/'")))
        }
        // Here the payload itself is lost by it.
        for entry in RootNames(in: context).withBackslashAsSeparator {
            report(
                Self.finding(
                    Text.separator(entry.path), at: context.location(of: entry.path), severity: .error,
                    remedy: Remedy("pack the folder again with a tool that writes '/' between folder and file")))
        }
    }
}

private enum Text {
    static func backslash(_ name: some Sequence<UInt8>) -> String {
        "name \(Wording.quoted(name: name)) holds a backslash (\\x5C); it is no mark between folder and file"
    }

    static func separator(_ path: ContentPath) -> String {
        "\(Wording.quoted(path)) has a backslash (\\x5C) where '/' belongs; it lies in no folder, so it is no payload"
    }
}
