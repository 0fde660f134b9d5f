import Checks
import Findings
import Packaging
import Reporting

/// `iapkit validate`.
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "check content folders and packages; never changes them"
    static let writes = false
    static let operands = "[PATH…]"
    static let optionNames =
        OptionGroup.products + OptionGroup.selection + OptionGroup.policy + [
            "baseline", "write-baseline", "exclude", "format",
        ] + OptionGroup.assetPacks + ["jobs", "shard"] + OptionGroup.configuration + ["verbose"] + OptionGroup.reporting
        + OptionGroup.progress
    static let optionTexts = [
        "exclude": "leave out of what is looked at, as pack would; repeatable",
        "format": "judge by what this kind of package can hold, zip, pkg or aar (default: zip); repeatable",
        "verbose": "also tell sizes, every input and finding, and how product sources were read",
    ]
    static var discussion: [String] {
        [
            "PATH is a content folder, a package made from one, or a folder that holds content folders: then each of those "
                + "directly inside is one input.",
            "With --products or --expect, a product ID that does not exist is an error, and the report says which one was "
                + "likely meant. Without, only the form of the ID is checked.",
            "PATH may also be the property list of Apple's sample code for SKStoreProductViewController (items of the App "
                + "Store, no in-app purchases), which is checked as that.",
            "With --write-baseline the findings of the run are known from then on: with --baseline they are not reported and do "
                + "not count. Known again is a finding by code, input, member and key; paths in FILE start from its folder. An "
                + "older FILE is replaced.",
            configurationDiscussion,
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
        CommandExample("iapkit validate Packs --format aar", "checks that all in Packs can be asset packs"),
        CommandExample("iapkit validate", "checks what iapkit.json names"),
        CommandExample(
            "iapkit validate Packs --write-baseline iapkit-baseline.json", "takes the findings that there are for known"
        ),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        try requireAssetPacks(options)
        if let file = options.newBaseline {
            if options.given.contains("baseline") {
                throw UsageError("--baseline and --write-baseline can't both be meant")
            }
            if options.shard != nil {
                throw UsageError("a baseline is of all inputs, and --shard looks at some", hint: "leave --shard out")
            }
            try ReportFiles.keep(options, apartFrom: [file], "the baseline")
        }
        var examination = try Examination.run(
            options, policy: options.policy, takesStoreProductLists: true, in: session)
        let failure = try options.newBaseline.flatMap { try write(examination: &examination, as: $0, options, session) }
        var report = examination.report(command: name, version: session.version)
        if let failure { report.failures.append(failure) }
        report.isComplete = CheckCatalog.all.map { $0.code }.allSatisfy(options.policy.reports)
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// Makes the findings known ones.
    /// - Returns: why that could not be done, or `nil`.
    private static func write(
        examination: inout Examination, as file: String, _ options: Options, _ session: Session
    ) throws(UsageError) -> RunFailure? {
        let paths = options.productSources.filter { $0 != "-" } + examination.inputs.map(\.input.path)
        if let path = paths.first(where: { ContentInput.isOutput(file, inside: $0) }) {
            throw UsageError(
                "the baseline '\(file)' would replace or change '\(path)', which is read",
                hint: "give the baseline another file")
        }
        guard examination.failures.isEmpty else {
            return RunFailure(
                subject: file, reason: "the baseline was not written, since not everything could be looked at")
        }
        do throws(RunFailureError) {
            let baseline = try Baseline(of: examination.inputs.flatMap(\.findings), named: file)
            try baseline.write()
            examination.apply(baseline, policy: options.policy)
            if options.verbosity > .quiet {
                session.tell("\(file): written, with \(NumberText.count(baseline.entries.count, "known finding"))")
            }
            return nil
        } catch {
            return error.failure
        }
    }
}
