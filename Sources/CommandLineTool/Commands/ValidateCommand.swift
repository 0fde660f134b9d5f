import Checks
import ContentModel
import Findings
import Reporting

/// `iapkit validate`.
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "check content folders and packages; never writes"
    static let operands = "PATH…"
    static let optionNames =
        OptionGroup.products + OptionGroup.selection + OptionGroup.policy + ["exclude", "jobs", "shard"] + ["verbose"]
        + OptionGroup.reporting
    static let optionTexts = [
        "exclude": "leave out of what is looked at, as pack would; repeatable",
        "verbose": "also tell sizes, every input and finding, and how product sources were read",
    ]
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
        let status = try ReportDelivery(options: options, session: session).deliver(report)
        if isUnmatched(examination, options) {
            session.tell(
                "no list of products was given, so it was not checked that a product has the ID; "
                    + "--products SOURCE or --expect ID does that")
        }
        return status
    }

    /// Whether product IDs were read and compared with nothing, which is not the user's own wish.
    private static func isUnmatched(_ examination: Examination, _ options: Options) -> Bool {
        options.verbosity > .quiet && examination.products == nil
            && CheckCatalog.code(named: "product-not-found").map(options.policy.reports) == true
            && examination.inputs.contains { $0.context.contentInfo?.productIdentifier.text != nil }
    }
}
