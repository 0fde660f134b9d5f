import ContentModel
import Findings
import PropertyLists

/// The value of `ContentInfo.plist` has no keys.
struct RootNotDictionary: Check {
    static let description = FindingDescription(
        code: FindingCode("PLI-008", "root-not-dictionary"),
        defaultSeverity: .error,
        summary: "ContentInfo.plist must hold a dictionary",
        why: "The product ID and the version are values of keys; only a dictionary has keys.",
        remedy: "Put both keys into one <dict> directly below <plist>.",
        evidence: .secondary("Every ContentInfo.plist that Xcode made is a dictionary; apps read it as one"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "an array of dictionaries",
                .contentFolder(
                    contentInfo: .text(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <plist version="1.0">
                        <array>
                        \t<string>com.example.app.pack1</string>
                        </array>
                        </plist>

                        """)),
                expected: [ExpectedFinding("PLI-008", .error, member: "ContentInfo.plist", line: 3)]),
            CheckExample("a dictionary", .contentFolder(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let root = context.contentInfo?.document.root else { return }
        if case .dictionary = root.value { return }
        report(
            Self.finding(
                Text.notDictionary(root.value.typeName), at: context.contentInfoLocation(at: root.position),
                remedy: Remedy("put IAPProductIdentifier and ContentVersion into one <dict> below <plist>")))
    }
}

private enum Text {
    static func notDictionary(_ typeName: String) -> String {
        "'ContentInfo.plist' must hold a dictionary; it holds <\(typeName)>"
    }
}
