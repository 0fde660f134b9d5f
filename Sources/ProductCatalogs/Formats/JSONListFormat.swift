import Findings
import XMLReading

/// A JSON array of product IDs. Each is taken exactly as it stands.
public enum JSONListFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "json"
    /// What it is, in a few words, for the help.
    public static let summary = "a JSON array of product IDs"

    /// Whether the bytes start as a JSON array or object does.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard content.foreignKind == nil else { return false }
        let first = content.firstSignificantByte
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(content)
        guard let items = json.root.array else { throw shapeError(json.root, in: content) }
        if items.isEmpty { throw content.emptyError() }
        var products: [KnownProduct] = []
        for (index, item) in items.enumerated() {
            let position = json.position(at: item.offset)
            guard let identifier = item.string else {
                throw content.error(
                    "item \(index + 1) of the array is \(item.kind), and only product IDs as strings are read",
                    line: position.line, remedy: remedy(for: item, filter: ".[]", in: content))
            }
            guard !identifier.isEmpty else {
                throw content.error(
                    "item \(index + 1) of the array is an empty string", line: position.line, remedy: "remove it")
            }
            products.append(KnownProduct(identifier: identifier, source: content.name, position: position))
        }
        return ProductSource(name: content.name, format: name, products: products)
    }

    /// The error for JSON of another shape. It names no value, since files of products may hold secrets.
    private static func shapeError(_ root: JSONNode, in content: SourceContent) -> ProductSourceError {
        if root["errors"]?.array != nil {
            return content.error(
                "an error that App Store Connect answered with, not a list of products",
                remedy: "ask App Store Connect again, and look at the error first")
        }
        if let data = root["data"], data.array != nil || data.isObject {
            let more = root["links"]?["next"] == nil ? "" : ", and only one page of several"
            return content.error(
                "an answer of the App Store Connect API\(more), and this version reads lists of product IDs only",
                remedy: "extract the product IDs of all pages with \(command(".data[].attributes.productId", content))")
        }
        if StoreKitConfigurationFormat.recognizes(content) {
            return content.error(
                "a StoreKit configuration file, not an array of product IDs",
                remedy: "leave --products-format away, or name the kind \(StoreKitConfigurationFormat.name)")
        }
        for key in ["products", "inAppPurchases", "items"] {
            if let list = root[key]?.array, let first = list.first {
                return content.error(
                    "a JSON object with the key '\(key)', and only an array of product IDs is read",
                    remedy: remedy(for: first, filter: ".\(key)[]", in: content))
            }
        }
        return content.error(
            "JSON whose top level is \(root.kind), and only an array of product IDs, as strings, or a StoreKit "
                + "configuration file is read", remedy: "write the product IDs as an array of strings")
    }

    /// The keys under which tools keep a product ID.
    private static let identifierKeys = [
        "productId", "productID", "product_id", "productIdentifier", "store_identifier", "sku", "id",
    ]

    private static func remedy(for item: JSONNode, filter: String, in content: SourceContent) -> String {
        if item.string != nil { return "extract the product IDs with \(command(filter, content))" }
        if let key = identifierKeys.first(where: { item[$0]?.string != nil }) {
            return "extract the product IDs with \(command("\(filter).\(key)", content))"
        }
        if item["attributes"]?["productId"] != nil || item["data"] != nil {
            let path = item["data"] == nil ? "" : ".data[]"
            return "extract the product IDs with \(command("\(filter)\(path).attributes.productId", content))"
        }
        return "write the product IDs as an array of strings"
    }

    private static func command(_ filter: String, _ content: SourceContent) -> String {
        // A name that begins with a hyphen would be an option to jq.
        let name = (content.name.hasPrefix("-") ? "./" : "") + content.name
        let file = content.name == "-" ? "" : " " + (ShellText.quoted(name) ?? "FILE")
        return "jq -r '\(filter)'\(file) > products.txt"
    }
}
