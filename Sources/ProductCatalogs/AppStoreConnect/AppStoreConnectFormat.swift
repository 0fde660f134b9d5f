import JSONReading
import XMLReading

/// Answers of App Store Connect's API (versions 1.8 to 4.4.1): a page, an array of pages, or one page behind the other.
///
/// In-app purchases come from three endpoints: `inAppPurchasesV2` and the older `inAppPurchases` of an app, which have
/// one `type` and differ in the key of the name, and `subscriptions` of a subscription group, since the first lists no
/// auto-renewable ones.
public enum AppStoreConnectFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "app-store-connect"
    /// What it is, in a few words, for the help.
    public static let summary = "answers of App Store Connect's API, all pages"

    /// Whether the JSON is an answer, or holds the resources of one.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let root = content.json?.root else { return false }
        guard let first = root.array?.first else { return isPage(root) || isResource(root) }
        return isPage(first) || isResource(first)
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var json = try JSONSource(streamIn: content)
        var answer = AppStoreConnectAnswer()
        let values = json.values.flatMap { $0.array ?? [$0] }
        let isResources = values.allSatisfy(isResource)
        for value in values {
            if let errors = value["errors"]?.array { throw error(errors, at: value, &json, content) }
            if isResources {
                answer.add(resource: value, on: nil)
            } else {
                guard value.isObject, let data = value["data"], data.array != nil || data.isObject else {
                    throw content.error(
                        "no answer of App Store Connect's API: it lacks the key 'data'",
                        line: json.position(at: value.offset).line, remedy: "give whole answers, as they came")
                }
                answer.add(page: value, data: data)
            }
        }
        let (drafts, deleted) = answer.takeDrafts()
        if let offset = answer.wrongIdentifierOffset {
            throw content.error(
                "the value of productId is no string", line: json.position(at: offset).line,
                remedy: "give the answer as it came")
        }
        if drafts.isEmpty, deleted.isEmpty {
            if answer.withoutIdentifier > 0 {
                throw content.error(
                    "none of its products has a product ID",
                    remedy: "ask for the field productId too (fields[inAppPurchases]), or leave fields away")
            }
            if !answer.isAboutProducts {
                throw content.error(
                    "an answer of App Store Connect's API, but not about in-app purchases",
                    remedy: "ask for /v1/apps/{id}/inAppPurchasesV2")
            }
        }
        return ProductSource(
            name: content.name, format: name, authority: isResources ? .belief : answer.authority, date: nil,
            guesses: [], remarks: answer.remarks(isResources: isResources),
            products: json.products(drafts, in: content),
            deleted: json.products(deleted, in: content), pages: answer.pages)
    }

    /// An object with `data` as JSON:API has it, or with errors.
    private static func isPage(_ node: JSONNode) -> Bool {
        if let errors = node["errors"]?.array { return errors.allSatisfy(\.isObject) }
        guard let data = node["data"] else { return false }
        if let first = data.array?.first ?? (data.isObject ? data : nil) {
            return first["type"]?.string != nil && (first["id"] != nil || first["attributes"] != nil)
        }
        return data.array != nil && (node["links"]?.isObject ?? false)
    }

    private static func isResource(_ node: JSONNode) -> Bool {
        ["inAppPurchases", "subscriptions"].contains(node["type"]?.string ?? "") && node["attributes"]?.isObject == true
    }

    /// What Apple said, as far as it is safe to repeat.
    private static func error(
        _ errors: [JSONNode], at page: JSONNode, _ json: inout JSONSource, _ content: SourceContent
    ) -> ProductSourceError {
        let first = errors.first
        let parts = ["title", "detail"].compactMap { key in
            first?[key]?.string.map { SecretText.shown($0, limit: 300) }
        }
        let status = first?["status"]?.text.map { " \(SecretText.shown($0, limit: 20))" } ?? ""
        let told = parts.isEmpty ? "" : ": \(parts.joined(separator: " "))"
        var reason = "App Store Connect answered with an error\(status)\(told)"
        while reason.last == "." { reason.removeLast() }
        return content.error(
            reason, line: json.position(at: page.offset).line,
            remedy: "mend the request, and save the answer again")
    }
}
