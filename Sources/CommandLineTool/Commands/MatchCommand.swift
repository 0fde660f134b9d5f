import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs
import Reporting

/// `iapkit match`.
enum MatchCommand: Command {
    static let name = "match"
    static let summary = "compare product IDs with the products that exist"
    static let operands = "PATH…"
    static let usage = "PATH… --products SOURCE…"
    static let optionNames =
        OptionGroup.products + ["fix", "yes", "dry-run"] + OptionGroup.policy + ["exclude", "jobs", "shard"]
        + OptionGroup.configuration + ["verbose"] + OptionGroup.reporting + OptionGroup.progress
    static let optionTexts = [
        "exclude": "leave out of what is looked at, as pack would; repeatable",
        "dry-run": "with --fix: say what would change, and write nothing",
        "verbose": "also tell how product sources were read, and every finding",
    ]
    static var discussion: [String] {
        [
            "One row an input: its product ID, and whether a product has it, byte for byte. Where none has, the reason and "
                + "the ID that was likely meant. Then the products that no input claims, which is never an error.",
            "With --fix, each content folder with one certain candidate is given that product ID, as iapkit edit would do it; "
                + "then the rows tell how things are. On a terminal each change is asked for; elsewhere, as in CI, --yes must be "
                + "given, or --dry-run, which only shows the changes. Packages are never changed.",
            "Only what bears on the product ID is checked; iapkit validate checks everything.",
            configurationDiscussion,
        ]
    }
    static let examples = [
        CommandExample("iapkit match Packs --products Photos.storekit", "compares with Xcode's StoreKit configuration"),
        CommandExample("iapkit match CatPhotos --expect com.example.CatPhotos", "compares with one ID"),
        CommandExample(
            "iapkit match Packs --products Photos.storekit --fix", "asks for each wrong ID whether to mend it"),
    ]

    /// The areas of findings that bear on the product ID.
    private static let areas: Set = ["PLI", "KEY", "PID", "PKG"]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        try requireWork(options)
        if options.productSources.isEmpty, options.expectedProducts.isEmpty {
            throw UsageError(
                "match needs to know the products that exist", hint: "give --products SOURCE or --expect ID")
        }
        let terminal = try terminal(options, session)
        var policy = options.policy
        policy.only = Set(CheckCatalog.all.map { $0.code }.filter { areas.contains(String($0.id.prefix(3))) })
        var examination = try Examination.run(options, policy: policy, in: session)
        var fixed: (rows: [EditRow], failures: [RunFailure])?
        if options.fixes {
            let fixing = MatchFixing(editing: FolderEditing(isDryRun: options.isDryRun), terminal: terminal)
            fixed = fixing.run(examination.inputs) { if options.verbosity > .quiet { session.tell($0) } }
            if fixed?.rows.contains(where: \.isWritten) == true {
                examination = examination.again(options, policy: policy)
            }
        }
        var report = examination.report(command: name, version: session.version)
        report.matches = examination.inputs.map { MatchRow($0) }
        report.unclaimed = unclaimed(examination)
        report.edits = fixed?.rows
        report.failures += fixed?.failures ?? []
        return try ReportDelivery(options: options, session: session).deliver(report)
    }

    /// Who is asked before a folder is changed; `nil` where nobody need be.
    private static func terminal(_ options: Options, _ session: Session) throws(UsageError) -> Terminal? {
        guard options.fixes else {
            if options.agrees { throw UsageError("--yes is for --fix", hint: "add --fix") }
            if options.isDryRun { throw UsageError("match writes nothing without --fix", hint: "leave --dry-run out") }
            return nil
        }
        if options.agrees || options.isDryRun { return nil }
        guard let terminal = Terminal(for: session) else {
            throw UsageError(
                "match --fix can't ask here, since there is no terminal",
                hint: "add --yes to change all without asking, or --dry-run to see what would change")
        }
        return terminal
    }

    /// The products that no input has, each once, sorted by ID.
    private static func unclaimed(_ examination: Examination) -> [ProductRow] {
        let claimed = Set(
            (examination.inputs + examination.others).compactMap {
                $0.context.contentInfo?.productIdentifier.text.map { Array($0.utf8) }
            })
        var seen: Set<[UInt8]> = []
        return (examination.products?.products ?? [])
            .filter { !claimed.contains(Array($0.identifier.utf8)) && seen.insert(Array($0.identifier.utf8)).inserted }
            .sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
            .map { ProductRow($0) }
    }
}

extension ProductRow {
    /// A product in a report's terms.
    init(_ product: KnownProduct) {
        self.init(
            productIdentifier: product.identifier, source: product.source, type: product.type?.rawValue,
            state: product.state, name: product.name, hosted: product.hosted,
            app: product.app?.label)
    }
}

extension MatchRow {
    /// How an examined input fared.
    init(_ examined: ExaminedInput) {
        let identifier = examined.context.contentInfo?.productIdentifier.text
        let path = examined.input.path
        func row(_ status: Status, _ candidate: String? = nil, _ reason: String? = nil) -> MatchRow {
            MatchRow(path: path, productIdentifier: identifier, status: status, candidate: candidate, reason: reason)
        }
        if let product = examined.context.deletedProduct {
            let fate = product.isToBeDeleted ? "is to be deleted" : "was deleted"
            self = row(.missing, nil, "the product \(fate), says \(product.source)")
            return
        }
        if let product = examined.context.productOfOtherApp {
            self = row(.missing, nil, "only the app \(product.app?.label ?? "") has a product with this ID")
            return
        }
        switch examined.context.match {
        case nil:
            self = row(.missing, nil, examined.findings.first { $0.severity == .error }?.message)
        case .exact:
            let others = examined.context.inputsWithSameProduct
            self =
                others.isEmpty
                ? row(.exact)
                : row(.duplicate, nil, "also the product ID of \(Self.list(others.paths, of: others.count))")
        case .wrongType(let product):
            let type = product.type?.rawValue ?? "another type"
            self = row(.wrongType, nil, "the product is of type \(type); only a non-consumable can have content")
        case .near(let miss):
            let clause = miss.reason.clause(candidate: miss.candidates[0], identifier: identifier ?? "")
            if let candidate = miss.candidate {
                self = row(.near, candidate.identifier, clause)
            } else {
                let candidates = Self.list(miss.candidates.map(\.identifier), of: miss.count)
                self = row(.near, nil, "\(clause); \(miss.count) products are as near: \(candidates)")
            }
        case .unknown:
            self = row(.missing, nil, "no product has this ID, nor one like it")
        }
    }

    /// The first of some things, and how many more there are.
    private static func list(_ items: [String], of count: Int) -> String {
        items.joined(separator: ", ") + (count > items.count ? " and \(count - items.count) more" : "")
    }
}
