public import XMLReading

/// A product that a source says exists.
public struct KnownProduct: Sendable, Hashable {
    /// The product ID, exactly as the source has it.
    public let identifier: String
    /// The source, as the user named it.
    public let source: String
    /// The type, where the source tells.
    public let type: ProductType?
    /// The state in App Store Connect's words, where the source tells.
    public let state: String?
    /// The reference name, where the source tells.
    public let name: String?
    /// Whether Apple hosts content for it, where the source tells.
    public let hosted: Bool?
    /// The App Store's own number for it, where the source tells.
    public let appleID: String?
    /// Where in the source it stands, where known.
    public let position: SourcePosition?

    /// Creates a product.
    public init(
        identifier: String, source: String, type: ProductType? = nil, state: String? = nil, name: String? = nil,
        hosted: Bool? = nil, appleID: String? = nil, position: SourcePosition? = nil
    ) {
        self.identifier = identifier
        self.source = source
        self.type = type
        self.state = state
        self.name = name
        self.hosted = hosted
        self.appleID = appleID
        self.position = position
    }
}

/// The four types of in-app purchase.
public enum ProductType: String, Sendable, CaseIterable {
    /// Used up.
    case consumable
    /// Bought once, kept for ever: the only type that can have hosted content.
    case nonConsumable = "non-consumable"
    /// Paid again and again until cancelled.
    case autoRenewableSubscription = "auto-renewable subscription"
    /// Paid for a time.
    case nonRenewingSubscription = "non-renewing subscription"

    /// Whether Apple lets a product of this type have hosted content.
    public var canHaveHostedContent: Bool { self == .nonConsumable }
}
