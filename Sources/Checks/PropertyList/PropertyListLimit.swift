import ContentModel
import Findings
import PropertyLists

/// `ContentInfo.plist` is larger, deeper or fuller than is ever sensible.
struct PropertyListLimit: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-012", "property-list-limit"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must keep within sensible limits of size, depth and count",
        why: "Two keys and a dozen that Xcode adds make about one kilobyte. A file of many megabytes or with "
            + "thousands of levels is a mistake or an attack, and readers crash on it.",
        remedy: "Take out what does not belong there. Data for the app belongs in a file below Contents.",
        evidence: .judgement(
            "Apple published no limits; those of 'iapkit' are far above any real file, and keep its memory bounded"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a file of 17 MiB", .contentFolder(contentInfo: .fileOfSize(17 << 20)),
                expected: [ExpectedFinding("PLI-012", .error, member: "ContentInfo.plist")]),
            CheckExample("a kilobyte", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        let remedy = Remedy("take out what is neither IAPProductIdentifier, ContentVersion nor needed by the app")
        if let entry = context.tree?.entry(at: ContentTree.contentInfoPath), entry.type == .file,
            entry.size > CheckRunner.contentInfoLimit
        {
            report(
                Self.finding(
                    Text.tooLarge(entry.size, limit: CheckRunner.contentInfoLimit), at: context.contentInfoLocation(),
                    remedy: remedy))
        }
        for fault in context.contentInfoFaults(.limitExceeded) {
            report(Self.finding(Text.limit(fault.detail), at: context.location(of: fault), remedy: remedy))
        }
    }
}

private enum Text {
    static func tooLarge(_ size: Int64, limit: Int) -> String {
        "'ContentInfo.plist' is \(Wording.grouped(size)) bytes; at most \(Wording.grouped(limit)) are read"
    }

    static func limit(_ detail: String) -> String { "'ContentInfo.plist' exceeds a limit: \(Wording.escaped(detail))" }
}
