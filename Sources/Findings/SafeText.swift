/// Text from outside made fit for a message: whatever can't be seen is written as its code point (`<U+00A0>`).
///
/// So no value can break a line, steer a terminal, or look like another one.
package enum SafeText {
    /// The text in single quotes, shortened in the middle where it is long.
    /// - Parameter limit: The most characters of the text to show.
    package static func quoted(_ text: String, limit: Int = 160) -> String { "'\(shortened(text, limit: limit))'" }

    /// The text with everything that can't be seen written as its code point.
    package static func escaped(_ text: String) -> String {
        // Nearly every text, at a hundredth of the cost of asking Unicode's tables about each character.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return escaped(text.unicodeScalars)
    }

    /// The text with everything that can't be seen written as its code point, shortened in the middle where it is long.
    /// - Parameter limit: The most characters of the text to show.
    package static func escaped(_ text: String, limit: Int) -> String { shortened(text, limit: limit) }

    /// The code point in the usual form (`U+200B`).
    package static func codePoint(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a reader can't see the scalar, or can't tell it from a space.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .spaceSeparator: scalar != " "
        // The blank of Braille is a symbol to Unicode, and blank paper to the reader.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
        }
    }

    private static func shortened(_ text: String, limit: Int) -> String {
        // Scalars, not characters: one character can hold any number of combining marks.
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return escaped(text) }
        let tail = limit / 4
        return escaped(scalars.prefix(limit - tail)) + "…" + escaped(scalars.suffix(tail))
    }

    private static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        var isFirst = true
        for scalar in scalars {
            // A combining mark at the start would join the quotation mark before it.
            if isHidden(scalar) || (isFirst && scalar.properties.isGraphemeExtend) {
                result.append(contentsOf: "<\(codePoint(of: scalar))>".unicodeScalars)
            } else {
                result.append(scalar)
            }
            isFirst = false
        }
        return String(result)
    }
}
