/// `iapkit help`.
enum HelpCommand: Command {
    static let name = "help"
    static let summary = "show help for iapkit or for one command"
    static let operands = "[COMMAND]"
    static let optionNames: [String] = []
    static let discussion: [String] = []
    static let examples = [CommandExample("iapkit help pack", "shows the options of pack")]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.operands.count > 1 { throw UsageError("help takes one COMMAND") }
        if let name = options.operands.first {
            try session.output.write(HelpText.page(for: try CommandTable.command(name)))
        } else {
            try session.output.write(HelpText.overview)
        }
        return .success
    }
}
