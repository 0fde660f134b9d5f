/// `iapkit help`.
enum HelpCommand: Command {
    static let name = "help"
    static let summary = "show help for iapkit or for one command"
    static let operands = "[COMMAND]"
    static let optionNames: [String] = []
    static let discussion: [String] = []
    static let examples = [CommandExample("iapkit help pack", "shows the options of pack")]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if let name = options.operands.first {
            let command = try CommandTable.command(name)
            // `iapkit help report merge`: a word that stands for itself may be typed too.
            let words = command.operands.split(separator: " ").prefix { $0 == $0.lowercased() }.map(String.init)
            let more = options.operands.dropFirst()
            guard more.isEmpty || Array(more) == words else {
                throw UsageError("help takes one COMMAND", hint: "iapkit help \(name)")
            }
            try session.output.write(HelpText.page(for: command))
        } else {
            try session.output.write(HelpText.overview)
        }
        return .success
    }
}
