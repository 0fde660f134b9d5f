import ContentModel
import Findings
import PropertyLists

/// The product ID has more characters than App Store Connect takes.
struct ProductIDTooLong: Check {
    static let description = FindingDescription(
        code: FindingCode("PID-002", "product-id-too-long"),
        defaultSeverity: .error,
        summary: "A product ID must have at most 100 characters",
        why: "App Store Connect takes no longer one, so no product can have this ID.",
        remedy: "Write the product ID exactly as App Store Connect shows it.",
        evidence: .apple("App Store Connect Help, In-App Purchase information: at most 100 characters"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "101 characters", .contentFolder(productIdentifier: String(repeating: "a", count: 101)),
                expected: [ExpectedFinding("PID-002", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "100 characters", .contentFolder(productIdentifier: String(repeating: "a", count: 100)), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, !BuildSetting.occurs(in: text) else { return }
        let count = WhiteSpace.trimmed(text).unicodeScalars.count
        guard count > ProductIdentifier.maximumLength else { return }
        report(
            Self.finding(
                Text.tooLong(text, count: count, limit: ProductIdentifier.maximumLength),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                remedy: Remedy("write the product ID exactly as App Store Connect shows it")))
    }
}

private enum Text {
    static func tooLong(_ text: String, count: Int, limit: Int) -> String {
        "product ID \(SafeText.quoted(text, limit: 60)) has \(Wording.grouped(count)) characters; "
            + "at most \(limit) are allowed"
    }
}
