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

extension ProductType {
    /// The type in the words of App Store Connect, whether those of its API, its reports or its pages.
    ///
    /// Only letters count, in either case, so that `NON_CONSUMABLE`, `Non-Consumable` and `nonConsumable` are one.
    init?(spelling: String) {
        let letters = spelling.lowercased().utf8.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        switch String(decoding: letters, as: UTF8.self) {
        case "consumable": self = .consumable
        case "nonconsumable": self = .nonConsumable
        case "nonrenewingsubscription", "nonrenewablesubscription", "freesubscription": self = .nonRenewingSubscription
        case "autorenewablesubscription", "automaticallyrenewablesubscription", "autorenewable",
            "recurringsubscription":
            self = .autoRenewableSubscription
        default: return nil
        }
    }
}
