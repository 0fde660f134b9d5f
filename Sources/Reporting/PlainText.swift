import Findings

/// Text that can be shown anywhere: no hostile name can steer a terminal or break a line.
enum PlainText {
    /// The text with everything that can't be seen written as its code point (`<U+001B>`).
    static func escaped(_ text: String) -> String { SafeText.escaped(text) }

    /// The text in quotes.
    static func quoted(_ text: String) -> String { "'\(escaped(text))'" }

    /// The text broken between words into lines of at most `width` columns where its words allow, each indented and ended.
    static func wrapped(_ text: String, indent: String, width: Int) -> String {
        wrapped(escaped(text).split(separator: " ").map(String.init), first: indent, indent: indent, width: width)
    }

    /// Words on lines of at most `width` columns where they allow.
    /// - Parameters:
    ///   - words: Fit to be shown; each stays whole.
    ///   - first: What the first line is indented by.
    ///   - indent: What the others are indented by.
    static func wrapped(_ words: [String], first: String, indent: String, width: Int) -> String {
        var lines: [String] = []
        var (line, used, isEmpty) = (first, DisplayWidth.of(first), true)
        for word in words {
            let length = DisplayWidth.of(ansi: word)
            if !isEmpty, used + 1 + length > width {
                lines.append(line)
                (line, used, isEmpty) = (indent, DisplayWidth.of(indent), true)
            }
            line += (isEmpty ? "" : " ") + word
            used += (isEmpty ? 0 : 1) + length
            isEmpty = false
        }
        lines.append(line)
        return lines.map { $0 + "\n" }.joined()
    }

    /// The text, and as many spaces as make it `width` columns wide.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    }
}
