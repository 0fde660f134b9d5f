/// White space and invisible characters at the ends of a text: what a person does not see and a comparison does.
public struct SurroundingWhiteSpace: Sendable, Hashable {
    /// The characters before the text proper, in the order of the text. For a text of nothing else all are here.
    public let leading: [Unicode.Scalar]
    /// The characters behind the text proper, in the order of the text.
    public let trailing: [Unicode.Scalar]
    /// The text between.
    public let trimmed: String

    /// Looks at a text; `nil` where its ends are clean.
    public init?(in text: String) {
        let scalars = text.unicodeScalars
        let leading = scalars.prefix(while: Self.isWhiteSpace)
        let rest = scalars[leading.endIndex...]
        var end = rest.endIndex
        while end > rest.startIndex, Self.isWhiteSpace(rest[rest.index(before: end)]) { end = rest.index(before: end) }
        self.leading = Array(leading)
        self.trailing = Array(rest[end...])
        self.trimmed = String(rest[..<end])
        if self.leading.isEmpty && self.trailing.isEmpty { return nil }
    }

    /// Whether a character is white space, or takes no room: Unicode's white space, zero-width characters, the
    /// byte-order mark, direction marks.
    public static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace { return true }
        switch scalar.value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xAD, 0x180E: return true
        default: return false
        }
    }
}
