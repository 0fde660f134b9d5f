/// Which asset pack each product's content is in: the file `asset-packs.json`, which people keep with their content.
///
/// An ID of an asset pack is for ever from its first upload on, so a product that has one keeps it. The file is for people
/// to change where two products would get one ID.
public struct AssetPackIDMap: Sendable, Hashable {
    /// The file's usual name.
    public static let fileName = "asset-packs.json"
    /// The version of the file's form.
    public static let formatVersion = 1
    /// The largest file that should be given, in bytes: some 100,000 products.
    public static let sizeLimit = 16 << 20

    /// One product and its pack.
    public struct Entry: Sendable, Hashable {
        /// The product ID.
        public let productIdentifier: String
        /// The ID of the asset pack.
        public let identifier: AssetPackIdentifier
    }

    /// By the bytes of the product ID: `String` takes two Unicode forms of one letter for equal, and the store does not.
    private var identifiers: [[UInt8]: AssetPackIdentifier] = [:]
    /// The product IDs that have an ID, letter case aside. Only a file that has a fault gives an ID to several.
    private var owners: [String: [[UInt8]]] = [:]

    /// Creates an empty map.
    public init() {}

    /// The ID of a product's pack.
    public subscript(productIdentifier: String) -> AssetPackIdentifier? { identifiers[Array(productIdentifier.utf8)] }

    /// All products, sorted by the bytes of their IDs.
    public var entries: [Entry] {
        identifiers.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { Entry(productIdentifier: Self.text($0.key), identifier: $0.value) }
    }

    /// Sets the ID of a product that has none yet.
    mutating func set(_ identifier: AssetPackIdentifier, for product: [UInt8]) {
        identifiers[product] = identifier
        owners[identifier.folded, default: []].append(product)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The file: strict JSON with keys in the order of their bytes, two spaces a level and a line feed at the end.
    public func bytes() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("assetPackIDs")
            writer.object { writer in
                for entry in entries { writer.member(entry.productIdentifier, entry.identifier.text) }
            }
            writer.key("formatVersion")
            writer.number(Self.formatVersion)
        }
        return writer.finish()
    }
}

// MARK: - New products

extension AssetPackIDMap {
    /// What became of a product that was to have an ID.
    public struct Assignment: Sendable, Hashable {
        /// The most products that a collision names beside its own.
        public static let mostNamed = 10

        /// What.
        public enum Outcome: Sendable, Hashable {
            /// It had this ID before.
            case known(AssetPackIdentifier)
            /// It was given this ID.
            case new(AssetPackIdentifier)
            /// It would be given this ID, and other products have it, or would be given it too, letter case aside. It has
            /// none. The first of the others are named, ``mostNamed`` at most, sorted by bytes.
            case collision(AssetPackIdentifier, others: [String])
            /// The product ID has no letter and no digit. It has none.
            case impossible
        }

        /// The product ID.
        public let productIdentifier: String
        /// What became of it.
        public let outcome: Outcome

        /// The ID that it has now.
        public var identifier: AssetPackIdentifier? {
            switch outcome {
            case .known(let identifier), .new(let identifier): identifier
            case .collision, .impossible: nil
            }
        }
    }

    /// Gives an ID to each product that has none.
    ///
    /// Of new products that would be given one ID none gets it, so the order makes no difference.
    /// - Returns: what became of each product, once for each, sorted by the bytes of the product IDs.
    public mutating func assign(_ productIdentifiers: [String]) -> [Assignment] {
        let products = Set(productIdentifiers.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
        var suggestions: [[UInt8]: AssetPackIdentifier] = [:]
        var claims: [String: [[UInt8]]] = owners
        for product in products where identifiers[product] == nil {
            guard let identifier = AssetPackIdentifier.suggested(for: Self.text(product)) else { continue }
            suggestions[product] = identifier
            claims[identifier.folded, default: []].append(product)
        }
        for (folded, list) in claims where list.count > 1 {
            claims[folded] = list.sorted { $0.lexicographicallyPrecedes($1) }
        }
        return products.map { product in
            func assignment(_ outcome: Assignment.Outcome) -> Assignment {
                Assignment(productIdentifier: Self.text(product), outcome: outcome)
            }
            if let identifier = identifiers[product] { return assignment(.known(identifier)) }
            guard let identifier = suggestions[product] else { return assignment(.impossible) }
            let others = (claims[identifier.folded] ?? []).lazy.filter { $0 != product }.prefix(Assignment.mostNamed)
            guard others.isEmpty else {
                return assignment(.collision(identifier, others: others.map(Self.text)))
            }
            set(identifier, for: product)
            return assignment(.new(identifier))
        }
    }
}
