/// libxml2's error codes in our words. The numbers are part of libxml2's interface and don't change.
enum XMLFaultWording {
    static let noMemory = 2
    static let undeclaredEntityWarning = 27
    static let tagMismatch = 76

    /// Whether an error means that the text ends too early.
    /// - Parameter isAtEnd: whether nothing but white space follows the place of the error.
    static func endsTooEarly(_ code: Int, isAtEnd: Bool) -> Bool {
        // A character that may not stand there is no sign of an end, even as the last one.
        isAtEnd && !(code == 9) || [45, 47, 63, 77].contains(code)
    }

    /// The reason as a clause.
    /// - Parameters:
    ///   - name: what libxml2 says that the error is about.
    ///   - previous: the byte before the place of the error.
    ///   - next: the character at the place of the error.
    static func clause(
        for code: Int, about name: String?, previous: UInt8?, next: Unicode.Scalar?, isBehindRoot: Bool
    ) -> String {
        let quoted = name.map { "'\($0)'" }
        switch code {
        case 4: return "there is no root element: a '<' and a name are expected here"
        case 5: return isBehindRoot ? "there is more text behind the root element" : "the text ends too early"
        case 6: return "a hexadecimal character reference is malformed; it is written like '&#x2E;'"
        case 7: return "a character reference is malformed; it is written like '&#46;'"
        case 8: return "a character reference names no character that XML allows"
        case 9:
            // The same number stands for a reference such as `&#0;`; then what comes next is as it should be.
            guard let next, !isAllowed(next) else {
                return "a character reference names no character that XML allows"
            }
            return "the character \(described(next)) may not stand here"
        case 10...21: return "a reference may not stand here"
        case 22: return "a '&' stands alone; write it as '&amp;'"
        case 23: return "a ';' is missing behind '&' and a name; write a plain '&' as '&amp;'"
        case 24, 25: return "a parameter reference is malformed"
        case 26, 27:
            return "the entity \(quoted.map { "'&\($0.dropFirst().dropLast());'" } ?? "used here") is not known"
                + "; XML knows &amp; &lt; &gt; &apos; &quot;"
        case 28...30, 36, 37, 87...90, 104: return "an entity is used in a way that XML does not allow"
        case 31, 32, 79, 81, 101: return "the encoding that the XML declaration names is not right"
        case 33, 34, 43, 44: return "a quoted text is not closed"
        case 38: return "a '<' stands inside an attribute's value; write it as '&lt;'"
        case 39: return "an attribute's value has no quotes"
        case 40: return "an attribute's value is not closed"
        case 41: return "the attribute \(quoted ?? "here") has no value"
        case 42: return "the attribute \(quoted ?? "here") stands twice in one tag"
        case 45: return "a comment is never closed"
        case 46, 47: return "a processing instruction is never closed"
        case 48...55, 58...61, 66, 67, 69, 78, 82, 83, 95: return "the document type declaration is malformed"
        case 56, 57, 96: return "the XML declaration is malformed"
        case 62: return "']]>' stands outside a CDATA section; write it as ']]&gt;'"
        case 63: return "a CDATA section is never closed"
        case 64: return "'<?xml' may stand only at the very start of the file"
        case 65: return "a space is missing"
        case 68 where previous == UInt8(ascii: "&"): return "a '&' stands alone; write it as '&amp;'"
        case 68: return "a name is expected here; write a plain '<' as '&lt;'"
        case 70, 71, 91, 92: return "an identifier in the document type declaration is malformed"
        case 72: return "a '<' is missing"
        case 73: return "a '>' is missing at the end of a tag"
        case 74: return "an end tag is missing"
        case 75: return "a '=' is missing behind an attribute's name"
        case 76: return "an end tag stands where none is open"
        case 77: return "a tag is never closed"
        case 80: return "'--' stands inside a comment, which XML forbids"
        case 84, 85: return "tags and references are not balanced"
        case 86: return "there is more text behind the root element"
        case 108, 109: return "the version of XML is not known"
        case 110: return "a name is too long"
        default: return "it breaks a rule of XML (libxml2's number \(code))"
        }
    }

    /// Whether XML 1.0 (section 2.2) allows a character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// A character as people can tell it, also where it can't be seen.
    private static func described(_ scalar: Unicode.Scalar) -> String {
        let number = "U+" + String(hexadecimal(scalar.value, digits: 4).dropFirst(2))
        return scalar.value > 0x20 && scalar.value < 0x7F ? "'\(scalar)' (\(number))" : number
    }
}
