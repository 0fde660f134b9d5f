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
    public static let all: [any ProductSourceFormat.Type] = []

    /// Reads a source of whichever kind it is.
    /// - Parameter format: The kind's name, or `nil` to recognise it by content.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent, as format: String? = nil) throws(ProductSourceError)
        -> ProductSource
    {
        fatalError("in the works")
    }
}
