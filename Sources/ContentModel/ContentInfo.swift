public import PropertyLists

/// What a content folder's `ContentInfo.plist` says, with the place of each value.
///
/// The two keys are Apple's: `IAPProductIdentifier` names the product, `ContentVersion` the version of the content.
public struct ContentInfo: Sendable {
    /// `IAPProductIdentifier`.
    public static let productIdentifierKey = "IAPProductIdentifier"
    /// `ContentVersion`.
    public static let contentVersionKey = "ContentVersion"

    /// The property list as read.
    public let document: PropertyListReading
    /// The value of `IAPProductIdentifier`.
    public let productIdentifier: ContentInfoField
    /// The value of `ContentVersion`.
    public let contentVersion: ContentInfoField

    /// Picks the two values out of a property list.
    public init(_ document: PropertyListReading) {
        self.document = document
        self.productIdentifier = ContentInfoField(Self.productIdentifierKey, in: document)
        self.contentVersion = ContentInfoField(Self.contentVersionKey, in: document)
    }
}

/// The value of one of the two keys.
public enum ContentInfoField: Sendable {
    /// There is no dictionary to look in.
    case unreadable
    /// The key is missing.
    case missing
    /// The key stands more than once, so that readers disagree on the value.
    case ambiguous([PropertyListEntry])
    /// The value is not a string.
    case wrongType(PropertyListEntry)
    /// The value, exactly as written.
    case string(String, PropertyListEntry)

    init(_ key: String, in document: PropertyListReading) {
        guard case .dictionary(let entries)? = document.root?.value else {
            self = .unreadable
            return
        }
        let found = entries.filter { $0.key == key }
        guard let entry = found.first else {
            self = .missing
            return
        }
        if found.count > 1 {
            self = .ambiguous(found)
        } else if case .string(let text) = entry.node.value {
            self = .string(text, entry)
        } else {
            self = .wrongType(entry)
        }
    }

    /// The value where it is one string.
    public var text: String? {
        if case .string(let text, _) = self { text } else { nil }
    }
}
