import Findings
import PropertyLists

/// `ContentInfo.plist` breaks the syntax of its form.
struct ContentInfoNotWellFormed: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-004", "content-info-not-well-formed"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must be well-formed",
        why: "Readers of property lists refuse text that breaks the syntax, or guess, each in its own way. Of a "
            + "comment with '--' in it, for one, some of Apple's readers make nothing, and others reject the file.",
        remedy: "Mend the place named. 'plutil -lint' on a Mac and 'xmllint' elsewhere show the same fault.",
        evidence: .format("XML 1.0 §2.1, well-formed documents; old-style property lists: their grammar"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a comment that holds two hyphens",
                .contentFolder(
                    propertyList: """
                        \t<!-- a -- b -->
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("PLI-004", .error, member: "ContentInfo.plist", line: 5)]),
            CheckExample(
                "a comment that holds one hyphen",
                .contentFolder(
                    propertyList: """
                        \t<!-- a - b -->
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.notWellFormed) {
            report(
                Self.finding(
                    Text.notWellFormed(fault.detail), at: context.location(of: fault),
                    remedy: Remedy("mend the syntax at this place")))
        }
    }
}

private enum Text {
    static func notWellFormed(_ detail: String) -> String {
        "'ContentInfo.plist' is not well-formed: \(Wording.escaped(detail))"
    }
}
