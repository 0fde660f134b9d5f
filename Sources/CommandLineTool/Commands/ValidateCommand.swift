import Findings

/// `iapkit validate`.
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "check content folders and packages; never writes"
    static let operands = "PATH…"
    static let optionNames =
        OptionGroup.products + OptionGroup.selection + OptionGroup.policy + ["exclude", "jobs"] + ["verbose"]
        + OptionGroup.reporting
    static let discussion = [
        "PATH is a content folder, a package made from one, or a folder that holds content folders: then each of "
            + "those directly inside is one input.",
        "With --products or --expect, a product ID that does not exist is an error, and the report says which one was "
            + "likely meant. Without, only the form of the ID is checked.",
    ]
    static let examples = [
        CommandExample("iapkit validate CatPhotos", "checks one content folder"),
        CommandExample(
            "iapkit validate Packs --products Photos.storekit", "checks all in Packs, and that their products exist"),
        CommandExample("iapkit validate Packs --report json=findings.json", "tells people and programs"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireOperands(options, name)
        let examination = try Examination.run(options, policy: options.policy, in: session)
        return try ReportDelivery(options: options, session: session)
            .deliver(examination.report(command: name, version: session.version))
    }
}

/// Refuses a command line without operands.
func requireOperands(_ options: Options, _ command: String) throws(UsageError) {
    if options.operands.isEmpty {
        throw UsageError("\(command) needs at least one PATH", hint: "see iapkit help \(command)")
    }
    if options.operands.contains("") { throw UsageError("a PATH is empty") }
}
