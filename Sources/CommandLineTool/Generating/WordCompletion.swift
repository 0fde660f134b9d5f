import Checks
import Findings
import Reporting

/// What a shell can offer for one word of the command line.
///
/// It is told from the word that stands for the value in the help, so that a new option or command completes without
/// another line; a word that is not known here is left to the user.
enum WordCompletion: Hashable, Sendable {
    /// One of these.
    case words([String])
    /// A file or a folder.
    case files
    /// A folder.
    case folders
    /// A finding's code or its name.
    case codes
    /// `CODE=LEVEL`.
    case levels
    /// `FORMAT` or `FORMAT=FILE`.
    case reports
    /// A command's name.
    case commands
    /// Only the user can know it.
    case nothing

    /// What stands behind an option; `nil` for a switch.
    init?(valueOf option: Option) {
        guard let value = option.value else { return nil }
        self = option.choices.map { .words($0) } ?? WordCompletion(placeholder: value)
    }

    /// What a placeholder stands for (`PATH`, `zip|pkg`); a word in lower case stands for itself.
    init(placeholder: String) {
        switch placeholder {
        case "PATH", "FILE", "PACKAGE", "SOURCE", "OUT", "OLD", "NEW": self = .files
        case "DIR", "FOLDER": self = .folders
        case "CODE": self = .codes
        case "CODE=LEVEL": self = .levels
        case "FORMAT[=FILE]": self = .reports
        case "COMMAND": self = .commands
        default:
            let words = placeholder.split(separator: "|").map(String.init)
            self = words.allSatisfy { $0 == $0.lowercased() } ? .words(words) : .nothing
        }
    }
}

/// What stands at one place among a command's operands.
struct OperandPlace: Hashable, Sendable {
    /// Its word in the help.
    let placeholder: String
    /// What a shell can offer for it.
    let completion: WordCompletion
    /// Whether all that follow are of this kind too.
    let repeats: Bool

    /// The places of a command, from its operands as the usage line shows them (`[PATH…]`, `OLD NEW`).
    static func places(of command: any Command.Type) -> [OperandPlace] {
        command.operands.split(separator: " ").map { word in
            let placeholder = String(word.filter { !"[]…".contains($0) })
            return OperandPlace(
                placeholder: placeholder, completion: WordCompletion(placeholder: placeholder),
                repeats: word.contains("…"))
        }
    }
}

/// The lists that all completions hold, since none of them runs iapkit.
enum CompletionLists {
    /// The switches of a command that take a value elsewhere, each with the command.
    static let switches: [(command: String, option: String)] = CommandTable.all.flatMap { command in
        command.options.filter { option in
            option.value == nil && options.contains { $0.name == option.name && $0.value != nil }
        }
        .map { (command.name, $0.name) }
    }

    /// Every finding under its code and under its name, with what it says.
    static var findings: [(name: String, summary: String)] {
        let descriptions = CheckCatalog.descriptions
        return descriptions.map { ($0.code.id, $0.summary) } + descriptions.map { ($0.code.slug, $0.summary) }
    }

    /// What `--severity` takes behind the equals sign.
    static let levels = ["error", "warning", "note", "off"]

    /// What `--report` takes.
    static var reports: [String] { ReportFormat.allCases.map(\.rawValue) }

    /// Every option that any command takes, once, in the order of the table.
    static var options: [Option] {
        let taken = Set(CommandTable.all.flatMap { $0.options.map(\.name) })
        return OptionTable.all.filter { taken.contains($0.name) }
    }

    /// The letters of options that take a value, and those of switches.
    static func letters(withValue: Bool) -> String {
        String(options.filter { ($0.value != nil) == withValue }.compactMap(\.letter))
    }

    /// A text between single quotes for bash and zsh.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
