import JSONReading

/// Answers of RevenueCat: offerings, or the mapping of products to entitlements.
///
/// In offerings, `identifier` is the name of a package and no product ID. In the mapping, the keys are the product IDs,
/// of all stores in one.
public enum RevenueCatFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "revenuecat"
    /// What it is, in a few words, for the help.
    public static let summary = "RevenueCat's offerings or product-entitlement mapping"

    private static let mappings = ["product_entitlement_mapping", "entitlements_by_product", "entitlementsByProduct"]

    /// Whether the JSON has RevenueCat's keys.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let root = content.json?.root else { return false }
        if mappings.contains(where: { root[$0]?.isObject ?? false }) { return true }
        return root["offerings"]?.array?.contains { $0["packages"]?.array != nil } ?? false
    }

    /// Reads the products, each with its line and column and each once.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        var drafts: [ProductDraft] = []
        var guesses: [String] = []
        var remarks: [String] = []
        for offering in json.root["offerings"]?.objects ?? [] {
            for package in offering["packages"]?.objects ?? [] {
                guard let node = package["platform_product_identifier"], let text = node.text else { continue }
                drafts.append(ProductDraft(text, at: node.offset))
            }
        }
        let mapped = mappings.compactMap { json.root[$0]?.members }.flatMap(\.self)
        for member in mapped where !member.key.isEmpty {
            drafts.append(ProductDraft(member.key, at: member.node.offset))
        }
        var seen: Set<[UInt8]> = []
        drafts = drafts.filter { seen.insert(Array($0.identifier.utf8)).inserted }
        if drafts.isEmpty { throw content.emptyError() }
        if !mapped.isEmpty {
            guesses.append("\(RemarkText.count(mapped.count, "ID")) read from dictionary keys.")
            remarks.append("The mapping holds the products of all stores, so some may not be Apple's.")
        } else {
            remarks.append("Offerings hold only what is offered now, so other products may exist.")
        }
        return ProductSource(
            name: content.name, format: name, guesses: guesses, remarks: remarks,
            products: json.products(drafts, in: content))
    }
}
