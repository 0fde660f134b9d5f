import ContentModel
import Findings
import Packaging

/// The content is larger than Apple hosted.
struct ContentTooLarge: Check {
    /// 2³¹ bytes: more than this is over 2 GB however one counts.
    private static let limit: Int64 = 2_147_483_648

    static let description = FindingDescription(
        code: FindingCode("FIL-010", "content-too-large"),
        defaultSeverity: .warning,
        summary: "Content should be at most 2 GB",
        why:
            "Hosted content could not exceed 2 GB, so for a .pkg it is an error. A zip for a server of one's own has no "
            + "such limit, but a download of this size often fails. Whether Apple counted 2,000,000,000 or 2,147,483,648 bytes, packed "
            + "or unpacked, is not known; reported is what is over both before packing.",
        remedy: "Split the content over several products, or make the files smaller.",
        evidence: .secondary("Microsoft, 'Changes to StoreKit in iOS 6': hosted content cannot exceed 2 GB"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "one file a byte over the limit",
                .contentFolder(extra: ["Contents/film.mov": .fileOfSize(limit + 1)]),
                expected: [ExpectedFinding("FIL-010", .warning)]),
            CheckExample(
                "many files that are over the limit together",
                .contentFolder(extra: [
                    "Contents/1.mov": .fileOfSize(limit / 2), "Contents/2.mov": .fileOfSize(limit / 2),
                ]),
                expected: [ExpectedFinding("FIL-010", .warning)]),
            CheckExample(
                "a gigabyte", .contentFolder(extra: ["Contents/film.mov": .fileOfSize(1 << 30)]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let tree = context.tree, tree.totalFileSize > Self.limit else { return }
        guard context.kind != .aar else { return }
        let targets = context.kind == .pkg ? [.pkg] : context.targets
        let severities = targets.compactMap(Self.severity(for:))
        if severities.isEmpty, !targets.isEmpty { return }
        report(
            Self.finding(
                Text.tooLarge(tree.totalFileSize), at: context.inputLocation, severity: severities.max(),
                notes: largest(of: tree),
                remedy: Remedy("split the content over several products, or make the files smaller")))
    }

    /// Only what Apple hosted has the limit: a zip goes to a server of one's own, and asset packs have limits of their own.
    private static func severity(for target: PackageKind) -> Severity? {
        switch target {
        case .zip: .warning
        case .pkg: .error
        case .aar: nil
        }
    }

    private func largest(of tree: ContentTree) -> [String] {
        let files = tree.entries.filter { $0.type == .file }
        guard let file = files.max(by: { ($0.size, $1.path) < ($1.size, $0.path) }) else { return [] }
        return ["The largest file is \(Wording.quoted(file.path)) with \(Wording.grouped(file.size)) bytes."]
    }
}

private enum Text {
    static func tooLarge(_ total: Int64) -> String {
        "content is \(Wording.grouped(total)) bytes in all, over the limit of hosted content, 2 GB "
            + "(2,147,483,648 bytes, or 2,000,000,000 if counted in thousands)"
    }
}
