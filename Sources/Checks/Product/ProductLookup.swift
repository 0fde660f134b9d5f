import ContentModel
import ProductCatalogs
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
        products?.products.contains { $0.identifier.utf8.elementsEqual(identifier.utf8) } ?? false
    }

    /// Whether the input's product ID is in a source, byte for byte.
    var isKnownProduct: Bool {
        switch match {
        case .exact, .wrongType: true
        case .near, .unknown, nil: false
        }
    }
}
