import Findings

/// A kind of product source: one file for each, and one line in ``ProductSourceFormats``.
public protocol ProductSourceFormat: Sendable {
    /// The name for `--products-format`.
    static var name: String { get }
    /// What it is, in a few words, for the help.
    static var summary: String { get }
    /// Whether the bytes look like this kind; by content, never by name.
    static func recognizes(_ content: SourceContent) -> Bool
    /// Reads the products.
    /// - Throws: `ProductSourceError`.
    static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource
}

/// The bytes of a source, with what several kinds want to know of them.
public struct SourceContent: Sendable {
    /// How the user named the source.
    public let name: String
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates content.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// All kinds of product sources.
public enum ProductSourceFormats {
    /// Every kind; recognition asks them in this order.
    public static let all: [any ProductSourceFormat.Type] = [
        StoreKitConfigurationFormat.self, JSONListFormat.self, TextListFormat.self,
    ]

    /// The largest source that is read, in bytes. The largest real ones are a thousandth of it.
    public static let sizeLimit = 64 * 1024 * 1024

    /// Reads a source of whichever kind it is.
    /// - Parameter format: The kind's name, or `nil` to recognise it by content.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent, as format: String? = nil) throws(ProductSourceError)
        -> ProductSource
    {
        guard content.bytes.count <= sizeLimit else {
            throw content.error("larger than 64 MiB, which no product list is", remedy: "name the list itself")
        }
        if let format {
            guard let kind = all.first(where: { $0.name == format }) else {
                throw content.error(
                    "'\(SafeText.escaped(format))' is no kind of product source",
                    remedy: "use one of \(all.map { $0.name }.joined(separator: ", "))")
            }
            return try kind.read(content)
        }
        guard let kind = all.first(where: { $0.recognizes(content) }) else { throw content.notAListError() }
        return try kind.read(content)
    }
}

extension SourceContent {
    /// An error about this source.
    func error(_ reason: String, line: Int? = nil, remedy: String) -> ProductSourceError {
        ProductSourceError(source: name, line: line, reason: reason, remedy: remedy)
    }

    /// The error for a source that says nothing of any product.
    func emptyError() -> ProductSourceError {
        error("lists no product ID", remedy: "name a source that lists the product IDs set up in App Store Connect")
    }

    /// The error for content that is no kind of product source at all.
    func notAListError() -> ProductSourceError {
        let kinds = ProductSourceFormats.all.reversed().map { "\($0.name) (\($0.summary))" }
        return error(
            "not a product list: looks like \(foreignKind ?? "text of an unknown kind")",
            remedy: "name a source of a kind that is read: \(kinds.joined(separator: ", "))")
    }
}
