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

    /// The characters of one end in words, like ones together: `a line break and 2 tabs`.
    public static func described(_ scalars: [Unicode.Scalar]) -> String {
        var groups: [(name: (one: String, more: String), count: Int)] = []
        var previous: Unicode.Scalar?
        for scalar in scalars {
            // CR LF is one line break.
            if scalar == "\n", previous == "\r" {
                previous = scalar
                continue
            }
            previous = scalar
            let name = name(of: scalar)
            if let last = groups.indices.last, groups[last].name.one == name.one {
                groups[last].count += 1
            } else {
                groups.append((name, 1))
            }
        }
        let parts = groups.map { $0.count == 1 ? $0.name.one : "\($0.count) \($0.name.more)" }
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "nothing" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func name(of scalar: Unicode.Scalar) -> (one: String, more: String) {
        switch scalar.value {
        case 0x20: return ("a space", "spaces")
        case 0x09: return ("a tab", "tabs")
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: return ("a line break", "line breaks")
        case 0xA0, 0x202F: return ("a no-break space", "no-break spaces")
        case 0x200B, 0x200C, 0x200D, 0x2060: return ("a zero-width character", "zero-width characters")
        case 0xFEFF: return ("a byte-order mark", "byte-order marks")
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return ("an invisible character (\(number))", "invisible characters (\(number))")
        }
    }
}
