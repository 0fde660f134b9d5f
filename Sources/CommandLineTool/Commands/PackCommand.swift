import ArchiveFormats
import Checks
import ContentModel
import Findings
import Packaging
import Reporting

/// `iapkit pack`.
enum PackCommand: Command {
    static let name = "pack"
    static let summary = "check content folders, then write a package of each"
    static let operands = "PATH…"
    static let optionNames =
        ["output", "format"] + OptionGroup.products + ["force", "dry-run", "exclude", "compression", "keep-times"]
        + ["no-sync", "jobs"] + OptionGroup.selection + OptionGroup.policy + ["verbose"]
        + OptionGroup.reporting
    static var discussion: [String] {
        [
            "PATH is a content folder, or a folder that holds content folders. A package is named after its content folder "
                + "and holds ContentInfo.plist and Contents/. For a content folder with a finding of severity error nothing "
                + "is written; the others are packed all the same. --fail-on decides the exit status only.",
            "The same content gives the same bytes, on every machine with the same compression libraries: every entry has "
                + "the time of SOURCE_DATE_EPOCH, or 1980-01-01, and the modes 0644 and 0755.",
            globDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit pack CatPhotos", "writes CatPhotos.zip"),
        CommandExample(
            "iapkit pack Packs -o dist --products Photos.storekit", "packs all in Packs whose product exists"),
        CommandExample("iapkit pack CatPhotos -o cats.zip --force", "replaces cats.zip"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        let times = try PackageTimes.resolve(options, environment: session.environment)
        let examination = try Examination.run(options, policy: options.policy, in: session)
        let jobs = try jobs(for: examination.inputs, options)
        try ReportFiles.keepApart(options, inputs: [], packages: jobs.flatMap { $0.outputs.map(\.path) })

        if options.verbosity == .verbose { session.tell("compressing with \(PackageWriter.compressorVersion)") }
        var packing = Packing(
            options: PackageOptions(
                compression: options.compression, times: times, jobs: options.jobs ?? Processors.count,
                synchronizes: options.synchronizes, replacesExisting: options.replacesExisting),
            isDryRun: options.isDryRun, failures: examination.failures)
        var report = examination.report(command: name, version: session.version)
        report.inputs = jobs.map { packing.run($0) }
        report.failures = packing.failures
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// What is to be written for each input; refuses what can't be meant before anything is written.
    private static func jobs(for inputs: [ExaminedInput], _ options: Options) throws(UsageError) -> [PackingJob] {
        let kinds = options.formats.isEmpty ? [.zip] : options.formats
        let destination = try PackageDestination(options.output, packageCount: inputs.count * kinds.count)
        var jobs: [PackingJob] = []
        // By bytes: `String` takes two Unicode forms of one letter for equal.
        var sources: [[UInt8]: String] = [:]
        for examined in inputs {
            let outputs = kinds.map { (kind: $0, path: destination.path(for: examined.input.path, kind: $0)) }
            for output in outputs {
                if let other = sources.updateValue(examined.input.path, forKey: Array(output.path.utf8)) {
                    throw UsageError(
                        "'\(other)' and '\(examined.input.path)' would both be packed as '\(output.path)'",
                        hint: "pack them in two runs with different --output folders")
                }
                if ContentInput.isOutput(output.path, inside: examined.input.path) {
                    throw UsageError(
                        "the package '\(output.path)' would lie inside '\(examined.input.path)', its own input",
                        hint: "give --output a folder outside the content folder")
                }
            }
            let isPackable = !examined.findings.contains { $0.severity == .error }
            jobs.append(
                PackingJob(examined: examined, destination: destination, outputs: isPackable ? outputs : []))
        }
        return jobs
    }
}

/// One input and what is to be written from it; nothing where it has errors.
private struct PackingJob {
    let examined: ExaminedInput
    let destination: PackageDestination
    let outputs: [(kind: PackageKind, path: String)]
}

/// Writes one package after the other and keeps account of what could not be written.
private struct Packing {
    let options: PackageOptions
    let isDryRun: Bool
    var failures: [RunFailure]
    private var isDestinationReady = false
    private var isDestinationRefused = false

    init(options: PackageOptions, isDryRun: Bool, failures: [RunFailure]) {
        self.options = options
        self.isDryRun = isDryRun
        self.failures = failures
    }

    mutating func run(_ job: PackingJob) -> InputSummary {
        var written: [OutputSummary] = []
        if !job.outputs.isEmpty, !isDryRun, !isDestinationReady {
            if let failure = job.destination.prepare() {
                // Told once: it is the same for every package.
                if !isDestinationRefused { failures.append(failure) }
                isDestinationRefused = true
                return job.examined.summary()
            }
            isDestinationReady = true
        }
        for output in job.outputs {
            do throws(PackagingError) {
                written.append(try write(job.examined.input, as: output.kind, to: output.path))
            } catch {
                failures.append(RunFailure(error))
            }
        }
        return job.examined.summary(outputs: written)
    }

    private func write(_ input: ContentInput, as kind: PackageKind, to path: String) throws(PackagingError)
        -> OutputSummary
    {
        guard input.kind == .folder, case .success(let tree) = input.content else {
            throw PackagingError(
                .unsupported, subject: input.path, reason: "is a package already",
                remedy: "give pack the content folder that it was made from")
        }
        let kindShown = InputKind(rawValue: kind.rawValue) ?? .unknown
        if isDryRun {
            try PackageWriter.checkDestination(path, options: options)
            return OutputSummary(path: path, kind: kindShown, bytes: nil, sha256: nil)
        }
        let package = try PackageWriter.write(tree, as: kind, to: path, options: options)
        return OutputSummary(path: package.path, kind: kindShown, bytes: package.bytes, sha256: package.sha256)
    }
}
