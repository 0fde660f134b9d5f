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
    /// The app that it belongs to, where the source tells.
    public let app: KnownApp?
    /// Whether a source asks for its deletion, which may not have happened yet.
    public let isToBeDeleted: Bool
    /// Where in the source it stands, where known.
    public let position: SourcePosition?

    /// Creates a product.
    public init(
        identifier: String, source: String, type: ProductType? = nil, state: String? = nil, name: String? = nil,
        hosted: Bool? = nil, appleID: String? = nil, app: KnownApp? = nil, isToBeDeleted: Bool = false,
        position: SourcePosition? = nil
    ) {
        self.identifier = identifier
        self.source = source
        self.type = type
        self.state = state
        self.name = name
        self.hosted = hosted
        self.appleID = appleID
        self.app = app
        self.isToBeDeleted = isToBeDeleted
        self.position = position
    }
}

/// An app, as far as a source tells of it.
public struct KnownApp: Sendable, Hashable {
    /// The App Store's number for it.
    public let appleID: String?
    /// Its name.
    public let name: String?
    /// Its bundle identifier.
    public let bundleIdentifier: String?
    /// The name that its maker gave it for reports (SKU, vendor ID).
    public let sku: String?

    /// Creates an app.
    public init(
        appleID: String? = nil, name: String? = nil, bundleIdentifier: String? = nil, sku: String? = nil
    ) {
        self.appleID = appleID
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        self.sku = sku
    }

    /// Whether a text names it: its number, its name, its bundle identifier or its SKU, byte for byte.
    public func isNamed(_ text: String) -> Bool {
        [appleID, name, bundleIdentifier, sku].contains { $0.map { $0.utf8.elementsEqual(text.utf8) } ?? false }
    }

    /// The best of its names (`Photos (1234567890)`).
    public var label: String {
        let name = name ?? bundleIdentifier ?? sku
        guard let appleID else { return name ?? "" }
        return name.map { "\($0) (\(appleID))" } ?? appleID
    }
}
