import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// Another app than the one chosen has the product.
struct ProductOfAnotherApp: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-017", "product-of-another-app"),
        defaultSeverity: .error,
        summary: "The product must belong to the app",
        why: "A product belongs to one app, and no other can sell it; the iOS and the macOS version of an app that are "
            + "two apps need products of their own. With --app one app's products are picked out of an export for the "
            + "whole account, and this one is among those of another.",
        remedy: "Set IAPProductIdentifier to the product of the app that the content is for, or choose the other app.",
        evidence: .apple("App Store Connect Help, In-App Purchase information: iOS and macOS apps need separate IDs"))

    static var examples: [CheckExample] {
        let zoo = KnownApp(appleID: "1230000001", name: "Zoo")
        let farm = KnownApp(appleID: "1230000002", name: "Farm")
        let source = ProductSource(
            name: "report.txt", format: CatalogReportFormat.name, authority: .appStoreConnect,
            products: [
                KnownProduct(identifier: "com.example.app.pack1", source: "report.txt", app: zoo),
                KnownProduct(identifier: "com.example.farm.pack1", source: "report.txt", app: farm),
            ])
        return [
            CheckExample(
                "the product of another app", .contentFolder(), sources: [source.restricted(toApp: "Farm")],
                expected: [ExpectedFinding("PID-017", .error, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "the app's own product", .contentFolder(), sources: [source.restricted(toApp: "1230000001")],
                expected: []),
            CheckExample("no app chosen", .contentFolder(), sources: [source], expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, let product = context.productOfOtherApp else { return }
        report(
            Self.finding(
                Text.otherApp(text, product.app?.label ?? ""),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: ["Listed in \(Wording.quoted(product.source))."],
                remedy: Remedy("set IAPProductIdentifier to a product of the app chosen, or choose the other app")))
    }
}

private enum Text {
    static func otherApp(_ text: String, _ app: String) -> String {
        "product \(Wording.quoted(text)) belongs to the app \(Wording.quoted(app)), not to the one chosen"
    }
}
