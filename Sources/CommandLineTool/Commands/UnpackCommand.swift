import Checks
import ContentModel
import Findings
import Packaging
import Reporting

/// `iapkit unpack`.
enum UnpackCommand: Command {
    static let name = "unpack"
    static let summary = "unpack a package into the folder that an app was given"
    static let operands = "PACKAGE"
    static let usage = "PACKAGE -o DIR"
    static let optionNames =
        ["output", "max-bytes", "max-entries", "no-sync", "verbose"] + OptionGroup.reporting + OptionGroup.progress
    static let optionTexts = [
        "output": "the folder to make; required",
        "verbose": "tell every finding, however many there are of a kind",
    ]
    static let discussion = [
        "Makes DIR with ContentInfo.plist and Contents/, as StoreKit handed it to apps. DIR appears whole or not at all. It "
            + "must not exist, or be empty: there is no --force, since what would be lost could be anything.",
        "A package from a stranger can do no harm: what would lie outside DIR, links that lead out of it, devices and pipes, "
            + "and names that Apple's file systems can't hold are findings, and then nothing is unpacked. Nor is it where a "
            + "file is damaged, or where more than 4 GiB or a million entries would come out; --max-bytes and --max-entries set other limits. iapkit validate "
            + "checks the content itself.",
        "Modes are 0644 and 0755 less your umask; times are those in the package. What is no part of the content, such as "
            + "files beside Contents, is left out.",
    ]
    static let examples = [
        CommandExample("iapkit unpack CatPhotos.zip -o CatPhotos", "makes the folder CatPhotos"),
        CommandExample("iapkit unpack levels.zip -o levels --max-bytes 8G", "unpacks up to 8 GiB"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        guard options.operands.count == 1, let operand = options.operands.first, !operand.isEmpty else {
            throw UsageError("unpack needs one PACKAGE", hint: "iapkit unpack CatPhotos.zip -o CatPhotos")
        }
        guard let output = options.output else {
            throw UsageError("unpack needs --output DIR", hint: "the folder to make: -o CatPhotos")
        }
        if output == "-" {
            throw UsageError("a folder can't go to standard output", hint: "give --output a folder to make")
        }
        let folder = InputCollector.withoutTrailingSlashes(output)
        try ReportFiles.keep(options, apartFrom: [operand], "the package")
        try ReportFiles.keep(options, apartFrom: [folder], "the unpacked folder")
        var unpacking = UnpackingOptions(
            byteLimit: options.maximumBytes ?? UnpackingOptions.defaultByteLimit,
            entryLimit: options.maximumEntries ?? UnpackingOptions.defaultEntryLimit,
            synchronizes: options.synchronizes, jobs: Processors.count)
        unpacking.meter = session.progress.meter
        let ahead = UnpackingAhead(to: folder, options: unpacking)
        defer { ahead.discard() }
        let input: ContentInput
        session.progress.meter?.begin(.unpacking, subject: operand)
        do { input = try ContentInput.open(operand, unpacking: ahead, meter: session.progress.meter) } catch {
            throw RunFailureError(RunFailure(error))
        }
        if input.kind == .folder {
            throw UsageError(
                "'\(operand)' is a folder, and unpack takes a package",
                hint: "name the .zip or .pkg; a content folder is unpacked already")
        }
        let policy = SeverityPolicy(only: UnpackingChecks.codes(for: input))
        // Each file is proved as it is unpacked.
        let runner = CheckRunner(policy: policy, products: nil, targets: [], readsPayload: false)
        let examined = runner.examine([input], jobs: 1)[0]
        let report = unpack(examined, options, session) { [unpacking] tree throws(UnpackingError) in
            try PackageUnpacker.unpack(tree, to: folder, options: unpacking, ahead: ahead)
        }
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// Unpacks what the checks let through.
    private static func unpack(
        _ examined: ExaminedInput, _ options: Options, _ session: Session,
        _ unpacking: (ContentTree) throws(UnpackingError) -> UnpackedFolder
    ) -> Report {
        var report = Report(
            command: name, toolVersion: session.version, inputs: [examined.summary()], findings: examined.findings)
        guard let tree = examined.context.tree, !examined.findings.contains(where: { $0.severity == .error }) else {
            return report
        }
        do throws(UnpackingError) {
            let unpacked = try unpacking(tree)
            report.inputs[0].unpacked = UnpackedSummary(
                path: unpacked.path, files: unpacked.files, bytes: unpacked.bytes)
            if options.verbosity > .quiet, let remark = remark(onLeftOut: tree.leftOut) {
                session.tell("\(examined.input.path): \(remark)")
            }
        } catch {
            switch error {
            case .damaged(let files):
                report.findings = (report.findings + UnpackingChecks.findings(for: files, in: examined))
                    .sorted(by: Finding.precedes)
            case .failed(let error):
                report.failures = [failure(error, of: examined.input.path)]
            }
        }
        return report
    }

    private static func failure(_ error: PackagingError, of package: String) -> RunFailure {
        let option: String
        switch error.code {
        case .tooLarge: option = "--max-bytes"
        case .tooManyEntries: option = "--max-entries"
        default: return RunFailure(error)
        }
        return RunFailure(
            subject: package, reason: error.reason,
            remedy: error.remedy == nil ? nil : "if you trust it, allow more with \(option)")
    }

    private static func remark(onLeftOut entries: [LeftOutEntry]) -> String? {
        guard !entries.isEmpty else { return nil }
        let shown = entries.prefix(5).map { $0.path.displayText + ($0.isDirectory ? "/" : "") }.joined(separator: ", ")
        let rest = entries.count > 5 ? " and \(NumberText.grouped(entries.count - 5)) more" : ""
        return "not unpacked, as no part of the content: \(shown)\(rest)"
    }
}
