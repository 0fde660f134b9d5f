import ContentModel
import Findings

/// The small change of messages: quotes, numbers, lists.
enum Wording {
    /// A path in single quotes, safe to print.
    static func quoted(_ path: ContentPath) -> String { "'\(path.displayText)'" }

    /// A name's bytes in single quotes, safe to print; the target of a link can be of any length, so the middle of a
    /// long one is left out.
    static func quoted(name: some Sequence<UInt8>) -> String {
        let text = ContentPath.displayText(of: name)
        let scalars = text.unicodeScalars
        if scalars.count <= 300 { return "'\(text)'" }
        return "'\(String(scalars.prefix(220)))…\(String(scalars.suffix(60)))'"
    }

    /// A value in single quotes, safe to print. A value that has one at an end is put in double quotes, or, where it
    /// has both kinds, shows its own by their code point.
    static func quoted(_ value: String) -> String {
        let single: Unicode.Scalar = "'"
        let scalars = value.unicodeScalars
        guard scalars.first == single || scalars.last == single else { return SafeText.quoted(value) }
        let shown = SafeText.quoted(value).dropFirst().dropLast()
        guard scalars.first == "\"" || scalars.last == "\"" else { return "\"\(shown)\"" }
        let code = "<\(SafeText.codePoint(of: single))>"
        return scalars.first == single ? "'\(code)\(shown.dropFirst())'" : "'\(shown.dropLast())\(code)'"
    }

    /// Text in the middle of a sentence, safe to print.
    static func escaped(_ text: String) -> String { SafeText.escaped(text, limit: 400) }

    /// A number with a comma between each three digits (`2,147,483,648`).
    static func grouped(_ number: some BinaryInteger) -> String { NumberText.grouped(number) }

    /// `1 file`, `2 files`.
    static func count(_ number: Int, _ noun: String) -> String { NumberText.count(number, noun) }

    /// So many items of a list are named.
    static let listLimit = 3

    /// `a`, `a and b`, `a, b and c`; of many the first few and how many more.
    /// - Parameter count: How many items there are, where `items` holds only the first `limit` of very many.
    static func list(_ items: [String], limit: Int = listLimit, count: Int? = nil) -> String {
        let count = count ?? items.count
        if count > limit { return items.prefix(limit).joined(separator: ", ") + " and \(grouped(count - limit)) more" }
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// The scalar for people: its code point, and the character itself where it can be seen.
    static func character(_ scalar: Unicode.Scalar) -> String {
        if let name = commonNames[scalar] { return "\(name) (\(SafeText.codePoint(of: scalar)))" }
        guard !SafeText.isHidden(scalar), !scalar.properties.isGraphemeExtend else {
            return scalar.properties.name.map { "\($0.lowercased()) (\(SafeText.codePoint(of: scalar)))" }
                ?? SafeText.codePoint(of: scalar)
        }
        return scalar.isASCII ? "'\(scalar)'" : "'\(scalar)' (\(SafeText.codePoint(of: scalar)))"
    }

    /// Names for what has none in Unicode's table, or a clumsy one.
    private static let commonNames: [Unicode.Scalar: String] = [
        " ": "space", "\t": "tab", "\n": "line feed", "\r": "carriage return", "\0": "null character",
        "\u{B}": "vertical tab", "\u{C}": "form feed", "\u{1B}": "escape", "\u{7F}": "delete",
        "\u{FEFF}": "byte-order mark", "'": "apostrophe", "\"": "quotation mark",
    ]
}
