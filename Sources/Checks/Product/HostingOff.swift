import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// App Store Connect says that Apple does not host content for the product.
struct HostingOff: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-016", "hosting-off"),
        defaultSeverity: .note,
        summary: "Content for Apple to host needs a product with hosting switched on",
        why: "Where contentHosting is false, Apple delivers no content for the product. App Store Connect's API tells "
            + "the value and can't change it; Apple's build system refuses to build new hosted content since Xcode "
            + "13.3; whether any upload is still accepted in 2026 is not known. For content from your own server, or as "
            + "an asset pack, the value means nothing.",
        remedy: "Deliver the package from your own server, or as an asset pack of Background Assets. If that is what "
            + "you do, switch this finding off with --severity PID-016=off.",
        evidence: .apple("App Store Connect API, InAppPurchaseV2: contentHosting is an attribute that is only read"))

    static var examples: [CheckExample] {
        func product(hosted: Bool?, _ type: ProductType = .nonConsumable) -> [KnownProduct] {
            [
                KnownProduct(
                    identifier: "com.example.app.pack1", source: "answer.json", type: type, state: "APPROVED",
                    hosted: hosted)
            ]
        }
        return [
            CheckExample(
                "contentHosting is false", .contentFolder(), products: product(hosted: false),
                expected: [ExpectedFinding("PID-016", .note, member: "ContentInfo.plist", line: 8)]),
            CheckExample("contentHosting is true", .contentFolder(), products: product(hosted: true), expected: []),
            CheckExample(
                "contentHosting was not asked for", .contentFolder(), products: product(hosted: nil), expected: []),
            CheckExample(
                "a consumable, which never has content", .contentFolder(),
                products: product(hosted: false, .consumable),
                expected: [ExpectedFinding("PID-011", .error, member: "ContentInfo.plist", line: 8)]),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier else { return }
        let rows = context.exactProducts.filter { $0.hosted != nil }
        guard let product = rows.first, rows.allSatisfy({ $0.hosted == false }) else { return }
        report(
            Self.finding(
                Text.hostingOff(text),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: [
                    "\(Wording.quoted(product.source)) has contentHosting false for it.",
                    "The API can't switch it on, and whether Apple still takes any upload is not known.",
                ],
                remedy: Remedy(
                    "deliver the content from your own server, or as an asset pack; where you do, --severity PID-016=off "
                        + "says no more of it")))
    }
}

private enum Text {
    static func hostingOff(_ text: String) -> String { "Apple hosts no content for product \(Wording.quoted(text))" }
}
