import ContentModel
import Findings
import ProductCatalogs
import PropertyLists

/// A local list has the product, and App Store Connect's own list does not.
struct ProductInLocalListOnly: Check {
    static let needsProducts = true
    static let description = FindingDescription(
        code: FindingCode("PID-018", "product-in-local-list-only"),
        defaultSeverity: .warning,
        summary: "A product should be in App Store Connect's own list, where one is given",
        why: "A local list, such as a .storekit file, says what somebody believes. Tests with it pass, and the store "
            + "finds no product. The two may also be of different days.",
        remedy: "Make the product in App Store Connect, or export its list again if it was made since.",
        evidence: .secondary("Reports of apps whose products worked with a .storekit file only (FreemiumKit, issue 10)")
    )

    static var examples: [CheckExample] {
        func source(_ name: String, _ authority: SourceAuthority, _ identifiers: String...) -> ProductSource {
            ProductSource(
                name: name, format: "json", authority: authority,
                products: identifiers.map { KnownProduct(identifier: $0, source: name) })
        }
        let store = source("answer.json", .appStoreConnect, "com.example.app.pack2")
        return [
            CheckExample(
                "only the local file has it", .contentFolder(),
                sources: [store, source("Local.storekit", .belief, "com.example.app.pack1")],
                expected: [ExpectedFinding("PID-018", .warning, member: "ContentInfo.plist", line: 8)]),
            CheckExample(
                "it was sold", .contentFolder(),
                sources: [store, source("sales.txt", .presence, "com.example.app.pack1")], expected: []),
            CheckExample(
                "the command line vouches for it", .contentFolder(),
                sources: [store, ProductSource(expecting: ["com.example.app.pack1"])], expected: []),
            CheckExample(
                "no list of App Store Connect's", .contentFolder(),
                sources: [source("Local.storekit", .belief, "com.example.app.pack1")], expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        guard let (text, entry) = context.productIdentifier, let products = context.products,
            let product = context.exactProducts.first, products.isBeliefOnly(text)
        else { return }
        let lists = products.sources.filter { $0.authority == .appStoreConnect }.map { Wording.quoted($0.name) }
        report(
            Self.finding(
                Text.localOnly(text, product.source),
                at: context.contentInfoLocation(key: ContentInfo.productIdentifierKey, at: entry.node.position),
                notes: ["App Store Connect's own list is \(Wording.list(lists))."],
                remedy: Remedy("make the product in App Store Connect, or export its list again")))
    }
}

private enum Text {
    static func localOnly(_ text: String, _ source: String) -> String {
        "product \(Wording.quoted(text)) is in \(Wording.quoted(source)), and App Store Connect's own list lacks it"
    }
}
