import ArchiveFormats
import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging
import Reporting

/// `iapkit migrate`.
enum MigrateCommand: Command {
    static let name = "migrate"
    static let summary = "make what hosted content needs to become asset packs"
    static let operands = "[PATH…]"
    static let usage = "[PATH…] -o DIR"
    static let optionNames =
        ["output"] + OptionGroup.products + OptionGroup.assetPacks + [
            "packs", "update", "force", "dry-run", "exclude", "compression", "keep-times", "no-sync", "jobs",
        ] + OptionGroup.selection + OptionGroup.policy + OptionGroup.configuration + ["verbose"]
        + OptionGroup.reporting + OptionGroup.progress
    static let optionTexts = [
        "output": "the folder for all that is written, made if only it is missing; required",
        "pack-ids": "the file of asset-pack IDs, read and written again (default: asset-packs.json in DIR)",
        "update": "replace what was staged or packed from other content",
        "force": "the same, and pack everything again",
        "compression": "how hard to try, with --packs",
        "keep-times": "keep the files' own modification times, with --packs",
    ]
    static var discussion: [String] {
        [
            "PATH is a content folder, a package made from one, or a folder that holds content folders. Apple takes no new "
                + "hosted content; its successor are asset packs of Apple-hosted Background Assets, for OS 26 and newer.",
            "DIR gets asset-packs.json, which says which asset pack each product has and is gone by the next time; "
                + "stage/ID for each product, with Manifest.json and the files below ID/; make-packs.sh, which has Apple's own "
                + "ba-package make the packs in apple-packs; and MIGRATION.md, which says what changes for the app. With "
                + "--packs, iapkit makes packs too: no pack made by iapkit has been uploaded to Apple yet.",
            "A pack ID has letters, digits and hyphens only; other characters of the product ID become hyphens. Where two "
                + "products would get one ID that is an error which names both: write other IDs into asset-packs.json. An "
                + "ID is for ever once something was uploaded under it.",
            "What is staged already and the same is left as it is. A product with an error is not staged; the others are "
                + "all the same.",
            configurationDiscussion,
            globDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit migrate Packs -o Migration", "stages all in Packs, and tells what changes for the app"),
        CommandExample("iapkit migrate Packs -o Migration --packs", "writes asset packs too"),
        CommandExample(
            "iapkit migrate Packs -o Migration --download prefetch --update",
            "stages again what has changed, to be downloaded ahead"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        guard let output = options.output else {
            throw UsageError("migrate needs --output DIR", hint: "the folder for all that is written: -o Migration")
        }
        if output == "-" {
            throw UsageError("a folder can't go to standard output", hint: "give --output a folder")
        }
        let place = MigrationPlace(output, identifiers: options.packIdentifiers)
        var run = options
        run.formats = [.aar]
        run.packIdentifiers = place.hasIdentifiers ? place.identifiers : nil
        HeapPolicy.keepFreedBuffers()
        let examination = try Examination.run(
            run, policy: options.policy,
            olderPack: { $0.context.plannedPack.map { place.manifest(of: $0.identifier) } }, in: session)
        try keepApart(place, examination, options)
        var packing = PackageOptions(
            compression: options.compression ?? .default,
            times: try PackageTimes.resolve(options, environment: session.environment),
            jobs: options.jobs ?? Processors.count, synchronizes: options.synchronizes,
            replacesExisting: options.replacesExisting || options.updates,
            keepsUpToDate: !options.replacesExisting, digestsOutput: options.reports.contains { $0.format == .json },
            generator: "iapkit-\(session.version)")
        packing.meter = session.progress.meter
        var migration = Migration(
            place: place, packing: packing, writesPacks: options.writesPacks, isDryRun: options.isDryRun,
            version: session.version)
        let identifiers = try AssetPackPlanning(run).identifiers
        var report = examination.report(command: name, version: session.version)
        report.inputs = migration.run(examination.inputs, identifiers)
        report.failures += migration.failures
        let status = try ReportDelivery(options: options, session: session).deliver(report)
        if options.verbosity > .quiet { for remark in migration.remarks { session.tell(remark) } }
        return status
    }

    /// Refuses what would write into what is read.
    private static func keepApart(
        _ place: MigrationPlace, _ examination: Examination, _ options: Options
    ) throws(UsageError) {
        try ReportFiles.keep(options, apartFrom: [place.folder, place.identifiers], "the migration")
        var paths = RealPaths()
        for (other, role) in [
            (place.report, "the report of the migration"), (place.script, "the script"), (place.stage, "the stage"),
            (place.packs, "the packs"),
        ] where paths.isOutput(place.identifiers, inside: other) {
            throw UsageError(
                "the file of asset-pack IDs '\(place.identifiers)' would be, or lie in, \(role) '\(other)'",
                hint: "give --pack-ids another file")
        }
        for input in examination.inputs {
            let written =
                [place.folder, place.identifiers, place.report, place.script, place.stage, place.packs]
                + (input.context.plannedPack.map { [place.stage(of: $0.identifier)] } ?? [])
            guard written.contains(where: { paths.isOutput($0, inside: input.input.path) }) else { continue }
            throw UsageError(
                "the migration '\(place.folder)' would write into '\(input.input.path)', its own input",
                hint: "give --output a folder outside the content folder")
        }
    }
}
