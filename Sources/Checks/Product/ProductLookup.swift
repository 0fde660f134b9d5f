import ContentModel
public import ProductCatalogs
import PropertyLists

extension Wording {
    /// The type with its article (`an auto-renewable subscription`).
    static func phrase(for type: ProductType?) -> String {
        guard let type else { return "a product of another type" }
        return "\(type == .autoRenewableSubscription ? "an" : "a") \(type.rawValue)"
    }
}

extension CheckContext {
    /// The product ID with its place, where there is one that is not blank.
    var productIdentifier: (text: String, entry: PropertyListEntry)? {
        guard case .string(let text, let entry)? = contentInfo?.productIdentifier, !WhiteSpace.isBlank(text) else {
            return nil
        }
        return (text, entry)
    }

    /// Whether a source lists this ID, byte for byte.
    func hasProduct(_ identifier: String) -> Bool {
        products?.contains(identifier) ?? false
    }

    /// The product with the input's ID that was deleted, where none with it exists.
    public var deletedProduct: KnownProduct? {
        contentInfo?.productIdentifier.text.flatMap { products?.deletedProduct($0) }
    }

    /// The product with the input's ID that another app has, where the app chosen has none.
    public var productOfOtherApp: KnownProduct? {
        contentInfo?.productIdentifier.text.flatMap { products?.productOfOtherApp($0) }
    }

    /// The products that the input's ID is, byte for byte; none where they can't have content.
    var exactProducts: [KnownProduct] {
        if case .exact(let products)? = match { products } else { [] }
    }

    /// Whether the input's product ID is in a source, byte for byte.
    var isKnownProduct: Bool {
        switch match {
        case .exact, .wrongType: true
        case .near, .unknown, nil: false
        }
    }
}
