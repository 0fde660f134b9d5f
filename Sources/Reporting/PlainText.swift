import Findings

/// Text that can be shown anywhere: no hostile name can steer a terminal or break a line.
enum PlainText {
    /// The text with everything that can't be seen written as its code point (`<U+001B>`).
    static func escaped(_ text: String) -> String { SafeText.escaped(text) }

    /// The text in quotes.
    static func quoted(_ text: String) -> String { "'\(escaped(text))'" }

    /// The text broken between words into lines of at most `width` columns where its words allow, each indented and ended.
    static func wrapped(_ text: String, indent: String, width: Int = 100) -> String {
        var lines: [String] = []
        var line = ""
        for word in escaped(text).split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.map { indent + $0 + "\n" }.joined()
    }

    /// The text, and as many spaces as make it `width` columns wide.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
