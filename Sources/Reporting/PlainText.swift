import Findings

/// Text that can be shown anywhere: no hostile name can steer a terminal or break a line.
enum PlainText {
    /// The text with everything that can't be seen written as its code point (`<U+001B>`).
    static func escaped(_ text: String) -> String { SafeText.escaped(text) }

    /// The text in quotes.
    static func quoted(_ text: String) -> String { "'\(escaped(text))'" }

    /// A number with a comma between thousands, in every locale.
    static func grouped(_ number: Int64) -> String {
        var digits = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits.append(",") }
            digits.append(digit)
        }
        return (number < 0 ? "-" : "") + String(digits.reversed())
    }

    /// `1 error`, `2 errors`.
    static func counted(_ number: Int, _ noun: String) -> String {
        "\(grouped(Int64(number))) \(noun)\(number == 1 ? "" : "s")"
    }

    /// The text broken between words into lines of 100 columns at most, each indented and ended.
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
