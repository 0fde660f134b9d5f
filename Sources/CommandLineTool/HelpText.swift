/// The help, made from the tables of commands and options.
enum HelpText {
    /// `iapkit help`.
    static var overview: String {
        let commands = CommandTable.all.map { ("iapkit \($0.name) \($0.usage)", $0.summary) }
        let statuses = [ExitStatus.success, .findings, .usage, .failure].map { ("\($0.rawValue)", $0.meaning) }
        return """
            Packs In-App Purchase content folders, and stops a wrong product ID before
            upload.

            A content folder holds ContentInfo.plist and Contents/. Apple takes no new
            hosted content since Xcode 13.3: a package is for your own server, and no check
            here promises that Apple accepts a file.

              $ iapkit validate CatPhotos --products Photos.storekit
              $ iapkit pack CatPhotos -o dist

            Commands:
            \(rows(commands))
            Exit status:
            \(rows(statuses))
            'iapkit help COMMAND' shows a command's options, 'iapkit --version' the version.

            """
    }

    /// `iapkit help COMMAND`.
    static func page(for command: any Command.Type) -> String {
        // Behind '--' there is no option, also not one that must be there.
        let end = command.usage == command.operands ? "[--] " : ""
        let usage = wrap("Usage: iapkit \(command.name) [options] \(end)\(command.usage)", width: 76)
        var text = usage.joined(separator: "\n    ") + "\n\n"
        text += paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        for part in command.discussion { text += "\n" + paragraph(part) }
        text += "\nExamples:\n"
        for example in command.examples { text += "  $ \(example.command)\n      \(example.effect)\n" }
        text += "\nOptions:\n" + rows(command.options.map { (spelling(of: $0), description(of: $0)) })
        return text
    }

    private static func spelling(of option: Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        return "\(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")"
    }

    static func description(of option: Option) -> String {
        guard let choices = option.choices else { return option.summary }
        return "\(option.summary): \(choices.joined(separator: ", "))"
    }

    /// Two columns; a long first cell has the line to itself.
    private static func rows(_ rows: [(String, String)]) -> String {
        let width = min(30, rows.map { $0.0.count }.max() ?? 0)
        let gap = String(repeating: " ", count: width + 4)
        return rows.map { name, text in
            let lines = wrap(text, width: 80 - width - 4).joined(separator: "\n\(gap)")
            if name.count > width { return "  \(name)\n\(gap)\(lines)\n" }
            return "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(lines)\n"
        }.joined()
    }

    private static func paragraph(_ text: String) -> String {
        wrap(text, width: 80).map { $0 + "\n" }.joined()
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
