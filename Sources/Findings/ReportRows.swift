/// One product ID that a source lists.
public struct ProductRow: Sendable, Hashable {
    /// The product ID.
    public let productIdentifier: String
    /// The source that lists it, as the user named it.
    public let source: String
    /// The type of product in the source's words made uniform (`non-consumable`).
    public let type: String?
    /// The state in App Store Connect.
    public let state: String?
    /// The reference name.
    public let name: String?
    /// Whether Apple hosts content for it.
    public let hosted: Bool?
    /// The app that it belongs to: its name, its number, or both.
    public let app: String?

    /// Creates a row.
    public init(
        productIdentifier: String, source: String, type: String? = nil, state: String? = nil, name: String? = nil,
        hosted: Bool? = nil, app: String? = nil
    ) {
        self.productIdentifier = productIdentifier
        self.source = source
        self.type = type
        self.state = state
        self.name = name
        self.hosted = hosted
        self.app = app
    }
}

/// How one input's product ID fared against the products that exist.
public struct MatchRow: Sendable, Hashable {
    /// The outcome.
    public enum Status: String, Sendable {
        /// The product exists, byte for byte.
        case exact
        /// It does not, and one that does is near.
        case near
        /// It does not, and none is near; or there is no product ID to look for.
        case missing
        /// It exists, and another input has it too.
        case duplicate
        /// It exists as a product that can't have hosted content.
        case wrongType = "wrong-type"
    }

    /// The input as the user named it.
    public let path: String
    /// The product ID in its `ContentInfo.plist`; `nil` where none could be read.
    public let productIdentifier: String?
    /// The outcome.
    public let status: Status
    /// The product ID that was likely meant.
    public let candidate: String?
    /// Why the ID does not match: one clause.
    public let reason: String?

    /// Creates a row.
    public init(path: String, productIdentifier: String?, status: Status, candidate: String?, reason: String?) {
        self.path = path
        self.productIdentifier = productIdentifier
        self.status = status
        self.candidate = candidate
        self.reason = reason
    }
}

/// One key of a `ContentInfo.plist` that was to be set.
public struct EditRow: Sendable, Hashable {
    /// The content folder as the user named it.
    public let path: String
    /// The key.
    public let key: String
    /// The value before; `nil` where the key was missing.
    public let old: String?
    /// The value that was asked for.
    public let new: String
    /// Whether the file has the new value now; not so in a dry run.
    public let isWritten: Bool

    /// Creates a row.
    public init(path: String, key: String, old: String?, new: String, isWritten: Bool) {
        self.path = path
        self.key = key
        self.old = old
        self.new = new
        self.isWritten = isWritten
    }

    /// Whether the two values differ.
    public var isChange: Bool { old.map { !$0.utf8.elementsEqual(new.utf8) } ?? true }
}

/// One path that is not the same in the two inputs of a comparison.
public struct ChangeRow: Sendable, Hashable {
    /// What became of the path.
    public enum Change: String, Sendable, CaseIterable {
        /// It is in the newer input only.
        case added
        /// It is in the older input only.
        case removed
        /// What it is or what it holds differs.
        case modified
        /// Nothing but whether it may be run differs.
        case metadata
    }

    /// The path inside the inputs, fit to be shown.
    public let path: String
    /// What became of it.
    public let change: Change

    /// Creates a row.
    public init(path: String, change: Change) {
        self.path = path
        self.change = change
    }
}
