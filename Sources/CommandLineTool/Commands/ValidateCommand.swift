import Checks
import Findings

/// `iapkit validate`.
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "check content folders and packages; never writes"
    static let operands = "PATH…"
    static let optionNames =
        OptionGroup.products + OptionGroup.selection + OptionGroup.policy + ["exclude", "jobs", "shard"] + ["verbose"]
        + OptionGroup.reporting
    static var discussion: [String] {
        [
            "PATH is a content folder, a zip made from one, or a folder that holds content folders: then each of those "
                + "directly inside is one input.",
            "With --products or --expect, a product ID that does not exist is an error, and the report says which one was "
                + "likely meant. Without, only the form of the ID is checked.",
            "PATH may also be the property list of Apple's sample code for SKStoreProductViewController (items of the App "
                + "Store, no in-app purchases), which is checked as that.",
            globDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit validate CatPhotos", "checks one content folder"),
        CommandExample(
            "iapkit validate Packs --products Photos.storekit", "checks all in Packs, and that their products exist"),
        CommandExample("iapkit validate Packs --report json=findings.json", "tells people and programs"),
        CommandExample(
            "iapkit validate Packs --report github --report sarif=findings.sarif",
            "marks the files of a pull request, and writes a log for code scanning"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        let examination = try Examination.run(
            options, policy: options.policy, takesStoreProductLists: true, in: session)
        var report = examination.report(command: name, version: session.version)
        report.isComplete = CheckCatalog.all.map { $0.code }.allSatisfy(options.policy.reports)
        return try ReportDelivery(options: options, session: session).deliver(report)
    }
}
