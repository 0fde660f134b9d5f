import Findings
import PropertyLists

/// `ContentInfo.plist` is something else.
struct NotAPropertyList: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-013", "not-a-property-list"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must be a property list",
        why: "Its bytes are neither XML, nor a binary property list, nor one in the old style, whatever the name says.",
        remedy:
            "Write the two keys as a property list in XML, or make a content folder elsewhere with 'iapkit init' and "
            + "copy its ContentInfo.plist.",
        evidence: .format("Property lists: the three forms that exist"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "JSON",
                .contentFolder(
                    contentInfo: .text(
                        "{\"IAPProductIdentifier\": \"com.example.app.pack1\", \"ContentVersion\": \"1.0\"}\n")),
                expected: [ExpectedFinding("PLI-013", .error, member: "ContentInfo.plist")]),
            CheckExample("XML", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.unknownFormat) {
            report(
                Self.finding(
                    Text.unknown(fault.detail), at: context.location(of: fault),
                    remedy: Remedy("write it as a property list in XML, or \(ContentInfoRemedy.make)")))
        }
    }
}

private enum Text {
    static func unknown(_ detail: String) -> String {
        "'ContentInfo.plist' is not a property list: \(Wording.escaped(detail))"
    }
}
