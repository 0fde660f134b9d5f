import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs
import Reporting

/// The inputs of a run, checked.
struct Examination {
    /// The inputs with what was found, in the order given.
    let inputs: [ExaminedInput]
    /// The products that exist; `nil` where no source was given.
    let products: ProductCatalog?
    /// What could not be opened.
    let failures: [RunFailure]

    /// Reads the product sources, opens the inputs and runs the checks.
    /// - Parameters:
    ///   - readsPayload: Whether the files are looked into, beyond `ContentInfo.plist`.
    ///   - takesStoreProductLists: Whether a list for SKStoreProductViewController is an input of its own.
    static func run(
        _ options: Options, policy: SeverityPolicy, readsPayload: Bool = true, takesStoreProductLists: Bool = false,
        in session: Session
    ) throws -> Examination {
        try ReportFiles.keep(options, apartFrom: options.productSources.filter { $0 != "-" }, "the product source")
        let products = try ProductLoader.load(options)
        for source in products?.sources ?? [] {
            switch options.verbosity {
            case .quiet: break
            case .normal: session.tellGuesses(of: source)
            case .verbose: session.tell(source)
            }
        }
        let collected = InputCollector.collect(options)
        try ReportFiles.keep(options, apartFrom: collected.inputs.map(\.path), "the input")
        if options.verbosity > .quiet { for remark in collected.remarks { session.tell(remark) } }
        let runner = CheckRunner(
            policy: policy, products: products, targets: Set(PackageDestination.kinds(options)),
            readsPayload: readsPayload, takesStoreProductLists: takesStoreProductLists)
        return Examination(
            inputs: runner.examine(collected.inputs, jobs: options.jobs ?? Processors.count), products: products,
            failures: collected.failures)
    }

    /// The same inputs once more, as they are now; the product sources are not read again.
    func again(_ options: Options, policy: SeverityPolicy) -> Examination {
        let collected = InputCollector.collect(options)
        let runner = CheckRunner(policy: policy, products: products, targets: [])
        return Examination(
            inputs: runner.examine(collected.inputs, jobs: options.jobs ?? Processors.count), products: products,
            failures: collected.failures)
    }

    /// The report of the examination alone.
    func report(command: String, version: String) -> Report {
        Report(
            command: command, toolVersion: version, inputs: inputs.map { $0.summary() },
            findings: inputs.flatMap(\.findings), failures: failures)
    }
}

extension Session {
    /// Tells what was guessed in reading a product source.
    func tellGuesses(of source: ProductSource) {
        for guess in source.guesses { tell("\(source.name): \(guess)") }
    }

    /// Tells how a product source was read.
    func tell(_ source: ProductSource) {
        let count = source.products.count
        let date = source.date.map { " of \($0)" } ?? ""
        tell("\(source.name): read as \(source.format)\(date): \(count) \(count == 1 ? "product" : "products")")
        tellGuesses(of: source)
        if !source.ofOtherApps.isEmpty {
            tell(
                "\(source.name): left aside, as of other apps: \(NumberText.count(source.ofOtherApps.count, "product"))"
            )
        }
        for remark in source.remarks { tell("\(source.name): \(remark)") }
    }
}

extension ExaminedInput {
    /// The input in a report's terms.
    func summary(outputs: [OutputSummary] = []) -> InputSummary {
        InputSummary(
            path: input.path, kind: InputKind(rawValue: input.kind.rawValue) ?? .unknown,
            productIdentifier: context.contentInfo?.productIdentifier.text,
            contentVersion: context.contentInfo?.contentVersion.text,
            fileCount: context.tree.map { $0.entries.count { $0.type == .file } },
            contentBytes: context.tree?.totalFileSize, outputs: outputs, checks: checks)
    }
}
