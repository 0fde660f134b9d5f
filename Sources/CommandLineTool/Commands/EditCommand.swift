import Checks
import ContentModel
import Findings
import Packaging
import Reporting

/// `iapkit edit`.
enum EditCommand: Command {
    static let name = "edit"
    static let summary = "change a value in ContentInfo.plist, and no other byte"
    static let operands = "FOLDER…"
    static let usage = "FOLDER… [--product-id ID] [--content-version V | --bump]"
    static let optionNames = ["product-id", "content-version", "bump", "dry-run"] + OptionGroup.reporting
    static let optionTexts = [
        "dry-run": "say what would change, and write nothing"
    ]
    static let discussion = [
        "FOLDER is a content folder, or a folder that holds content folders. Comments, indentation, line ends, encoding and "
            + "form (XML, binary, old style) stay as they are; a key that is missing is added behind the others. A "
            + "ContentInfo.plist that has a fault of its own is not touched, and the fault is told.",
        "A folder is changed whole or not at all, and keeps the file's mode and owner. A folder that has the value already "
            + "is left alone.",
    ]
    static let examples = [
        CommandExample("iapkit edit CatPhotos --product-id com.example.Photos.CatPhotos", "sets the product ID"),
        CommandExample("iapkit edit Packs --bump", "raises the version of each folder in Packs: 1.2.9 becomes 1.2.10"),
        CommandExample("iapkit edit CatPhotos --content-version 2.0 --dry-run", "shows the old version and the new"),
    ]

    /// The areas of findings that can stand in the way.
    private static let areas: Set = ["PLI", "KEY", "VER"]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.operands.isEmpty {
            throw UsageError("edit needs at least one FOLDER", hint: "'.' is the current folder; see iapkit help edit")
        }
        if options.operands.contains("") { throw UsageError("a FOLDER is empty") }
        let identifier = try options.checkedProductIdentifier()
        var version = try options.checkedContentVersion().map { FolderEditing.VersionChange.set($0) }
        if options.raisesVersion {
            guard version == nil else {
                throw UsageError("--bump and --content-version both set the version", hint: "give one of them")
            }
            version = .raise
        }
        guard identifier != nil || version != nil else {
            throw UsageError(
                "edit needs to know what to change", hint: "give --product-id ID, --content-version V or --bump")
        }
        let codes = CheckCatalog.all.map { $0.code }.filter { areas.contains(String($0.id.prefix(3))) }
        let examination = try Examination.run(
            options, policy: SeverityPolicy(only: Set(codes)), readsPayload: false, in: session)
        try requireFolders(examination.inputs)
        let count = examination.inputs.count + examination.failures.count
        if identifier != nil, count > 1 {
            throw UsageError(
                "--product-id sets one ID, and there are \(count) folders",
                hint: "each product has content of its own: name one folder")
        }
        let editing = FolderEditing(isDryRun: options.isDryRun)
        var report = Report(command: name, toolVersion: session.version, failures: examination.failures)
        var rows: [EditRow] = []
        for examined in examination.inputs {
            let outcome = editing.edit(examined, productIdentifier: identifier, version: version)
            report.inputs.append(summary(examined, outcome.rows))
            report.findings += outcome.findings
            if let failure = outcome.failure { report.failures.append(failure) }
            rows += outcome.rows
            if let row = outcome.rows.first(where: { $0.isLowered }), options.verbosity > .quiet {
                session.tell("\(row.path): the version is lower than it was; an app that has the higher one keeps it")
            }
        }
        report.edits = rows
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// Refuses packages, and what is no content folder at all.
    private static func requireFolders(_ inputs: [ExaminedInput]) throws(UsageError) {
        guard let other = inputs.first(where: { $0.input.kind != .folder })?.input else { return }
        if other.kind == .unknown {
            throw UsageError(
                "'\(other.path)' is no content folder", hint: "name the folder that holds ContentInfo.plist")
        }
        throw UsageError(
            "'\(other.path)' is a package, and edit takes content folders",
            hint: "edit the folder that it was made from, and pack it again")
    }

    /// The folder as it is now.
    private static func summary(_ examined: ExaminedInput, _ rows: [EditRow]) -> InputSummary {
        var summary = examined.summary()
        for row in rows where row.isWritten {
            if row.key == ContentInfo.productIdentifierKey { summary.productIdentifier = row.new }
            if row.key == ContentInfo.contentVersionKey { summary.contentVersion = row.new }
        }
        return summary
    }
}

extension EditRow {
    /// Whether it makes a version lower.
    fileprivate var isLowered: Bool {
        guard key == ContentInfo.contentVersionKey, let old = old.flatMap({ ContentVersion($0) }),
            let new = ContentVersion(new)
        else { return false }
        return new < old
    }
}
