import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// The product was deleted.
struct DeletedProduct: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-014", "deleted-product"),
        defaultSeverity: .error,
        summary: "The product must not be deleted",
        why: "A deleted product can't be bought, and its ID can't be given to another product of the app, not even "
            + "after the deletion. Content with this ID reaches nobody.",
        remedy: "Make a new product with another ID in App Store Connect, and set IAPProductIdentifier to that.",
        evidence: .apple(
            "App Store Connect Help, In-App Purchase information: a product ID can't be used again in the app, even "
                + "if the product is deleted"))

    static var examples: [CheckExample] {
        let owls = KnownProduct(
            identifier: "com.example.app.owls", source: "answer.json", type: .nonConsumable, state: "DELETED")
        let source = ProductSource(
            name: "answer.json", format: AppStoreConnectFormat.name, authority: .appStoreConnect, products: [],
            deleted: [owls])
        let geese = KnownProduct(
            identifier: "com.example.app.geese", source: "metadata.xml", type: .nonConsumable, isToBeDeleted: true)
        return [
            CheckExample(
                "a product that is to be deleted", .contentFolder(productIdentifier: geese.identifier),
                sources: [
                    ProductSource(
                        name: "metadata.xml", format: TransporterFormat.name, products: [], deleted: [geese])
                ], expected: [ExpectedFinding("PID-014", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "a product listed as deleted", .contentFolder(productIdentifier: owls.identifier), sources: [source],
                expected: [ExpectedFinding("PID-014", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "deleted in one source, there in another", .contentFolder(productIdentifier: owls.identifier),
                sources: [
                    source,
                    ProductSource(
                        name: "now.json", format: AppStoreConnectFormat.name, authority: .appStoreConnect,
                        products: [KnownProduct(identifier: owls.identifier, source: "now.json")]),
                ], expected: []),
            CheckExample(
                "deleted in App Store Connect, there in a local file",
                .contentFolder(productIdentifier: owls.identifier),
                sources: [
                    source,
                    ProductSource(
                        name: "Local.storekit", format: StoreKitConfigurationFormat.name,
                        products: [KnownProduct(identifier: owls.identifier, source: "Local.storekit")]),
                ], expected: [ExpectedFinding("PID-014", .error, member: "ContentInfo.plist", line: 8)]),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, let product = context.deletedProduct else { return }
        report(
            Self.finding(
                product.isToBeDeleted ? Text.toBeDeleted(text) : Text.deleted(text),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: [
                    "Listed as \(product.isToBeDeleted ? "to be deleted" : "deleted") in \(Wording.quoted(product.source))."
                ],
                remedy: Remedy("make a new product with another ID, and set IAPProductIdentifier to that")))
    }
}

private enum Text {
    static func deleted(_ text: String) -> String {
        "product \(Wording.quoted(text)) was deleted, and its ID can't be used again"
    }

    static func toBeDeleted(_ text: String) -> String {
        "product \(Wording.quoted(text)) is to be deleted, and its ID can't be used again after that"
    }
}
