/// Why an XML text could not be read, or not without a complaint.
package struct XMLFault: Error, Sendable, Hashable {
    /// What kind of fault it is.
    package enum Kind: Sendable, Hashable {
        /// The text ends too early.
        case truncated
        /// The text breaks a rule of XML.
        case notWellFormed
        /// The bytes don't fit their encoding, or the encoding is not known.
        case wrongEncoding
        /// An entity declaration. It is refused, and no entity is ever expanded.
        case entityDeclaration
        /// More than the limits allow.
        case limitExceeded
    }

    /// What kind of fault it is.
    package let kind: Kind
    /// Where it is; `nil` where unknown.
    package let position: SourcePosition?
    /// The particulars as a clause without a final period.
    package let detail: String

    /// Creates a fault.
    package init(_ kind: Kind, position: SourcePosition? = nil, detail: String) {
        self.kind = kind
        self.position = position
        self.detail = detail
    }
}

/// How much of an XML text is read before it is refused.
package struct XMLLimits: Sendable {
    /// The length in bytes, before and after the text was turned into UTF-8 each.
    package var bytes: Int
    /// How deep elements may nest; the root is at depth 1.
    package var depth: Int
    /// The number of elements.
    package var elements: Int
    /// The attributes of one element.
    package var attributes: Int
    /// The bytes of all `<!…>` declarations together. Those of a property list take about a hundred.
    package var declarationBytes: Int

    /// Creates limits.
    package init(
        bytes: Int = 64 << 20, depth: Int = 512, elements: Int = 8_000_000, attributes: Int = 128,
        declarationBytes: Int = 16 << 10
    ) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
        self.attributes = attributes
        self.declarationBytes = declarationBytes
    }
}
