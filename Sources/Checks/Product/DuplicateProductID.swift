import ContentModel
import Findings
import Packaging
import PropertyLists

/// Two inputs of a run claim the same product.
struct DuplicateProductID: Check {
    static let description = FindingDescription(
        code: FindingCode("PID-012", "duplicate-product-id"),
        defaultSeverity: .error,
        summary: "Two content folders must not have the same product ID",
        why: "A product has one package of content, so one of the two would replace the other. Mostly a folder was "
            + "copied for a new product, and its ID was not changed. A folder and the package named after it are no "
            + "such pair.",
        remedy: "Set IAPProductIdentifier in one of them to the product that it is for.",
        evidence: .secondary("App Store Connect serves one content package for each product; no second was ever seen"))

    static var examples: [CheckExample] {
        let zip = ContentSketch.contentFolder().with { $0.kind = .zip }
        return [
            CheckExample(
                "a copied folder", .contentFolder(), others: ["pack2": .contentFolder()],
                expected: [ExpectedFinding("PID-012", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "two products", .contentFolder(),
                others: ["pack2": .contentFolder(productIdentifier: "com.example.app.pack2")], expected: []),
            CheckExample("a folder and its package", .contentFolder(), others: ["pack1.zip": zip], expected: []),
            CheckExample(
                "two IDs that differ in letter case", .contentFolder(),
                others: ["pack2": .contentFolder(productIdentifier: "com.example.app.Pack1")], expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard !context.inputsWithSameProduct.isEmpty, let (text, entry) = context.productIdentifier else { return }
        report(
            Self.finding(
                Text.duplicate(text, context.inputsWithSameProduct),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                remedy: Remedy("set IAPProductIdentifier in one of them to the product that it is for")))
    }
}

private enum Text {
    static func duplicate(_ text: String, _ others: RivalInputs) -> String {
        "product ID \(Wording.quoted(text)) is also that of "
            + Wording.list(others.paths.map { Wording.quoted($0) }, count: others.count)
    }
}
