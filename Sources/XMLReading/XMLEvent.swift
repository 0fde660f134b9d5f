/// What a reader of XML meets, in the order of the text. Comments and processing instructions are passed over.
package enum XMLEvent: Sendable, Hashable {
    /// A start tag, or the first half of an empty element's tag.
    case start(XMLStartTag)
    /// The end of the element with this name.
    case end(String)
    /// All text between two tags.
    case text(XMLText)
}

/// A start tag.
package struct XMLStartTag: Sendable, Hashable {
    /// The name as written; a prefix is part of it.
    package let name: String
    /// The attributes in the order written.
    package let attributes: [XMLAttribute]
    /// Where the tag's `<` is.
    package let position: SourcePosition?
    /// The place just behind the tag, where the element's content starts.
    package let contentPosition: SourcePosition?

    /// The value of an attribute.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// An attribute of a start tag.
package struct XMLAttribute: Sendable, Hashable {
    /// The name as written.
    package let name: String
    /// The value, references resolved.
    package let value: String
}

/// The text between two tags: CDATA sections and references resolved, joined over comments.
package struct XMLText: Sendable, Hashable {
    /// The text. Line ends are LF, as XML demands; nothing is trimmed.
    package let content: String
    /// Where the text starts.
    package let position: SourcePosition?
    /// Where its first character other than white space is written; `nil` where there is none.
    package let firstVisiblePosition: SourcePosition?
}
