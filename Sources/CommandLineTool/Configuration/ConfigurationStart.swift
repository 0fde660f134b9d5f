import Findings
import Packaging
import Reporting

/// `iapkit init --config`: an `iapkit.json` to start from. JSON has no comments, so the settings explain themselves: what was
/// found fills them, and the schema beside the file tells editors the rest.
enum ConfigurationStart {
    private static let schemaName = "iapkit.schema.json"

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        for option in ["product-id", "content-version"] where options.given.contains(option) {
            throw UsageError(
                "--config makes no content folder, so --\(option) has no use", hint: "leave one of them out")
        }
        guard options.operands.count <= 1, options.operands.first != "" else {
            throw UsageError("init --config takes one DIR", hint: "without DIR it is the current folder")
        }
        let folder = InputCollector.withoutTrailingSlashes(options.operands.first ?? ".")
        let file = FolderPath.joined(folder, ConfigurationFile.defaultName)
        try ReportFiles.keep(options, apartFrom: [file, FolderPath.joined(folder, schemaName)], "the configuration")
        var report = Report(command: InitCommand.name, toolVersion: session.version)
        do throws(RunFailureError) {
            let found = try FoundContent(in: folder)
            try create(text(for: found), at: file)
            if options.verbosity > .quiet {
                session.tell("\(file): made")
                if found.content.isEmpty {
                    session.tell("\(file): no content folder was found; put yours in place of '\(placeholder)'")
                }
            }
            let schema = FolderPath.joined(folder, schemaName)
            // One that is there may be newer, or have been put elsewhere with a link.
            if !SmallOutputFile.exists(schema) {
                try create(ConfigurationSchema.text, at: schema)
                if options.verbosity > .quiet { session.tell("\(schema): made, for editors") }
            }
        } catch {
            report.failures = [error.failure]
        }
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    private static let placeholder = "Packs"

    private static func create(_ text: String, at path: String) throws(RunFailureError) {
        if SmallOutputFile.exists(path) {
            throw RunFailureError(
                RunFailure(subject: path, reason: "exists already", remedy: "change it, or remove it first"))
        }
        do throws(PackagingError) {
            try SmallOutputFile.create(Array(text.utf8), at: path)
        } catch {
            throw RunFailureError(RunFailure(error))
        }
    }

    private static func text(for found: FoundContent) -> String {
        let texts = { (paths: [String]) in JSONOutline.array(paths.map { .text($0) }) }
        let document: JSONOutline = [
            "$schema": .text(schemaName),
            "content": texts(found.content.isEmpty ? [placeholder] : found.content),
            "products": texts(found.products),
            "output": "dist",
            "formats": ["zip"],
            "exclude": [],
            "severity": ["FIL-009": "note"],
            "failOn": "error",
            "reports": [:],
        ]
        return document.document()
    }
}

/// What an `iapkit.json` for a folder would name, by paths from there.
struct FoundContent {
    /// How deep is looked.
    private static let depthLimit = 3
    /// The most folders that are listed.
    private static let folderLimit = 10_000

    /// The folders that hold content folders, and those content folders that are alone; sorted by their bytes.
    private(set) var content: [String] = []
    /// The StoreKit configurations, sorted by their bytes.
    private(set) var products: [String] = []
    private var listed = 0
    private let root: String

    /// - Throws: `RunFailureError` where the folder can't be listed, or is a content folder itself.
    init(in root: String) throws(RunFailureError) {
        self.root = root
        guard let names = FolderListing.names(in: root) else {
            throw RunFailureError(
                RunFailure(subject: root, reason: "is no folder that can be listed", remedy: "give DIR a folder"))
        }
        if FolderListing.isContentFolder(names, in: root) {
            throw RunFailureError(
                RunFailure(
                    subject: root, reason: "is a content folder, and a configuration would be payload in it",
                    remedy: "run it in the folder above"))
        }
        look(into: "", names, depth: 1)
        content.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        products.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private mutating func look(into folder: String, _ names: [[UInt8]], depth: Int) {
        var inside: [String] = []
        for bytes in names where bytes.first != UInt8(ascii: ".") {
            guard let name = String(validating: bytes, as: UTF8.self) else { continue }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let whole = "\(root)/\(path)"
            guard FolderPath.isPlainFolder(whole) else {
                if name.hasSuffix(".storekit") { products.append(path) }
                continue
            }
            listed += 1
            guard listed <= Self.folderLimit, let names = FolderListing.names(in: whole) else { continue }
            if FolderListing.isContentFolder(names, in: whole) {
                inside.append(path)
            } else if depth < Self.depthLimit {
                look(into: path, names, depth: depth + 1)
            }
        }
        content += inside.count > 1 ? [folder.isEmpty ? "." : folder] : inside
    }
}
