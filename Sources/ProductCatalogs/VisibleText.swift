/// Shows text so that nothing in it stays unseen.
package enum VisibleText {
    /// The text, with each character that can't be seen, or looks like a plain space, as `<U+00A0>`.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isHidden($0) && $0 != " " }) else { return text }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            if isHidden(scalar) && scalar != " " {
                shown += "<\(code(of: scalar))>"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    /// The code of a character as Unicode writes it (`U+00A0`).
    static func code(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a character is white space, a control character or one without width.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control || properties.generalCategory == .format
    }
}
