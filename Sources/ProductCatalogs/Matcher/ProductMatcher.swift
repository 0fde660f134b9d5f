/// Compares product IDs byte for byte with the products that exist, and finds what was meant where none is equal.
public struct ProductMatcher: Sendable {
    /// The products compared with.
    public let catalog: ProductCatalog

    /// Prepares a catalogue for many look-ups.
    /// - Complexity: O(total length of the IDs).
    public init(_ catalog: ProductCatalog) {
        self.catalog = catalog
    }

    /// What the product ID is to the catalogue.
    public func match(_ identifier: String) -> ProductMatch {
        fatalError("in the works")
    }
}
