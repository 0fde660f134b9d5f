import Findings
import PropertyLists

/// `ContentInfo.plist` ends before its end.
struct ContentInfoTruncated: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-003", "content-info-truncated"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must be complete",
        why: "Whatever wrote or copied the file stopped before the end, so what it says can't be trusted, even where "
            + "both values can be read.",
        remedy: "Copy the file again from where it is whole, or restore it from version control.",
        evidence: .format("Property lists: an XML document ends with its root's end tag, a binary one with its trailer")
    )

    static var examples: [CheckExample] {
        [
            CheckExample(
                "XML without its end",
                .contentFolder(
                    contentInfo: .text(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <plist version="1.0">
                        <dict>
                        \t<key>ContentVersion</key>

                        """)),
                expected: [ExpectedFinding("PLI-003", .error, member: "ContentInfo.plist", line: 5)]),
            CheckExample("XML with its end", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.truncated) {
            report(
                Self.finding(
                    Text.truncated(fault.detail), at: context.location(of: fault), remedy: ContentInfoRemedy.restore))
        }
    }
}

private enum Text {
    static func truncated(_ detail: String) -> String {
        "'ContentInfo.plist' ends too early: \(Wording.escaped(detail))"
    }
}
