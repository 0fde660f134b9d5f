import JSONReading
import XMLReading

/// A JSON array of product IDs, or of objects that have one; or an object with such an array. Each ID is taken exactly
/// as it stands.
public enum JSONListFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "json"
    /// What it is, in a few words, for the help.
    public static let summary = "a JSON array of product IDs, or of objects with one"

    /// Whether the bytes start as a JSON array or object does.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard content.foreignKind == nil else { return false }
        let first = content.firstSignificantByte
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }

    /// The keys under which tools keep a list.
    private static let listKeys = [
        "products", "productIds", "productIDs", "product_ids", "productIdentifiers", "inAppPurchases", "items", "data",
        "skus",
    ]

    /// The keys under which tools keep a product ID, the clearest first.
    private static let identifierKeys = [
        "productId", "productID", "product_id", "productIdentifier", "product_identifier", "store_identifier", "sku",
        "id",
    ]

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        var guesses: [String] = []
        let items: [JSONNode]
        if let array = json.root.array {
            items = array
        } else {
            guard let key = listKeys.first(where: { json.root[$0]?.array != nil }), let array = json.root[key]?.array
            else { throw shapeError(json.root, in: content) }
            items = array
            guesses.append("The list was read from the key '\(key)'.")
        }
        if items.isEmpty { throw content.emptyError() }
        let key = items.allSatisfy(\.isObject) ? try identifierKey(of: items, in: content) : nil
        if let key { guesses.append("Product IDs were read from the key '\(key)'.") }
        var drafts: [ProductDraft] = []
        var withoutIdentifier = 0
        for (index, item) in items.enumerated() {
            if let key {
                if let draft = draft(item, key) { drafts.append(draft) } else { withoutIdentifier += 1 }
                continue
            }
            let place = "item \(index + 1) of the array"
            guard let identifier = item.string else {
                throw content.error(
                    "\(place) is \(item.kind), and only product IDs as strings, or objects throughout, are read",
                    line: json.position(at: item.offset).line, remedy: "write the product IDs as an array of strings")
            }
            guard !identifier.isEmpty else {
                throw content.error(
                    "\(place) is an empty string", line: json.position(at: item.offset).line, remedy: "remove it")
            }
            drafts.append(ProductDraft(identifier, at: item.offset))
        }
        return ProductSource(
            name: content.name, format: name, guesses: guesses,
            remarks: withoutIdentifier > 0 ? [RemarkText.withoutIdentifier(withoutIdentifier)] : [],
            products: json.products(drafts, in: content))
    }

    private static func identifierKey(
        of items: [JSONNode], in content: SourceContent
    ) throws(ProductSourceError) -> String {
        let key = identifierKeys.first { key in items.contains { ($0[key]?.string ?? "").isEmpty == false } }
        guard let key else {
            throw content.error(
                "its objects have none of the keys under which a product ID is looked for, as a string: "
                    + identifierKeys.joined(separator: ", "), remedy: "write the product IDs as an array of strings")
        }
        let isNumbers = items.allSatisfy { item in
            item[key]?.string?.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        }
        guard !(key == "id" && isNumbers) else {
            throw content.error(
                "what its objects have as 'id' are numbers, which are the App Store's and no product IDs",
                remedy: "write the product IDs as an array of strings")
        }
        return key
    }

    private static func draft(_ item: JSONNode, _ key: String) -> ProductDraft? {
        guard let node = item[key], let text = node.string, !text.isEmpty else { return nil }
        func first(_ keys: [String]) -> String? { keys.lazy.compactMap { item[$0]?.string }.first { !$0.isEmpty } }
        let hosted = ["contentHosting", "hosted"].lazy.compactMap { item[$0]?.bool }.first
        return ProductDraft(
            text, at: node.offset,
            type: first(["inAppPurchaseType", "productType", "product_type", "type"])
                .flatMap { ProductType(spelling: $0) },
            state: first(["state", "status"]), name: first(["referenceName", "reference_name", "name", "title"]),
            hosted: hosted)
    }

    /// The error for JSON of another shape. It names no value, since files of products may hold secrets.
    private static func shapeError(_ root: JSONNode, in content: SourceContent) -> ProductSourceError {
        if StoreKitConfigurationFormat.recognizes(content) {
            return content.error(
                "a StoreKit configuration file, not an array of product IDs",
                remedy: "leave --products-format away, or name the kind \(StoreKitConfigurationFormat.name)")
        }
        return content.error(
            "JSON whose top level is \(root.kind), of no kind that is known and without a list of product IDs",
            remedy: "write the product IDs as an array of strings")
    }
}
