import ContentModel
import Findings

/// Two names of a folder differ in letter case only.
struct NamesDifferInCase: Check {
    static let description = FindingDescription(
        code: FindingCode("NAM-003", "names-differ-in-case"),
        defaultSeverity: .warning,
        summary: "Names in one folder should differ in more than letter case",
        why: "The disk of a Mac takes both for one name, so that one of the files replaces the other when the package "
            + "is unpacked there. The disk of an iPhone tells them apart.",
        remedy: "Rename one of them.",
        evidence: .format("APFS and HFS+ on a Mac: case-insensitive unless formatted otherwise; iOS: case-sensitive"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a name twice, once in capitals",
                .contentFolder(extra: ["Contents/README": .text("1"), "Contents/ReadMe": .text("2")]),
                expected: [
                    ExpectedFinding("NAM-003", .warning, member: "Contents/README"),
                    ExpectedFinding("NAM-003", .warning, member: "Contents/ReadMe"),
                ]),
            CheckExample(
                "of two folders, the folders and not all in them",
                .contentFolder(extra: ["Contents/maps/b.txt": .text("1"), "Contents/Maps/b.txt": .text("2")]),
                expected: [
                    ExpectedFinding("NAM-003", .warning, member: "Contents/Maps"),
                    ExpectedFinding("NAM-003", .warning, member: "Contents/maps"),
                ]),
            CheckExample(
                "the same name in two folders",
                .contentFolder(extra: ["Contents/1/a.txt": .text("1"), "Contents/2/A.txt": .text("2")]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let clashes = SiblingNames.clashes(
            among: context.payload, foldsCase: true,
            // Up first: so 'ß' meets 'SS', and the two small sigmas meet each other.
            fold: { $0.uppercased().lowercased() },
            // Names that are equal but for their Unicode form are another check's.
            areRivals: { $0 != $1 })
        for clash in clashes {
            report(
                Self.finding(
                    Text.differInCase(clash.entry.path, clash.rivals.map(\.path)),
                    at: context.location(of: clash.entry.path), remedy: Remedy("rename one of them")))
        }
    }
}

private enum Text {
    static func differInCase(_ path: ContentPath, _ others: [ContentPath]) -> String {
        "\(Wording.quoted(path)) differs in letter case only from \(Wording.list(others.map { Wording.quoted($0) }))"
    }
}
