import Findings
import JSONReading

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
    /// Where the file is, for what can only be read from a file; `nil` where there is none.
    public let path: String?
    /// What it holds where it starts like JSON.
    let json: JSONText?

    /// Creates content.
    public init(name: String, bytes: [UInt8], path: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.path = path
        json = Self.json(in: bytes, named: name)
    }

    private init(name: String, bytes: [UInt8], json: JSONText?) {
        self.name = name
        self.bytes = bytes
        self.path = nil
        self.json = json
    }

    /// JSON is read once for all kinds that have a look at it.
    private static func json(in bytes: [UInt8], named name: String) -> JSONText? {
        let plain = SourceContent(name: name, bytes: bytes, json: nil)
        let first = plain.firstSignificantByte
        guard bytes.count <= ProductSourceFormats.sizeLimit, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
            let text = plain.textIfAny
        else { return nil }
        return JSONText(text)
    }
}

/// All kinds of product sources.
public enum ProductSourceFormats {
    /// Every kind; recognition asks them in this order.
    public static let all: [any ProductSourceFormat.Type] = [
        StoreKitConfigurationFormat.self, AppStoreConnectFormat.self, CatalogReportFormat.self, SalesReportFormat.self,
        TransporterFormat.self, PropertyListFormat.self, UnityCatalogFormat.self, RevenueCatFormat.self,
        StoreconfigFormat.self, ITunesConnectFormat.self, CSVListFormat.self, JSONListFormat.self, TextListFormat.self,
    ]

    /// The largest source that is read, in bytes. The largest real ones are a thousandth of it.
    public static let sizeLimit = 64 * 1024 * 1024

    /// The most products that are read of one source: an app has 10,000 at most, and an account a few apps with so many.
    ///
    /// Of a source of short lines, each product takes a hundred times its size in memory, and more in the look-up of
    /// what is near. So the kinds stop reading here too.
    public static let productLimit = 100_000

    /// Reads a source of whichever kind it is, and holds it to be complete.
    /// - Parameter format: The kind's name, or `nil` to recognise it by content.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent, as format: String? = nil) throws(ProductSourceError)
        -> ProductSource
    {
        let source = try readPart(content, as: format)
        try requireAllPages(of: [source])
        return source
    }

    /// Reads a source that may be one page of several; ``requireAllPages(of:)`` then tells whether all were given.
    /// - Parameter format: The kind's name, or `nil` to recognise it by content.
    /// - Throws: `ProductSourceError`.
    public static func readPart(_ content: SourceContent, as format: String? = nil) throws(ProductSourceError)
        -> ProductSource
    {
        guard content.bytes.count <= sizeLimit else {
            throw content.error("larger than 64 MiB, which no product list is", remedy: "name the list itself")
        }
        let content = try content.unpacked()
        let kind: any ProductSourceFormat.Type
        if let format {
            guard let named = all.first(where: { $0.name == format }) else {
                throw content.error(
                    "'\(SafeText.escaped(format))' is no kind of product source",
                    remedy: "use one of \(all.map { $0.name }.joined(separator: ", "))")
            }
            kind = named
        } else {
            guard let recognized = all.first(where: { $0.recognizes(content) }) else { throw content.notAListError() }
            kind = recognized
        }
        let source = try kind.read(content)
        guard source.products.count + source.deleted.count <= productLimit else { throw content.tooManyError() }
        return try SecretText.withoutSecrets(source, content)
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

    /// The error for a source with more products than are read.
    func tooManyError(line: Int? = nil) -> ProductSourceError {
        error(
            "it lists more than \(ProductSourceFormats.productLimit) products", line: line,
            remedy: "name a list of the product IDs of one app")
    }

    /// The error for content that is no kind of product source at all.
    func notAListError() -> ProductSourceError {
        error(
            "not a product list: looks like \(foreignKind ?? "text of an unknown kind")",
            remedy: "name a source of a kind that is read; 'iapkit help products' lists them")
    }
}
