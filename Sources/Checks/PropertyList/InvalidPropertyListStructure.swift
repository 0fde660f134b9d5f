import Findings
import PropertyLists

/// `ContentInfo.plist` is well-formed XML with elements that a property list does not have.
struct InvalidPropertyListStructure: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-014", "invalid-property-list-structure"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must keep to the elements of property lists",
        why: "Readers of property lists reject unknown elements, keys without a value, and text between elements, or "
            + "skip them and what is in them.",
        remedy: "Mend the place named: each <key> is followed by one value.",
        evidence: .format("Apple's PropertyList-1.0.dtd"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an unknown element",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<version>1.0</version>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("PLI-014", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample(
                "elements of every kind",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        \t<key>Extra</key>
                        \t<array><integer>1</integer><real>1.5</real><true/><false/><data>AA==</data>\
                        <date>2012-09-19T00:00:00Z</date><dict/></array>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.invalidStructure) {
            report(
                Self.finding(
                    Text.invalid(fault.detail), at: context.location(of: fault),
                    remedy: Remedy("mend this place: each <key> is followed by one value of a known type")))
        }
    }
}

private enum Text {
    static func invalid(_ detail: String) -> String {
        "'ContentInfo.plist' breaks the structure of property lists: \(Wording.escaped(detail))"
    }
}
