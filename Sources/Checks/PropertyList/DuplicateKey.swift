import ContentModel
import Findings
import PropertyLists
import XMLReading

/// A key stands twice in one dictionary of `ContentInfo.plist`.
struct DuplicateKey: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-009", "duplicate-key"),
        defaultSeverity: .error,
        summary: "A key must stand once in a dictionary",
        why: "Some readers take the first value, others the last. So Xcode can show another value than the one that "
            + "the store or the app sees.",
        remedy: "Delete the key and the value that are wrong.",
        evidence: .format(
            "Property lists: a dictionary has one value for a key; readers differ on which of two they keep"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a version of each of two people",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>ContentVersion</key>
                        \t<string>2.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("PLI-009", .error, member: "ContentInfo.plist", line: 7)]),
            CheckExample(
                "the same key in two dictionaries",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        \t<key>Cat</key>
                        \t<dict><key>Name</key><string>Tom</string></dict>
                        \t<key>Dog</key>
                        \t<dict><key>Name</key><string>Rex</string></dict>
                        """), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.contentInfoFaults(.duplicateKey) {
            report(
                Self.finding(
                    Text.duplicate(fault.detail),
                    at: context.contentInfoLocation(key: fault.detail, at: fault.position),
                    notes: Text.notes(values: Self.values(of: fault.detail, in: context)),
                    remedy: Remedy("delete the key and value that are wrong")))
        }
    }

    /// The values of a key that stands more than once in the root dictionary.
    private static func values(of key: String, in context: CheckContext) -> [PropertyListNode] {
        guard case .dictionary(let entries)? = context.contentInfo?.document.root?.value else { return [] }
        let found = entries.filter { $0.key == key }
        return found.count > 1 ? found.map(\.node) : []
    }
}

private enum Text {
    static func notes(values: [PropertyListNode]) -> [String] {
        let shown = values.map { node in
            let value =
                if case .string(let text) = node.value { Wording.quoted(text) } else { "<\(node.value.typeName)>" }
            return value + (node.position.map { " on line \($0.line)" } ?? "")
        }
        return ["Some readers take the first value, others the last."]
            + (shown.isEmpty ? [] : ["The values are \(Wording.list(shown))."])
    }

    static func duplicate(_ key: String) -> String {
        "key \(Wording.quoted(key)) stands more than once in its dictionary"
    }
}
