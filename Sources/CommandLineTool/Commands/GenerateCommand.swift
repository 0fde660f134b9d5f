/// `iapkit generate`.
enum GenerateCommand: Command {
    /// What can be made.
    enum Kind: String, CaseIterable {
        case man, bash, zsh, fish
        case configSchema = "config-schema"

        /// Its text.
        func text(version: String) -> String {
            switch self {
            case .man: ManualPage.text(version: version)
            case .bash: BashCompletion.text
            case .zsh: ZshCompletion.text
            case .fish: FishCompletion.text
            case .configSchema: ConfigurationSchema.text
            }
        }
    }

    static let name = "generate"
    static let summary = "make the man page, the completions of a shell, or the schema of iapkit.json"
    static let operands = Kind.allCases.map(\.rawValue).joined(separator: "|")
    static let optionNames: [String] = []
    static let discussion = [
        "The text goes to standard output. It is made from the same table as this help; the completions never run iapkit. "
            + "'make install' puts all of them where man and the shells look."
    ]
    static let examples = [
        CommandExample("iapkit generate man > iapkit.1", "makes the man page; 'man ./iapkit.1' shows it"),
        CommandExample("eval \"$(iapkit generate bash)\"", "completes in this bash, without installing anything"),
        CommandExample("iapkit generate zsh > ~/.zfunc/_iapkit", "for zsh, where ~/.zfunc is in its fpath"),
        CommandExample(
            "iapkit generate fish > ~/.config/fish/completions/iapkit.fish", "completes in every new fish"),
        CommandExample(
            "iapkit generate config-schema > iapkit.schema.json",
            "for editors, where iapkit.json has \"$schema\": \"iapkit.schema.json\""),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        guard options.operands.count == 1, let name = options.operands.first else {
            throw UsageError("generate takes one of \(operands)", hint: "iapkit generate man > iapkit.1")
        }
        guard let kind = Kind(rawValue: name) else {
            throw UsageError.unknown("kind of text to generate", name, in: Kind.allCases.map(\.rawValue))
        }
        try session.output.write(kind.text(version: session.version))
        return .success
    }
}
