import Findings
import PropertyLists

/// The XML of `ContentInfo.plist` has no `<plist>` around its value.
struct PropertyListRootMissing: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-007", "property-list-root-missing"),
        defaultSeverity: .error,
        summary: "The root of ContentInfo.plist must be <plist>",
        why: "Apple's own readers disagree: one takes a bare <dict>, another refuses it.",
        remedy: "Put '<plist version=\"1.0\">' before the <dict>, and '</plist>' behind it.",
        evidence: .format("Apple's PropertyList-1.0.dtd: the document's root is 'plist'"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "<dict> as the root",
                .contentFolder(
                    contentInfo: .text(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <dict>
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        </dict>

                        """)),
                expected: [ExpectedFinding("PLI-007", .error, member: "ContentInfo.plist", line: 2)]),
            CheckExample("<plist> as the root", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.noPropertyListRoot) {
            report(
                Self.finding(
                    Text.rootMissing(fault.detail), at: context.location(of: fault),
                    notes: ["Apple's own readers disagree about property lists without <plist>."],
                    remedy: Remedy("put '<plist version=\"1.0\">' before the value, and '</plist>' behind it")))
        }
    }
}

private enum Text {
    static func rootMissing(_ detail: String) -> String {
        "'ContentInfo.plist' lacks the root <plist>: \(Wording.escaped(detail))"
    }
}
