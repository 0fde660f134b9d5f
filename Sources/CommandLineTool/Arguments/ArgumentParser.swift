/// Turns the words behind a command's name into options and operands.
///
/// Options may stand before or after operands, and `--` ends them. `--name=value` and `--name value` are the same, as
/// are `-j4` and `-j 4`; switches of one letter may share a hyphen. A value may begin with a hyphen. The last of an
/// option that is not repeatable wins.
struct ArgumentParser {
    /// The command's name, for the hints of its errors.
    let command: String
    /// The options that the command takes.
    let options: [Option]

    /// Parses the words.
    /// - Throws: `UsageError`.
    func parse(_ arguments: some Sequence<String>) throws -> Options {
        var parsed = Options()
        var words = Array(arguments)[...]
        while let word = words.popFirst() {
            if word == "--" {
                parsed.operands += words
                break
            }
            if word.hasPrefix("--") {
                try parseLong(word.dropFirst(2), &words, into: &parsed)
            } else if word.hasPrefix("-"), word != "-" {
                try parseShort(word.dropFirst(), &words, into: &parsed)
            } else {
                parsed.operands.append(word)
            }
        }
        return parsed
    }

    private func parseLong(
        _ word: Substring, _ words: inout ArraySlice<String>, into parsed: inout Options
    ) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = options.first(where: { $0.name == name }) else { throw unknownOption("--\(name)", name) }
        if option.value == nil {
            if parts.count > 1 { throw UsageError("--\(name) is a switch and takes no value") }
            try apply(option, "", to: &parsed)
        } else {
            try take(parts.count > 1 ? parts[1] : words.popFirst(), for: option, into: &parsed)
        }
    }

    private func parseShort(
        _ word: Substring, _ words: inout ArraySlice<String>, into parsed: inout Options
    ) throws {
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw unknownOption("-\(letter)", String(word))
            }
            if option.value == nil {
                try apply(option, "", to: &parsed)
                continue
            }
            try take(letters.isEmpty ? words.popFirst() : String(letters), for: option, into: &parsed)
            return
        }
    }

    private func take(_ value: String?, for option: Option, into parsed: inout Options) throws {
        guard let value else {
            throw UsageError("--\(option.name) needs a value: --\(option.name) \(option.value ?? "")")
        }
        if let choices = option.choices, !choices.contains(value) {
            throw UsageError.unknown("--\(option.name)", value, in: choices)
        }
        try apply(option, value, to: &parsed)
    }

    private func apply(_ option: Option, _ value: String, to parsed: inout Options) throws {
        try option.apply(&parsed, value)
        parsed.given.insert(option.name)
    }

    private func unknownOption(_ shown: String, _ name: String) -> UsageError {
        let isOthers = OptionTable.all.contains { $0.name == name || $0.letter.map { "-\($0)" } == shown }
        if isOthers { return UsageError("\(command) takes no \(shown)", hint: "see iapkit help \(command)") }
        return UsageError.unknown(
            "option", shown, in: options.map { "--\($0.name)" },
            listedBy: "see iapkit help \(command); a path that begins with a hyphen is given as ./\(shown)")
    }
}
