/// One command: what it is called, what it takes, and what it does. One file each, one line in ``CommandTable``.
protocol Command: Sendable {
    /// The word on the command line.
    static var name: String { get }
    /// What it does, for the list of commands.
    static var summary: String { get }
    /// The operands as the usage line shows them (`PATH…`).
    static var operands: String { get }
    /// The operands with the options that must be there, as people are shown them (`DIR --product-id ID`).
    static var usage: String { get }
    /// The names of the options it takes.
    static var optionNames: [String] { get }
    /// What an option does here, by its name, where the words of the table of options would mislead.
    static var optionTexts: [String: String] { get }
    /// What a user should know besides: paragraphs.
    static var discussion: [String] { get }
    /// Command lines to copy, each with what it does.
    static var examples: [CommandExample] { get }
    /// Whether it may write files besides those of its report.
    static var writes: Bool { get }

    /// Does the work.
    /// - Throws: `UsageError` before anything was done; `StreamError` where a result could not be told.
    static func run(_ options: Options, in session: Session) throws -> ExitStatus
}

/// A command line to copy.
struct CommandExample: Sendable {
    let command: String
    let effect: String

    init(_ command: String, _ effect: String) {
        self.command = command
        self.effect = effect
    }
}

extension Command {
    /// Most commands need operands only.
    static var usage: String { operands }

    /// Most options do the same everywhere.
    static var optionTexts: [String: String] { [:] }

    static var writes: Bool { true }

    /// The options it takes.
    static var options: [Option] {
        (optionNames + ["help"]).compactMap(OptionTable.option).map { $0.saying(optionTexts[$0.name] ?? $0.summary) }
    }
}

/// All commands, in the order of the help.
enum CommandTable {
    static let all: [any Command.Type] = [
        InitCommand.self, ValidateCommand.self, MatchCommand.self, PackCommand.self, InspectCommand.self,
        CompareCommand.self, UnpackCommand.self, EditCommand.self, RehearseCommand.self, MigrateCommand.self,
        ProductsCommand.self, ReportCommand.self, ExplainCommand.self, GenerateCommand.self, HelpCommand.self,
    ]

    /// The command with this name.
    static func command(_ name: String) throws(UsageError) -> any Command.Type {
        if let command = all.first(where: { $0.name == name }) { return command }
        throw UsageError.unknown("command", name, in: all.map { $0.name }, listedBy: "iapkit help lists all of them")
    }
}

/// Names of options that several commands take.
enum OptionGroup {
    static let products = ["products", "products-format", "app", "expect"]
    static let policy = ["fail-on", "severity"]
    static let selection = ["only", "skip"]
    static let configuration = ["config", "no-config"]
    static let assetPacks = ["pack-ids", "download", "on", "platform", "pack-limit"]
    static let progress = ["progress", "no-progress"]
    static let reporting = ["report", "quiet", "color"]
}
