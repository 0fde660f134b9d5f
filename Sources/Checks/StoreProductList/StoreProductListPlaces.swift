import Findings
import ProductCatalogs
import PropertyLists
import XMLReading

extension CheckContext {
    /// The items of the list for SKStoreProductViewController that the input is; none where it is no such list.
    var storeItems: [StoreProductList.Item] { storeProductList?.list.items ?? [] }

    /// The place of a key of an item; of the item itself where it lacks the key.
    func location(of key: String, in item: StoreProductList.Item) -> Location {
        let position = (item.value(key) ?? item.node).position
        return Location(
            input: input, key: key, position: position.map { TextPosition(line: $0.line, column: $0.column) })
    }
}

extension StoreProductList.Item {
    /// What the item is called in a message.
    var label: String {
        if case .string(let text)? = value(StoreProductList.Key.title)?.value, !WhiteSpace.isBlank(text) {
            return "item \(Wording.quoted(text))"
        }
        return "an item without a title"
    }

    /// Whether a token is there: any value but an empty text.
    func hasToken(_ key: String) -> Bool {
        switch value(key)?.value {
        case nil: false
        case .string(let text): !WhiteSpace.isBlank(text)
        default: true
        }
    }
}

/// What the rules for such lists rest on.
enum StoreProductListEvidence {
    /// Apple's sample code tells what its list must hold.
    static let sample = Evidence.apple(
        "Sample code for SKStoreProductViewController, README: the keys of Products.plist")
}

extension ContentSketch {
    /// A list of one item, whose keys and values stand on the lines from 6 on.
    static func storeItem(
        identifier: String = "<integer>1230000001</integer>", title: String = "<string>Zoo</string>",
        isApplication: String = "<true/>", campaignToken: String = "<string></string>",
        providerToken: String = "<string></string>"
    ) -> ContentSketch {
        .propertyList(
            """
            <array>
            \t<dict>
            \t\t<key>productIdentifier</key>
            \t\t\(identifier)
            \t\t<key>title</key>
            \t\t\(title)
            \t\t<key>isApplication</key>
            \t\t\(isApplication)
            \t\t<key>campaignToken</key>
            \t\t\(campaignToken)
            \t\t<key>providerToken</key>
            \t\t\(providerToken)
            \t</dict>
            </array>
            """)
    }
}
