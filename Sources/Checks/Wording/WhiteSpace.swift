import ContentModel

/// Whether white space is all that a value holds, or stands around it.
enum WhiteSpace {
    /// Whether the text holds nothing else; so does the empty text.
    static func isBlank(_ text: String) -> Bool { trimmed(text).isEmpty }

    /// The text without what is at its ends.
    static func trimmed(_ text: String) -> String { SurroundingWhiteSpace(in: text)?.trimmed ?? text }
}
