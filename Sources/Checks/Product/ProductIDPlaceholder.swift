import ContentModel
import Findings
import PropertyLists

/// The product ID still holds a template's company.
struct ProductIDPlaceholder: Check {
    static let description = FindingDescription(
        code: FindingCode("PID-003", "product-id-placeholder"),
        defaultSeverity: .warning,
        summary: "A product ID should not hold a template's placeholder",
        why: "'yourcompany' and its like stand in templates and tutorials, to be replaced. A product with such an ID "
            + "hardly exists. 'com.example' is not reported: people use it on purpose.",
        remedy: "Write the product ID exactly as App Store Connect shows it.",
        evidence: .judgement("Such an ID is allowed; it is hardly ever meant"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a template's company", .contentFolder(productIdentifier: "com.yourcompany.app.pack1"),
                expected: [ExpectedFinding("PID-003", .warning, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "the domain for examples", .contentFolder(productIdentifier: "com.example.app.pack1"), expected: []),
            CheckExample(
                "a company whose name only holds the word",
                .contentFolder(productIdentifier: "com.yourcompanyplus.pack1"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, !context.isKnownProduct,
            let part = text.split(separator: ".").first(where: Self.isPlaceholder)
        else { return }
        report(
            Self.finding(
                Text.placeholder(text, part: String(part)),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                remedy: Remedy("write the product ID exactly as App Store Connect shows it")))
    }

    private static let placeholders: Set<String> = [
        "yourcompany", "mycompany", "yourcompanyname", "mycompanyname", "companyname", "yourdomain", "mydomain",
        "yourname", "yourapp",
    ]

    private static func isPlaceholder(_ part: Substring) -> Bool {
        placeholders.contains(part.lowercased().filter { $0 != "-" && $0 != "_" })
    }
}

private enum Text {
    static func placeholder(_ text: String, part: String) -> String {
        "product ID \(Wording.quoted(text)) holds the placeholder \(Wording.quoted(part))"
    }
}
