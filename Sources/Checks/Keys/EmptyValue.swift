import ContentModel
import Findings
import PropertyLists

/// The value of one of the two keys is empty.
struct EmptyValue: Check {
    static let description = FindingDescription(
        code: FindingCode("KEY-003", "empty-value"),
        defaultSeverity: .error,
        summary: "The values of IAPProductIdentifier and ContentVersion must not be empty",
        why: "Content with an empty product ID belongs to no product, and an empty version can't be compared. White "
            + "space alone counts as empty.",
        remedy: "Write the product's ID, or the version, between the tags.",
        evidence: .apple(
            "StoreKit: a content version is a series of integers separated by periods; App Store Connect Help, In-App "
                + "Purchase information: a product ID is made of letters, numbers, hyphens, periods and underscores"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "no product ID", .contentFolder(productIdentifier: ""),
                expected: [ExpectedFinding("KEY-003", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a version of spaces", .contentFolder(contentVersion: "  "),
                expected: [ExpectedFinding("KEY-003", .error, member: "ContentInfo.plist", line: 6)]),
            CheckExample("one character", .contentFolder(productIdentifier: "a"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for (key, field) in context.fields {
            guard case .string(let text, let entry) = field, WhiteSpace.isBlank(text) else { continue }
            report(
                Self.finding(
                    text.isEmpty ? Text.empty(key) : Text.blank(key),
                    at: context.contentInfoLocation(key: key, at: entry.node.position),
                    remedy: Remedy(Text.advice(for: key))))
        }
    }
}

private enum Text {
    static func empty(_ key: String) -> String { "value of '\(key)' is empty" }

    static func blank(_ key: String) -> String { "value of '\(key)' holds nothing but white space" }

    static func advice(for key: String) -> String {
        key == ContentInfo.productIdentifierKey
            ? "write the product ID exactly as App Store Connect shows it"
            : "write the version as integers with periods between them, such as 1.0"
    }
}
