public import XMLReading

/// One value of a property list, and where it stands.
public struct PropertyListNode: Sendable, Hashable {
    /// What the value is.
    public let value: PropertyListValue
    /// Where its text starts; `nil` in a binary property list.
    ///
    /// In XML this is the place just behind the start tag, so that of `<string>CatPhotos</string>` it is the `C`.
    public let position: SourcePosition?
    /// The value's own text as written, for numbers and dates in XML: `<real>1.10</real>` gives `1.10`.
    public let sourceText: String?

    /// Creates a node.
    public init(_ value: PropertyListValue, position: SourcePosition? = nil, sourceText: String? = nil) {
        self.value = value
        self.position = position
        self.sourceText = sourceText
    }
}

/// A property-list value of any type.
public enum PropertyListValue: Sendable, Hashable {
    /// Text, exactly as written: never trimmed.
    case string(String)
    /// A whole number.
    case integer(Int128)
    /// A floating-point number.
    case real(Double)
    /// True or false.
    case boolean(Bool)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// A list.
    case array([PropertyListNode])
    /// Keys and values in the order written; a key may be repeated.
    case dictionary([PropertyListEntry])
    /// A reference of a keyed archive.
    case uid(UInt64)

    /// The type's name in the words of property lists: the XML element (`string`, `real`), `uid` for the last.
    public var typeName: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .boolean(let value): value ? "true" : "false"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dict"
        case .uid: "uid"
        }
    }
}

/// One key of a dictionary with its value.
public struct PropertyListEntry: Sendable, Hashable {
    /// The key.
    public let key: String
    /// Where the key's text starts; `nil` in a binary property list.
    public let keyPosition: SourcePosition?
    /// The value.
    public let node: PropertyListNode

    /// Creates an entry.
    public init(key: String, keyPosition: SourcePosition? = nil, node: PropertyListNode) {
        self.key = key
        self.keyPosition = keyPosition
        self.node = node
    }
}
