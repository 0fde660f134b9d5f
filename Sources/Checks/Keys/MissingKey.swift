import ContentModel
import Findings
import PropertyLists

/// One of the two keys is not in `ContentInfo.plist`.
struct MissingKey: Check {
    static let description = FindingDescription(
        code: FindingCode("KEY-001", "missing-key"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must have the keys IAPProductIdentifier and ContentVersion",
        why: "IAPProductIdentifier names the product that the content belongs to, and ContentVersion lets an app see "
            + "that the content is newer. Keys are compared exactly: a slip or another letter case makes another "
            + "key. A well-known slip is IAPProductionIdentifier, which stands in a book and in tutorials.",
        remedy: "Add the key with its value, or mend the slip in the one that is there.",
        evidence: .secondary(
            "Every package that Xcode made has both keys, and every guide asks for them; Apple's documents speak of "
                + "the content version only"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a slip in a key",
                .contentFolder(
                    propertyList: """
                        \t<key>ContentVersion</key>
                        \t<string>1.0</string>
                        \t<key>IAPProductionIdentifier</key>
                        \t<string>com.example.app.pack1</string>
                        """),
                expected: [ExpectedFinding("KEY-001", .error, member: "ContentInfo.plist", line: 7)]),
            CheckExample(
                "neither key", .contentFolder(propertyList: "\t<key>Title</key>\n\t<string>Cats</string>"),
                expected: [
                    ExpectedFinding("KEY-001", .error, member: "ContentInfo.plist", line: 4),
                    ExpectedFinding("KEY-001", .error, member: "ContentInfo.plist", line: 4),
                ]),
            CheckExample("both keys", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let root = context.contentInfo?.document.root, case .dictionary(let entries) = root.value else { return }
        for (key, field) in context.fields {
            guard case .missing = field else { continue }
            let others = entries.filter { entry in !context.fields.contains { $0.key == entry.key } }
            if let near = Self.nearest(to: key, in: others) {
                report(
                    Self.finding(
                        Text.missing(key, near: near.key),
                        at: context.contentInfoLocation(key: key, at: near.keyPosition ?? root.position),
                        remedy: Remedy(
                            "rename the key \(Wording.quoted(near.key)) to '\(key)'",
                            command: MendingCommand(in: context).renaming(near, to: key)),
                        suggestion: key))
            } else {
                report(
                    Self.finding(
                        Text.missing(key), at: context.contentInfoLocation(key: key, at: root.position),
                        remedy: Remedy(Text.add(key, in: context.contentInfo?.document.format))))
            }
        }
    }

    private static func nearest(to key: String, in entries: [PropertyListEntry]) -> PropertyListEntry? {
        let near = entries.filter { NearestName.nearest(to: $0.key, in: [key]) != nil }
        func distance(_ entry: PropertyListEntry) -> Int {
            NearestName.editDistance(entry.key.lowercased(), key.lowercased(), limit: key.count)
        }
        return near.min { distance($0) < distance($1) }
    }
}

private enum Text {
    static func add(_ key: String, in format: PropertyListFormat?) -> String {
        switch format {
        case .oldStyle: "add \(key) = \"…\"; between the outer braces"
        case .binary: "add the key \(key) with a string as its value"
        case .xml, nil: "add <key>\(key)</key> and its <string>…</string> to the root's <dict>"
        }
    }

    static func missing(_ key: String) -> String { "key '\(key)' is missing" }

    static func missing(_ key: String, near other: String) -> String {
        "key '\(key)' is missing; \(Wording.quoted(other)) is likely meant to be it"
    }
}
