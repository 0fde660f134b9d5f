public import PropertyLists

/// The list of Apple's sample code for `SKStoreProductViewController`: items of the App Store that an app offers.
///
/// Its `productIdentifier` is the App Store's number of an app, a book or a song, and no product ID of an in-app
/// purchase. The items stand in an array, or in sections.
public struct StoreProductList: Sendable {
    /// One item: its keys and values.
    public struct Item: Sendable {
        /// Where the item starts, as far as known.
        public let node: PropertyListNode
        /// What it holds.
        public let entries: [PropertyListEntry]

        /// The value of a key; of the first, where it stands twice.
        public func value(_ key: String) -> PropertyListNode? { entries.first { $0.key == key }?.node }
    }

    /// The keys of an item.
    public enum Key {
        /// The App Store's number.
        public static let identifier = "productIdentifier"
        /// What is shown for it.
        public static let title = "title"
        /// Whether it is an app.
        public static let isApplication = "isApplication"
        /// The token of an advertising campaign.
        public static let campaignToken = "campaignToken"
        /// The token of who runs the campaign.
        public static let providerToken = "providerToken"
    }

    /// The items in the order written.
    public let items: [Item]

    /// Recognises such a list; `nil` where the property list is something else.
    ///
    /// What tells is a key that no list of in-app purchases has, or a number where those have text.
    public init?(_ reading: PropertyListReading) {
        guard let root = reading.root else { return nil }
        var items: [Item] = []
        Self.collect(root, into: &items)
        guard
            items.contains(where: { item in
                item.value(Key.identifier) != nil && Self.telling.contains { item.value($0) != nil }
                    || item.value(Key.identifier)?.isNumber ?? false
            })
        else { return nil }
        self.items = items
    }

    private static let telling = [Key.isApplication, Key.campaignToken, Key.providerToken]

    /// How deep it goes is bounded by the reader of property lists.
    private static func collect(_ node: PropertyListNode, into items: inout [Item]) {
        switch node.value {
        case .array(let nodes):
            for node in nodes { collect(node, into: &items) }
        case .dictionary(let entries):
            let isItem = entries.contains { $0.key == Key.identifier || telling.contains($0.key) }
            if isItem {
                items.append(Item(node: node, entries: entries))
            } else {
                for entry in entries { collect(entry.node, into: &items) }
            }
        default: break
        }
    }
}

extension PropertyListNode {
    fileprivate var isNumber: Bool {
        switch value {
        case .integer, .real: true
        default: false
        }
    }
}
