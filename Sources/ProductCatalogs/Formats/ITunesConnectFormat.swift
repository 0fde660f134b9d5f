import JSONReading

/// The JSON of App Store Connect's own web pages, as fastlane's spaceship sees it (the pages were iTunes Connect's).
///
/// A list has `data[]` with `vendorId`; the answer about one product has `data.productId.value`. The list keeps deleted
/// products.
public enum ITunesConnectFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "itunes-connect"
    /// What it is, in a few words, for the help.
    public static let summary = "JSON of App Store Connect's web pages, as of fastlane"

    /// Whether the JSON has the key in which only these pages keep the product ID.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let root = content.json?.root else { return false }
        let items = root.array ?? root["data"]?.array
        if let first = items?.first { return first["vendorId"] != nil }
        return root.at("data", "productId", "value") != nil
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        let data = json.root["data"] ?? json.root
        let isOne = data.isObject
        var products: [ProductDraft] = []
        var deleted: [ProductDraft] = []
        var withoutIdentifier = 0
        for item in isOne ? [data] : data.objects {
            guard let node = item["vendorId"] ?? item.at("productId", "value"), let text = node.text else {
                withoutIdentifier += 1
                continue
            }
            let draft = draft(text, at: node.offset, item)
            if ProductState.isDeleted(draft.state) { deleted.append(draft) } else { products.append(draft) }
        }
        if products.isEmpty, deleted.isEmpty { throw content.emptyError() }
        var remarks: [String] = []
        if isOne { remarks.append("It is the page of one product, so what it lacks may exist.") }
        if !deleted.isEmpty { remarks.append(RemarkText.deleted(deleted.count)) }
        if withoutIdentifier > 0 { remarks.append(RemarkText.withoutIdentifier(withoutIdentifier)) }
        return ProductSource(
            name: content.name, format: name, authority: isOne ? .presence : .appStoreConnect, remarks: remarks,
            products: json.products(products, in: content), deleted: json.products(deleted, in: content))
    }

    private static func draft(_ identifier: String, at offset: Int, _ item: JSONNode) -> ProductDraft {
        func value(_ key: String) -> JSONNode? { item[key]?["value"] ?? item[key] }
        let hosting = item["versions"]?.array?.first?["contentHosting"]
        return ProductDraft(
            identifier, at: offset, type: value("addOnType")?.string.flatMap { types[$0] },
            state: value("iTunesConnectStatus")?.string, name: value("referenceName")?.string,
            hosted: (hosting?["value"] ?? hosting)?.bool, appleID: value("adamId")?.text)
    }

    /// In these pages, `subscription` alone is the one that does not renew itself.
    private static let types: [String: ProductType] = [
        "ITC.addons.type.consumable": .consumable, "ITC.addons.type.nonConsumable": .nonConsumable,
        "ITC.addons.type.recurring": .autoRenewableSubscription,
        "ITC.addons.type.subscription": .nonRenewingSubscription,
    ]
}
