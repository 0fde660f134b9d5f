import Findings
import PropertyLists

/// `ContentInfo.plist` declares an entity of its own.
struct EntityDeclaration: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-010", "entity-declaration"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must not declare entities",
        why: "Apple's readers reject property lists with entity declarations, since nested ones grow without bound "
            + "and external ones read other files. 'iapkit' expands none.",
        remedy: "Delete the declaration, and write the text itself where the entity is used.",
        evidence: .secondary("Python's plistlib refuses them for safety and names Apple's tools as its example"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "the product ID as an entity",
                .contentFolder(
                    contentInfo: .text(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <!DOCTYPE plist [
                        <!ENTITY id "com.example.app.pack1">
                        ]>
                        <plist version="1.0">
                        <dict>
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>&id;</string>
                        </dict>
                        </plist>

                        """)),
                expected: [ExpectedFinding("PLI-010", .error, member: "ContentInfo.plist", line: 3)]),
            CheckExample(
                "entities that XML itself has",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app&#46;pack1</string>
                        \t<key>Title</key>
                        \t<string>Cats &amp; dogs</string>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.entityDeclaration) {
            report(
                Self.finding(
                    Text.declaration(fault.detail), at: context.location(of: fault),
                    notes: ["Nothing was expanded."],
                    remedy: Remedy("delete the declaration, and write the text itself where the entity is used")))
        }
    }
}

private enum Text {
    static func declaration(_ detail: String) -> String {
        "'ContentInfo.plist' must not declare entities; \(Wording.escaped(detail))"
    }
}
