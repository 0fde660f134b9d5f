/// All the products that the sources of one run list.
public struct ProductCatalog: Sendable {
    /// The sources in the order given.
    public let sources: [ProductSource]

    /// Joins sources; the same product in several of them is normal.
    public init(_ sources: [ProductSource]) { self.sources = sources }

    /// Every product of every source, in order.
    public var products: [KnownProduct] { sources.flatMap(\.products) }
}

/// One source, read.
public struct ProductSource: Sendable {
    /// How the user named it: a path, `-` for standard input, `--expect` for IDs of the command line.
    public let name: String
    /// What kind of source it was recognised as (`text`, `json`, `storekit`; `command line` for `--expect`).
    public let format: String
    /// What the user should know of how it was read: whole sentences without a path.
    public let remarks: [String]
    /// What it lists.
    public let products: [KnownProduct]

    /// Creates a source.
    public init(name: String, format: String, remarks: [String] = [], products: [KnownProduct]) {
        self.name = name
        self.format = format
        self.remarks = remarks
        self.products = products
    }

    /// The IDs given with `--expect`.
    public init(expecting identifiers: [String]) {
        let name = "--expect"
        self.init(
            name: name, format: "command line",
            products: identifiers.map { KnownProduct(identifier: $0, source: name) })
    }
}

/// Why a source could not be used.
public struct ProductSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The source, as the user named it.
    public let source: String
    /// The line in it, counted from 1, where known.
    public let line: Int?
    /// What is wrong, and why: clauses without a final period. Never holds content of the file beyond the IDs in it.
    public let reason: String
    /// What to do next.
    public let remedy: String

    /// Creates an error.
    public init(source: String, line: Int? = nil, reason: String, remedy: String) {
        self.source = source
        self.line = line
        self.reason = reason
        self.remedy = remedy
    }

    /// The whole in one line: place, reason, remedy.
    public var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(reason); \(remedy)" }
}
