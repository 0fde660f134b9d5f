import ContentModel
import Findings

/// `Contents` holds no file.
struct ContentsEmpty: Check {
    static let description = FindingDescription(
        code: FindingCode("LAY-003", "contents-empty"),
        defaultSeverity: .warning,
        summary: "'Contents' should hold a file",
        why: "A purchase would download nothing. The payload was likely forgotten, or left out by an exclusion.",
        remedy: "Put the payload into 'Contents', or see which exclusion leaves it out.",
        evidence: .judgement("Apple's texts don't say what becomes of empty content"))

    static var examples: [CheckExample] {
        let base = ContentSketch.contentFolder().without("Contents/a.txt")
        let expected = ExpectedFinding("LAY-003", .warning, member: "Contents")
        return [
            CheckExample("nothing in it", base.adding(.directory, at: ContentPath("Contents")), expected: [expected]),
            CheckExample(
                "a folder in it", base.adding(.directory, at: ContentPath("Contents/Levels")), expected: [expected]),
            CheckExample(
                "nothing but junk", base.adding(.text(""), at: ContentPath("Contents/.DS_Store")),
                expected: [expected, ExpectedFinding("FIL-008", .warning, member: "Contents/.DS_Store")]),
            CheckExample(
                "everything excluded", .contentFolder().with { $0.exclusions = [ContentGlob("Contents/**")] },
                expected: [expected]),
            CheckExample("a file", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree,
            tree.entry(at: ContentTree.contentsPath)?.type == .directory,
            context.payload.allSatisfy({ $0.type == .directory }),
            !tree.failures.contains(where: { $0.path?.isInside(ContentTree.contentsPath) ?? true })
        else { return }
        let leftOut = tree.leftOut.filter { $0.path.isInside(ContentTree.contentsPath) }
        let globs = Set(leftOut.compactMap { if case .excluded(let glob) = $0.reason { glob } else { nil } })
        report(
            Self.finding(
                leftOut.isEmpty
                    ? (context.payload.isEmpty ? Text.empty : Text.foldersOnly) : Text.allLeftOut(leftOut.count),
                at: context.location(of: ContentTree.contentsPath),
                notes: globs.isEmpty ? [] : [Text.excluded(by: globs.sorted())],
                remedy: Remedy(globs.isEmpty ? "put the payload into 'Contents'" : "narrow the exclusions")))
    }
}

private enum Text {
    static let empty = "'Contents' is empty; a purchase would download nothing"
    static let foldersOnly = "'Contents' holds folders and no file; a purchase would download nothing"

    static func allLeftOut(_ count: Int) -> String {
        "'Contents' is empty once what does not belong to it is left out (\(Wording.count(count, "item")))"
    }

    static func excluded(by globs: [String]) -> String {
        "Left out by \(Wording.list(globs.map { "--exclude \(Wording.quoted($0))" }))."
    }
}
