import ContentModel
import Findings

/// A file that a system made, not a person, lies among the content.
struct JunkLeftOut: Check {
    static let description = FindingDescription(
        code: FindingCode("FIL-008", "junk-left-out"),
        defaultSeverity: .warning,
        summary: "Content should not hold what operating and version-control systems leave behind",
        why: "Files such as .DS_Store, ._name and Thumbs.db, and folders such as __MACOSX and .git serve the machine "
            + "that made them. They are left out of the package.",
        remedy:
            "Delete it, or say that it is to be left out with --exclude. Of a package, pack the content folder again "
            + "with 'iapkit pack', which leaves it out.",
        evidence: .judgement("No text of Apple's names such files; no hosted package seen holds one"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "what the Mac and Git leave behind",
                .contentFolder(extra: ["Contents/.DS_Store": .text(""), "Contents/.git/config": .text("")]),
                expected: [
                    ExpectedFinding("FIL-008", .warning, member: "Contents/.DS_Store"),
                    ExpectedFinding("FIL-008", .warning, member: "Contents/.git"),
                ]),
            CheckExample(
                "the same, excluded",
                .contentFolder(extra: ["Contents/.git/config": .text("")]).with {
                    $0.exclusions = [ContentGlob(".git")]
                },
                expected: []),
            CheckExample("files of people", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        // What lies about where no content is matters to nobody; the checks that miss the content say so.
        guard context.holdsContent else { return }
        let remedy = Remedy(context.isEditable ? Text.delete : Text.repack)
        for entry in context.tree?.leftOut ?? [] {
            guard case .junk(let origin) = entry.reason else { continue }
            report(
                Self.finding(
                    Text.junk(entry.path, origin: origin), at: context.location(of: entry.path),
                    remedy: remedy))
        }
    }
}

private enum Text {
    static let delete = "delete it, or name it with --exclude"
    static let repack = "pack the content folder again with 'iapkit pack', which leaves it out"

    static func junk(_ path: ContentPath, origin: String) -> String {
        "\(Wording.quoted(path)) (\(origin)) is left out of the package"
    }
}
