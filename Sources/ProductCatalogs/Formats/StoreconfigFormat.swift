import JSONReading

/// The configuration of storeconfig (npm), which keeps App Store Connect as a file.
public enum StoreconfigFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "storeconfig"
    /// What it is, in a few words, for the help.
    public static let summary = "the JSON of storeconfig"

    /// Whether the JSON has the keys of storeconfig.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let root = content.json?.root, root["schemaVersion"] != nil || root["appId"] != nil else { return false }
        return root["inAppPurchases"]?.array != nil || root["subscriptionGroups"]?.array != nil
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        let appNode = json.root["appId"]?.text
        let isNumber = appNode?.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        let app = appNode.map { isNumber ? KnownApp(appleID: $0) : KnownApp(bundleIdentifier: $0) }
        let subscriptions = (json.root["subscriptionGroups"]?.objects ?? []).flatMap { group in
            group["subscriptions"]?.objects ?? []
        }
        var drafts: [ProductDraft] = []
        var withoutIdentifier = 0
        func add(_ item: JSONNode, type: ProductType?) {
            guard let node = item["productId"], let text = node.string, !text.isEmpty else {
                withoutIdentifier += 1
                return
            }
            drafts.append(
                ProductDraft(
                    text, at: node.offset, type: type ?? item["type"]?.string.flatMap { ProductType(spelling: $0) },
                    name: item["referenceName"]?.string, app: app))
        }
        for item in json.root["inAppPurchases"]?.objects ?? [] { add(item, type: nil) }
        for item in subscriptions { add(item, type: .autoRenewableSubscription) }
        if drafts.isEmpty { throw content.emptyError() }
        return ProductSource(
            name: content.name, format: name,
            remarks: withoutIdentifier > 0 ? [RemarkText.withoutIdentifier(withoutIdentifier)] : [],
            products: json.products(drafts, in: content))
    }
}
