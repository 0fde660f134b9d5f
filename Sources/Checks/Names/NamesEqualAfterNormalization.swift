import ContentModel
import Findings

/// Two names of a folder are the same text in two Unicode forms.
struct NamesEqualAfterNormalization: Check {
    static let description = FindingDescription(
        code: FindingCode("NAM-002", "names-equal-after-normalization"),
        defaultSeverity: .error,
        summary: "Names in one folder must differ in more than their Unicode form",
        why: "A letter with an accent can be written as one character or as two. Apple's file systems take both for "
            + "one name, so that one of the files replaces the other.",
        remedy: "Rename or delete one of them.",
        evidence: .format("APFS and HFS+: names are compared regardless of Unicode normalisation"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an accent in two forms",
                .contentFolder(extra: [:])
                    .adding(.text("1"), at: ContentPath("Contents/caf\u{E9}.txt"))
                    .adding(.text("2"), at: ContentPath("Contents/cafe\u{301}.txt")),
                expected: [
                    ExpectedFinding("NAM-002", .error, member: "Contents/cafe\u{301}.txt"),
                    ExpectedFinding("NAM-002", .error, member: "Contents/caf\u{E9}.txt"),
                ]),
            CheckExample(
                "with the accent and without it",
                .contentFolder(extra: ["Contents/café.txt": .text("1"), "Contents/cafe.txt": .text("2")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let clashes = SiblingNames.clashes(
            among: context.payload, foldsCase: false, fold: { $0 }, areRivals: { _, _ in true })
        for clash in clashes {
            report(
                Self.finding(
                    Text.equal(clash.entry.path, clash.rivals.map(\.path)), at: context.location(of: clash.entry.path),
                    notes: ([clash.entry] + clash.rivals).map { Text.codePoints($0.path) },
                    remedy: Remedy("rename or delete one of them")))
        }
    }
}

private enum Text {
    static func equal(_ path: ContentPath, _ others: [ContentPath]) -> String {
        "\(Wording.quoted(path)) is the same name in another Unicode form as "
            + Wording.list(others.map { Wording.quoted($0) })
    }

    /// The characters beyond ASCII, since the names look the same.
    static func codePoints(_ path: ContentPath) -> String {
        let scalars = String(decoding: path.name, as: UTF8.self).unicodeScalars.filter { !$0.isASCII }
        let points = Wording.list(scalars.map(SafeText.codePoint), limit: 8)
        return points.isEmpty
            ? "One of them is all ASCII."
            : "Beyond ASCII, \(Wording.quoted(name: path.name)) (\(Wording.count(path.name.count, "byte"))) holds \(points)."
    }
}
