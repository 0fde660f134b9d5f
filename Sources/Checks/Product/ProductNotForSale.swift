import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// The product is in a state in which nobody can buy it for now.
struct ProductNotForSale: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-015", "product-not-for-sale"),
        defaultSeverity: .warning,
        summary: "The product should be one that can be sold",
        why: "A product that was removed from sale or that Apple's review rejected reaches no new buyer. Who bought it "
            + "before can still restore it, so the content may well be meant. States in which a product waits for "
            + "review or for its content are no reason to report anything.",
        remedy: "Look at the product in App Store Connect; if the state is meant, go on.",
        evidence: .judgement("Apple's API names the states; no text says which of them refuse content"))

    static var examples: [CheckExample] {
        func product(_ state: String) -> [KnownProduct] {
            [
                KnownProduct(
                    identifier: "com.example.app.pack1", source: "answer.json", type: .nonConsumable, state: state)
            ]
        }
        let found = [ExpectedFinding("PID-015", .warning, member: "ContentInfo.plist", line: 8)]
        return [
            CheckExample("removed by Apple", .contentFolder(), products: product("REMOVED_FROM_SALE"), expected: found),
            CheckExample(
                "removed by its maker", .contentFolder(), products: product("DEVELOPER_REMOVED_FROM_SALE"),
                expected: found),
            CheckExample("rejected", .contentFolder(), products: product("Rejected"), expected: found),
            CheckExample(
                "waiting for its content", .contentFolder(), products: product("WAITING_FOR_UPLOAD"), expected: []),
            CheckExample("approved", .contentFolder(), products: product("APPROVED"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier else { return }
        // Where sources disagree, one that is older than the other, nothing is certain.
        let rows = context.exactProducts.filter { $0.state != nil }
        let standings = Set(rows.map { ProductState.standing($0.state) })
        guard let product = rows.first, let standing = standings.first, standings.count == 1,
            [.removedFromSale, .rejected].contains(standing)
        else { return }
        report(
            Self.finding(
                Text.notForSale(text, standing),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: [
                    "\(Wording.quoted(product.source)) gives its state as \(Wording.quoted(product.state ?? ""))."
                ], remedy: Remedy("look at the product in App Store Connect, and go on if its state is meant")))
    }
}

private enum Text {
    static func notForSale(_ text: String, _ standing: ProductState.Standing) -> String {
        let state = standing == .rejected ? "was rejected by Apple's review" : "was removed from sale"
        return "product \(Wording.quoted(text)) \(state), so it reaches no new buyer"
    }
}
