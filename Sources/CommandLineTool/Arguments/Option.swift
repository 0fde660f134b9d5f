/// One option as data: the parser, the help and its tests all come from the table of these.
struct Option: Sendable {
    /// The name without the hyphens (`products`).
    let name: String
    /// What commands name the option by: its name, but where two options share that.
    let id: String
    /// The one-letter name.
    let letter: Character?
    /// What stands for the value in the help (`SOURCE`); `nil` for a switch.
    let value: String?
    /// The values allowed; `nil` where the option judges for itself.
    let choices: [String]?
    /// What it does, for the help.
    let summary: String
    /// Takes the value (empty for a switch); throws a `UsageError` where it can't be meant.
    let apply: @Sendable (inout Options, String) throws -> Void

    init(
        _ name: String, id: String? = nil, letter: Character? = nil, value: String? = nil, choices: [String]? = nil,
        _ summary: String,
        apply: @escaping @Sendable (inout Options, String) throws -> Void
    ) {
        self.name = name
        self.id = id ?? name
        self.letter = letter
        self.value = value
        self.choices = choices
        self.summary = summary
        self.apply = apply
    }

    /// The same option with other words for the help.
    func saying(_ summary: String) -> Option {
        Option(name, letter: letter, value: value, choices: choices, summary, apply: apply)
    }
}
