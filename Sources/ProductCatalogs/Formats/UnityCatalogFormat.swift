import JSONReading

/// Unity's catalogue of products, `IAPProductCatalog.json`.
///
/// A product has one `id` for all stores, and may have others for some of them in `storeIDs`.
public enum UnityCatalogFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "unity"
    /// What it is, in a few words, for the help.
    public static let summary = "Unity's IAPProductCatalog.json"

    /// Whether the JSON has Unity's keys.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let root = content.json?.root, let products = root["products"]?.array else { return false }
        if root["appleSKU"] != nil || root["appleTeamID"] != nil || root["googleProducts"] != nil { return true }
        return products.contains { $0["id"] != nil && ($0["storeIDs"] != nil || $0["type"]?.number != nil) }
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        guard let items = json.root["products"]?.array else {
            throw content.error(
                "no catalogue of Unity's: it lacks the array 'products'",
                remedy: "name Assets/Resources/IAPProductCatalog.json")
        }
        var drafts: [ProductDraft] = []
        var withoutIdentifier = 0
        var shared = 0
        for item in items {
            // `null` stands for an empty text.
            let stores = (item["storeIDs"]?.objects ?? []).filter { store in
                appleStores.contains(store["store"]?.string ?? "") && store["id"]?.string?.isEmpty == false
            }
            let nodes = stores.isEmpty ? [item["id"]] : stores.map { $0["id"] }
            for node in nodes {
                guard let node, let text = node.string, !text.isEmpty else {
                    withoutIdentifier += 1
                    continue
                }
                if stores.isEmpty { shared += 1 }
                drafts.append(
                    ProductDraft(
                        text, at: node.offset, type: item["type"]?.number.flatMap { types[$0] },
                        name: item.at("defaultDescription", "title")?.text))
            }
        }
        if drafts.isEmpty { throw content.emptyError() }
        var remarks: [String] = []
        if shared > 0 {
            remarks.append(
                "Without an ID for Apple's store, so that the ID for all stores was taken: "
                    + "\(RemarkText.count(shared)). Such a product may be meant for other stores only.")
        }
        if withoutIdentifier > 0 { remarks.append(RemarkText.withoutIdentifier(withoutIdentifier)) }
        return ProductSource(
            name: content.name, format: name, remarks: remarks, products: json.products(drafts, in: content))
    }

    private static let appleStores: Set = ["AppleAppStore", "MacAppStore"]

    /// Unity does not part subscriptions that renew themselves from those that don't.
    private static let types: [Double: ProductType] = [
        0: .consumable, 1: .nonConsumable, 2: .autoRenewableSubscription,
    ]
}
