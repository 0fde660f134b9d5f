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
    static let operands = "[PATH…]"
    static let optionNames =
        ["output", "format"] + OptionGroup.products + [
            "update", "force", "dry-run", "exclude", "compression", "pkg-profile", "keep-times",
        ] + OptionGroup.assetPacks + ["manifest"]
        + ["no-sync", "jobs", "shard"] + OptionGroup.selection + OptionGroup.policy + ["baseline"]
        + OptionGroup.configuration + ["verbose"]
        + OptionGroup.reporting + OptionGroup.progress
    static var discussion: [String] {
        [
            "PATH is a content folder, or a folder that holds content folders. A package is named after its content folder "
                + "and holds ContentInfo.plist and Contents/; with --format zip --format pkg there are two of each. For a content folder with a finding of severity error nothing "
                + "is written; the others are packed all the same. --fail-on decides the exit status only.",
            "The same content gives the same bytes, on every machine with the same compression libraries: every entry has "
                + "the time of SOURCE_DATE_EPOCH, or 1980-01-01, and the modes 0644 and 0755.",
            "A package that is there already and was made from the same content by the same version with the same options is left "
                + "as it is: it says so itself, and its bytes and those of the folder are read to see it, whatever their times "
                + "are. One that is not so is an error without --update, which replaces it, or --force, which packs "
                + "everything again.",
            "A pkg equals what productbuild --content wrote. Apple takes no new hosted content, so it is for archives and old "
                + "pipelines. With --pkg-profile xcode6 and --keep-times its parts are byte for byte those of 2015, but for "
                + "the name of the program that made it.",
            "An aar is an asset pack for Apple-hosted Background Assets (OS 26 and newer): an Apple Archive of LZFSE with "
                + "Manifest.json and Contents/ID/, where ID is made of the product ID, or is what --pack-ids says. It has "
                + "one level of compression, and no record of its making: to see whether one is up to date it is made "
                + "once more. No asset pack made by iapkit has been uploaded to Apple yet; iapkit migrate also prepares the "
                + "making with Apple's own tool.",
            "With --baseline, an error that FILE knows keeps nothing from being packed.",
            configurationDiscussion,
            globDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit pack CatPhotos", "writes CatPhotos.zip"),
        CommandExample(
            "iapkit pack Packs -o dist --products Photos.storekit", "packs all in Packs whose product exists"),
        CommandExample("iapkit pack CatPhotos -o cats.zip --force", "replaces cats.zip"),
        CommandExample("iapkit pack Packs -o dist --update", "packs what has changed since the last time"),
        CommandExample("iapkit pack CatPhotos --format pkg", "writes CatPhotos.pkg, Apple's flat package"),
        CommandExample(
            "iapkit pack CatPhotos --format aar --platform iOS --platform macOS", "writes CatPhotos.aar, an asset pack"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        if options.flatPackageProfile != nil, !PackageDestination.kinds(options).contains(.pkg) {
            throw UsageError("--pkg-profile is for packages of the kind pkg", hint: "add --format pkg")
        }
        if options.flatPackageProfile == .xcode6, options.compression != nil,
            PackageDestination.kinds(options) == [.pkg]
        {
            throw UsageError(
                "--pkg-profile xcode6 fixes the compression of the package", hint: "leave --compression out")
        }
        try requireAssetPacks(options)
        HeapPolicy.keepFreedBuffers()
        let times = try PackageTimes.resolve(options, environment: session.environment)
        let kinds = PackageDestination.kinds(options)
        let place = try? PackageDestination(options.output, inputCount: 1, kinds: [.aar])
        let examination = try Examination.run(
            options, policy: options.policy,
            olderPack: kinds.contains(.aar) ? { place?.path(for: $0.input.path, kind: .aar) } : nil, in: session)
        let destination = try PackageDestination(
            options.output, inputCount: examination.inputs.count + examination.others.count, kinds: kinds)
        // The packages of all shards come together in one folder.
        _ = try jobs(for: examination.others + examination.inputs, as: kinds, to: destination)
        let jobs = try jobs(for: examination.inputs, as: kinds, to: destination)
        let paths = jobs.flatMap { job in job.outputs.flatMap { [$0.path] + ManifestFile.paths(beside: $0, options) } }
        try ReportFiles.keep(options, apartFrom: paths, "the package")

        if options.verbosity == .verbose { session.tell("compression libraries: \(PackageWriter.compressorVersion)") }
        var packageOptions = PackageOptions(
            compression: options.compression ?? .default, times: times, jobs: options.jobs ?? Processors.count,
            synchronizes: options.synchronizes, replacesExisting: options.replacesExisting || options.updates,
            keepsUpToDate: !options.replacesExisting, digestsOutput: showsDigests(options),
            flatPackageProfile: options.flatPackageProfile ?? .current, generator: "iapkit-\(session.version)")
        packageOptions.meter = session.progress.meter
        var packing = Packing(
            destination: destination, options: packageOptions,
            isDryRun: options.isDryRun, writesManifests: options.writesManifests, failures: examination.failures)
        var report = examination.report(command: name, version: session.version)
        report.inputs = packing.run(jobs)
        report.failures = packing.failures
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// Whether a report of the run shows the digest of a package, which takes time to compute.
    private static func showsDigests(_ options: Options) -> Bool {
        options.verbosity == .verbose || options.reports.contains { $0.format == .json }
    }

    /// What is to be written for each input; refuses what can't be meant before anything is written.
    private static func jobs(
        for inputs: [ExaminedInput], as kinds: [PackageKind], to destination: PackageDestination
    ) throws(UsageError) -> [PackingJob] {
        var jobs: [PackingJob] = []
        // By bytes: `String` takes two Unicode forms of one letter for equal.
        var sources: [[UInt8]: String] = [:]
        var paths = RealPaths()
        for examined in inputs {
            let outputs = kinds.map { PackageOutput($0, path: destination.path(for: examined.input.path, kind: $0)) }
            for output in outputs {
                if let other = sources.updateValue(examined.input.path, forKey: Array(output.path.utf8)) {
                    throw UsageError(
                        "'\(other)' and '\(examined.input.path)' would both be packed as '\(output.path)'",
                        hint: "pack them in two runs with different --output folders")
                }
                if paths.isOutput(output.path, inside: examined.input.path) {
                    throw UsageError(
                        "the package '\(output.path)' would lie inside '\(examined.input.path)', its own input",
                        hint: "give --output a folder outside the content folder")
                }
            }
            let isPackable = !examined.findings.contains { $0.severity == .error }
            jobs.append(PackingJob(examined: examined, outputs: isPackable ? outputs : []))
        }
        return jobs
    }
}
