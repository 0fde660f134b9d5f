import Checks
import ContentModel
import Findings
import Packaging
import Reporting

/// `iapkit compare`.
enum CompareCommand: Command {
    static let name = "compare"
    static let summary = "tell what changed between two, and whether the version says so"
    static let writes = false
    static let operands = "OLD NEW"
    static let optionNames =
        ["exclude"] + OptionGroup.selection + OptionGroup.policy + OptionGroup.configuration + ["verbose"]
        + OptionGroup.reporting + OptionGroup.progress
    static let optionTexts = [
        "exclude": "leave out of what is looked at, as pack would; repeatable",
        "verbose": "also tell how many files and bytes each has, and every finding",
    ]
    static var discussion: [String] {
        [
            "OLD and NEW are content folders or packages in any mix. Each path that differs has a line: added, removed or "
                + "modified (its bytes, its type, or where a link leads). Then come the findings: content that changed "
                + "without a higher ContentVersion, a version that became lower, another product ID.",
            "A package has the same modes for all files, and mostly one time, so neither counts beside one. Between two "
                + "folders a file that may be run in one of them only is told as metadata, which is no change of the "
                + "content; times never count, since a copy or a checkout changes them all. Folders are told only where "
                + "they are empty. What is left out of packages is not compared.",
            "Of each input alone only that is checked without which there is nothing to compare; iapkit validate checks "
                + "everything.",
            globDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit compare dist/CatPhotos.zip CatPhotos", "tells what changed since the folder was packed"),
        CommandExample("iapkit compare v1/CatPhotos.zip v2/CatPhotos.zip", "compares two packages"),
        CommandExample("iapkit compare Old New --severity VER-002=warning", "lets one version have two contents"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        guard options.operands.count == 2 else {
            throw UsageError("compare needs an OLD and a NEW", hint: "iapkit compare CatPhotos.zip CatPhotos")
        }
        try requireWork(options, among: ComparisonRunner.codes)
        let paths = options.operands.map(InputCollector.withoutTrailingSlashes)
        try ReportFiles.keep(options, apartFrom: paths, "the input")
        var inputs: [ContentInput] = []
        var report = Report(command: name, toolVersion: session.version)
        let meter = session.progress.meter
        meter?.begin(.opening, items: paths.count)
        for path in paths {
            meter?.name(path)
            defer { meter?.add(items: 1) }
            do throws(PackagingError) {
                inputs.append(try ContentInput.open(path, excluding: options.exclusions, meter: meter))
            } catch {
                report.failures.append(RunFailure(error))
            }
        }
        if inputs.count == 2 {
            if options.verbosity > .quiet {
                for remark in InputCollector.exclusionRemarks(options, on: inputs) { session.tell(remark) }
            }
            compare(inputs[0], inputs[1], options, meter, into: &report)
        }
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    private static func compare(
        _ old: ContentInput, _ new: ContentInput, _ options: Options, _ meter: WorkMeter?,
        into report: inout Report
    ) {
        var runner = ComparisonRunner(policy: options.policy)
        runner.meter = meter
        let compared = runner.compare(old, new, jobs: Processors.count)
        report.inputs = [compared.old.summary(), compared.new.summary()]
        // The same input given twice has its findings once.
        let isOne = old.path.utf8.elementsEqual(new.path.utf8)
        report.findings = (isOne ? [] : compared.old.findings) + compared.new.findings
        report.changes = compared.comparison?.changes.map { ChangeRow($0) }
        report.failures = compared.changedWhileRead.map { RunFailure($0) }
        // With the checks off that would say it, silence would pass for an answer.
        if report.changes == nil, report.failures.isEmpty, !report.findings.contains(where: { $0.severity == .error }) {
            report.failures = [
                RunFailure(
                    subject: "\(old.path) and \(new.path)", reason: "can't be compared",
                    remedy: "run iapkit validate on both to see why")
            ]
        }
    }
}

extension ChangeRow {
    /// A change in a report's terms.
    init(_ change: ContentChange) {
        let kind: Change =
            switch change.kind {
            case .added: .added
            case .removed: .removed
            case .modified: .modified
            case .metadata: .metadata
            }
        self.init(path: change.path.displayText, change: kind)
    }
}
