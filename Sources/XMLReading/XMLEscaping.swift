/// What must be escaped where text is put into XML 1.0.
///
/// Characters that XML can't hold at all (most controls, U+FFFE, U+FFFF) become U+FFFD.
package enum XMLEscaping {
    /// A text for an attribute's value, whichever quotes stand around it. White space other than the blank is written
    /// as a character reference, since a reader turns it into blanks otherwise.
    package static func attribute(_ text: String) -> String {
        escape(text) { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "'": "&apos;"
            case "\t", "\n": "&#\(scalar.value);"
            default: nil
            }
        }
    }

    /// A text for between two tags.
    package static func text(_ text: String) -> String { escape(text) { _ in nil } }

    /// A text for between two tags of a file in some encoding.
    ///
    /// A character that the encoding lacks is written as a reference, and so is one that a reader of XML 1.1 takes for
    /// the end of a line.
    package static func text(_ text: String, in encoding: SourceEncoding) -> String {
        escape(text) { scalar in
            let isLineEnd = (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
            return isLineEnd || !encoding.holds(scalar) ? "&#\(scalar.value);" : nil
        }
    }

    /// Whether XML can hold every character of a text.
    package static func canHold(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(canHold) }

    private static func escape(_ text: String, _ more: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Needed in `]]>` only, but a reader that takes it amiss elsewhere is not worth meeting.
            case ">": result += "&gt;"
            // A bare one is read as a line feed.
            case "\r": result += "&#13;"
            default:
                if let reference = more(scalar) {
                    result += reference
                } else {
                    result.unicodeScalars.append(canHold(scalar) ? scalar : "\u{FFFD}")
                }
            }
        }
        return result
    }

    /// XML 1.0, production 2.
    private static func canHold(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
