import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// The product exists, and its type can't have hosted content.
struct ProductOfWrongType: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-011", "product-of-wrong-type"),
        defaultSeverity: .error,
        summary: "The product must be a non-consumable",
        why: "Apple hosts content for non-consumables only. The type of a product can't be changed once it was made.",
        remedy: "Set IAPProductIdentifier to the ID of a non-consumable; if there is none, make one in App Store "
            + "Connect.",
        evidence: .apple(
            "App Store Connect API, InAppPurchaseContent: content is associated with a non-consumable in-app purchase"))

    static var examples: [CheckExample] {
        let coins = KnownProduct(identifier: "com.example.app.coins", source: "a.storekit", type: .consumable)
        let pack = KnownProduct(identifier: "com.example.app.pack1", source: "a.storekit", type: .nonConsumable)
        return [
            CheckExample(
                "a consumable", .contentFolder(productIdentifier: coins.identifier), products: [coins, pack],
                expected: [ExpectedFinding("PID-011", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a non-consumable", .contentFolder(productIdentifier: pack.identifier), products: [coins, pack],
                expected: []),
            CheckExample(
                "a product of which the list does not tell the type",
                .contentFolder(productIdentifier: coins.identifier),
                products: [KnownProduct(identifier: coins.identifier, source: "products.txt")], expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard case .wrongType(let product)? = context.match, let (text, entry) = context.productIdentifier else {
            return
        }
        report(
            Self.finding(
                Text.wrongType(text, Wording.phrase(for: product.type)),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: [
                    "The type stands in \(Wording.quoted(product.source)).",
                    "A product's type can't be changed once it was made.",
                ],
                remedy: Remedy("set IAPProductIdentifier to the ID of a non-consumable")))
    }
}

private enum Text {
    static func wrongType(_ text: String, _ type: String) -> String {
        "product \(Wording.quoted(text)) is \(type); only a non-consumable can have hosted content"
    }
}
