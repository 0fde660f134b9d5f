/// What a reader of XML meets, in the order of the text. Comments and processing instructions are passed over.
public enum XMLEvent: Sendable, Hashable {
    /// A start tag, or the first half of an empty element's tag.
    case start(XMLStartTag)
    /// The end of the element with this name.
    case end(String)
    /// All text between two tags.
    case text(XMLText)
}

/// A start tag.
public struct XMLStartTag: Sendable, Hashable {
    /// The name as written; a prefix is part of it.
    public let name: String
    /// The attributes in the order written.
    public let attributes: [XMLAttribute]
    /// Where the tag's `<` is.
    public let position: SourcePosition?
    /// The place just behind the tag, where the element's content starts.
    public let contentPosition: SourcePosition?

    /// The value of an attribute.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// An attribute of a start tag.
public struct XMLAttribute: Sendable, Hashable {
    /// The name as written.
    public let name: String
    /// The value, references resolved.
    public let value: String
}

/// The text between two tags: CDATA sections and references resolved, joined over comments.
public struct XMLText: Sendable, Hashable {
    /// The text. Line ends are LF, as XML demands; nothing is trimmed.
    public let content: String
    /// Where the text starts.
    public let position: SourcePosition?
    /// Where its first character other than white space is written; `nil` where there is none.
    public let firstVisiblePosition: SourcePosition?
}
