import Findings
import PropertyLists

/// `ContentInfo.plist` holds nothing.
struct ContentInfoEmpty: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-002", "content-info-empty"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must hold a property list",
        why: "A file without a byte, or with white space only, names neither the product nor the version. Some readers "
            + "fail on it without a word.",
        remedy: "Restore the file from version control, or make a content folder elsewhere with 'iapkit init' and copy "
            + "its ContentInfo.plist.",
        evidence: .format("Property lists: no form of them is empty"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "no bytes", .contentFolder(contentInfo: .text("")),
                expected: [ExpectedFinding("PLI-002", .error, member: "ContentInfo.plist")]),
            CheckExample(
                "line ends only", .contentFolder(contentInfo: .text("\n\r\n \t")),
                expected: [ExpectedFinding("PLI-002", .error, member: "ContentInfo.plist")]),
            CheckExample("a property list", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for _ in context.contentInfoFaults(.empty) {
            report(
                Self.finding(
                    Text.empty(byteCount: context.contentInfoBytes?.count ?? 0), at: context.contentInfoLocation(),
                    remedy: ContentInfoRemedy.restore))
        }
    }
}

private enum Text {
    static func empty(byteCount: Int) -> String {
        byteCount == 0
            ? "'ContentInfo.plist' is empty"
            : "'ContentInfo.plist' holds white space only, in \(Wording.count(byteCount, "byte"))"
    }
}
