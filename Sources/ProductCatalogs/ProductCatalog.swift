/// All the products that the sources of one run list.
public struct ProductCatalog: Sendable {
    /// The sources in the order given.
    public let sources: [ProductSource]
    private let authorities: [[UInt8]: Set<SourceAuthority>]
    private let deletions: [[UInt8]: Deletion]
    private let others: [[UInt8]: KnownProduct]

    /// A product that a source says was deleted, with the weight of the source.
    private struct Deletion {
        let product: KnownProduct
        let authority: SourceAuthority
    }

    /// Joins sources; the same product in several of them is normal.
    public init(_ sources: [ProductSource]) {
        self.sources = sources
        // By bytes: `String` takes two Unicode forms of one letter for equal.
        var authorities: [[UInt8]: Set<SourceAuthority>] = [:]
        for source in sources {
            for product in source.products {
                authorities[Array(product.identifier.utf8), default: []].insert(source.authority)
            }
        }
        self.authorities = authorities
        deletions = Dictionary(
            sources.flatMap { source in
                source.deleted.map { (Array($0.identifier.utf8), Deletion(product: $0, authority: source.authority)) }
            },
            uniquingKeysWith: { first, other in first.authority.weight < other.authority.weight ? other : first })
        others = Self.keyed(sources.flatMap(\.ofOtherApps))
    }

    private static func keyed(_ products: [KnownProduct]) -> [[UInt8]: KnownProduct] {
        Dictionary(products.map { (Array($0.identifier.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Every product of every source, in order.
    public var products: [KnownProduct] { sources.flatMap(\.products) }

    /// Whether a source lists this ID, byte for byte.
    public func contains(_ identifier: String) -> Bool { authorities[Array(identifier.utf8)] != nil }

    /// The product with this ID that a source says was deleted, where no source of the same weight lists it.
    ///
    /// Lists that somebody keeps, and reports of what was sold once, outlive the product: they do not undo what App
    /// Store Connect's own list says.
    public func deletedProduct(_ identifier: String) -> KnownProduct? {
        let key = Array(identifier.utf8)
        guard let deletion = deletions[key] else { return nil }
        let isListed = authorities[key]?.contains { $0.weight >= deletion.authority.weight } ?? false
        return isListed ? nil : deletion.product
    }

    /// The product with this ID that belongs to another app than the one chosen, where none with it belongs to that.
    public func productOfOtherApp(_ identifier: String) -> KnownProduct? {
        let key = Array(identifier.utf8)
        return authorities[key] == nil ? others[key] : nil
    }

    /// Whether nothing but local files has this ID, and App Store Connect's own list lacks it; not where that says more,
    /// namely that the product was deleted.
    public func isBeliefOnly(_ identifier: String) -> Bool {
        sources.contains { $0.authority == .appStoreConnect } && authorities[Array(identifier.utf8)] == [.belief]
            && deletedProduct(identifier) == nil
    }

    /// Whether it says anything that a product is missing from it: what lists only what was sold does not.
    public var saysWhatIsMissing: Bool { sources.contains { $0.authority != .presence } || sources.isEmpty }
}

/// What a source's silence about a product means.
public enum SourceAuthority: Sendable, Hashable {
    /// App Store Connect's own list: a product that it lacks did not exist there when it was made.
    case appStoreConnect
    /// What somebody wrote down or a tool keeps: a belief about App Store Connect.
    case belief
    /// A part of the products (those that were sold, those that a filter let through): its silence means nothing.
    case presence
    /// The word of whoever typed the command line.
    case commandLine

    /// How much its word counts against another's: what is listed with less does not undo what is deleted with more.
    fileprivate var weight: Int {
        switch self {
        case .belief: 0
        case .presence: 1
        case .appStoreConnect, .commandLine: 2
        }
    }
}

/// One source, read.
public struct ProductSource: Sendable {
    /// How the user named it: a path, `-` for standard input, `--expect` for IDs of the command line.
    public let name: String
    /// What kind of source it was recognised as: the name of its format; `command line` for `--expect`.
    public let format: String
    /// What its silence about a product means.
    public let authority: SourceAuthority
    /// The day on which it was true (`2024-02-29`), where it tells.
    public let date: String?
    /// What was guessed in reading it, which the user should be told unasked: whole sentences without a path.
    public let guesses: [String]
    /// What else is to be known of how it was read: whole sentences without a path.
    public let remarks: [String]
    /// What it lists.
    public let products: [KnownProduct]
    /// The products that it lists as deleted: they do not exist.
    public let deleted: [KnownProduct]
    /// The products of other apps than the one chosen.
    public let ofOtherApps: [KnownProduct]
    /// The pages of App Store Connect's API that it holds.
    let pages: [AnswerPage]

    /// Creates a source.
    public init(
        name: String, format: String, authority: SourceAuthority = .belief, date: String? = nil, guesses: [String] = [],
        remarks: [String] = [], products: [KnownProduct], deleted: [KnownProduct] = []
    ) {
        self.init(
            name: name, format: format, authority: authority, date: date, guesses: guesses, remarks: remarks,
            products: products, deleted: deleted, ofOtherApps: [], pages: [])
    }

    init(
        name: String, format: String, authority: SourceAuthority, date: String?, guesses: [String], remarks: [String],
        products: [KnownProduct], deleted: [KnownProduct], ofOtherApps: [KnownProduct] = [], pages: [AnswerPage]
    ) {
        self.name = name
        self.format = format
        self.authority = authority
        self.date = date
        self.guesses = guesses
        self.remarks = remarks
        self.products = products
        self.deleted = deleted
        self.ofOtherApps = ofOtherApps
        self.pages = pages
    }

    /// The IDs given with `--expect`.
    public init(expecting identifiers: [String]) {
        let name = "--expect"
        self.init(
            name: name, format: "command line", authority: .commandLine,
            products: identifiers.map { KnownProduct(identifier: $0, source: name) })
    }

    /// The apps whose products it lists, each once, in order.
    public var apps: [KnownApp] {
        var seen: Set<KnownApp> = []
        return products.compactMap(\.app).filter { seen.insert($0).inserted }
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
