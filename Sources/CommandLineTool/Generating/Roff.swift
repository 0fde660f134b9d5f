/// Text in the language of man pages (mdoc).
enum Roff {
    /// A text as it is to be seen: nothing in it is taken for a request, and hyphens and quotes stay those of ASCII, so
    /// that what is copied from the page can be run.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return escaped
    }

    /// A paragraph: lines of at most 80 bytes, each sentence on lines of its own, as mdoc wants it.
    static func paragraph(_ text: String) -> String {
        var lines = [""]
        var endsSentence = false
        for word in text.split(separator: " ") {
            let word = escaped(word)
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = word
            } else if endsSentence || line.utf8.count + 1 + word.utf8.count > 78 {
                lines.append(word)
            } else {
                lines[lines.count - 1] += " " + word
            }
            endsSentence = word.last.map { ".!?".contains($0) } ?? false
        }
        return lines.map { guarded($0) + "\n" }.joined()
    }

    /// The arguments of a macro, each taken as text and never as the name of another macro.
    static func arguments(_ words: String...) -> String {
        words.flatMap { $0.split(separator: " ") }.map { "\\&" + escaped($0) }.joined(separator: " ")
    }

    /// Lines to be seen as they are.
    static func literal(_ lines: [String]) -> String {
        ".Bd -literal -offset indent\n"
            + lines.map { guarded(escaped($0)) + "\n" }.joined() + ".Ed\n"
    }

    /// A line that begins with a period or an apostrophe is a request, unless something stands before.
    private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }
}
