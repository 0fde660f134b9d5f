import Checks
import ContentModel
import Findings
import Packaging
import ProductCatalogs
import Reporting

/// The inputs of a run, checked.
struct Examination {
    /// The inputs with what was found, in the order given; of a shard, those of that shard.
    private(set) var inputs: [ExaminedInput]
    /// The inputs of the other shards: known, so that no product ID is taken twice unseen, and not judged here.
    let others: [ExaminedInput]
    /// The shard that was examined; `nil` where all was.
    let shard: ShardSummary?
    /// Of each thing that was named, whether this shard has it: an edit changes sizes, and must change no shard.
    private let isMine: [Bool]
    /// The products that exist; `nil` where no source was given.
    let products: ProductCatalog?
    /// What could not be opened.
    let failures: [RunFailure]
    /// How many findings are known, and not among those of the inputs; `nil` where there is no baseline.
    var knownCount: Int?
    /// The entries of the baseline that no finding matches.
    var stale: [Finding] = []
    /// What is found of all asset packs of the run together.
    private(set) var quotas: [Finding] = []

    /// Reads the product sources, opens the inputs and runs the checks.
    /// - Parameters:
    ///   - readsPayload: Whether the files are looked into, beyond `ContentInfo.plist`.
    ///   - takesStoreProductLists: Whether a list for SKStoreProductViewController is an input of its own.
    ///   - olderPack: Where an older version of the asset pack of an input may be: a manifest, or a pack.
    static func run(
        _ options: Options, policy: SeverityPolicy, readsPayload: Bool = true, takesStoreProductLists: Bool = false,
        olderPack: ((ExaminedInput) -> String?)? = nil, in session: Session
    ) throws -> Examination {
        let shard = try options.shard?.resolve(session.environment)
        try ReportFiles.keep(options, apartFrom: options.productSources.filter { $0 != "-" }, "the product source")
        let baseline = try options.newBaseline == nil ? options.baseline.map(Baseline.read) : nil
        if let baseline { try ReportFiles.keep(options, apartFrom: [baseline.name], "the baseline") }
        let products = try ProductLoader.load(options)
        for source in products?.sources ?? [] {
            switch options.verbosity {
            case .quiet: break
            case .normal: session.tellGuesses(of: source)
            case .verbose: session.tell(source)
            }
        }
        let collected = InputCollector.collect(options, session.progress.meter)
        try ReportFiles.keep(options, apartFrom: collected.inputs.map(\.path), "the input")
        if options.verbosity > .quiet { for remark in collected.remarks { session.tell(remark) } }
        var runner = CheckRunner(
            policy: policy, products: products, targets: Set(PackageDestination.kinds(options)),
            readsPayload: readsPayload, takesStoreProductLists: takesStoreProductLists)
        runner.meter = session.progress.meter
        if PackageDestination.kinds(options).contains(.aar) { runner.assetPacks = try AssetPackPlanning(options) }
        var examination = Examination(
            collected, shard: shard, runner, products, options)
        if let olderPack { examination.hold(againstPackAt: olderPack, policy: policy) }
        // One shard tells what is true of all.
        if (shard?.index ?? 1) == 1 {
            let place = options.output ?? (options.operands.count == 1 ? options.operands[0] : ".")
            examination.quotas = AssetPackQuotas.findings(
                for: examination.inputs + examination.others, limit: options.packLimit, at: Location(input: place)
            ).filter { policy.reports($0.code) }.compactMap { policy.apply(to: $0) }
        }
        if let shard = examination.shard, options.verbosity > .quiet { session.tell(shard) }
        if let baseline {
            examination.apply(baseline, policy: policy)
            if options.verbosity > .quiet { session.tell(known: examination.knownCount ?? 0, of: baseline) }
        }
        return examination
    }

    /// Sets the findings apart that are known.
    mutating func apply(_ baseline: Baseline, policy: SeverityPolicy) {
        // What is gone is told by one shard, else it would be told by all.
        let outcome = baseline.applied(
            to: inputs, besides: others.map(\.input.path), tellsGone: (shard?.index ?? 1) == 1, policy: policy)
        inputs = outcome.inputs
        stale = outcome.stale
        knownCount = inputs.reduce(0) { $0 + $1.known.count }
    }

    /// Holds the asset packs that are to be made against older versions of them.
    /// - Parameter path: Where an older version of a pack may be: a manifest, or a pack.
    private mutating func hold(againstPackAt path: (ExaminedInput) -> String?, policy: SeverityPolicy) {
        inputs = inputs.map { input in
            guard let path = path(input), let old = PreviousManifest.read(at: path) else { return input }
            return AssetPackRatchet.applied(to: input, from: old, at: path, policy: policy)
        }
    }

    /// The same inputs once more, as they are now; the product sources are not read again.
    func again(_ options: Options, policy: SeverityPolicy) -> Examination {
        Examination(
            InputCollector.collect(options),
            shard: shard.flatMap { Shard(index: $0.index, count: $0.count) }, keeping: isMine,
            CheckRunner(policy: policy, products: products, targets: []), products, options)
    }

    private init(
        _ collected: InputCollector, shard: Shard?, keeping kept: [Bool]? = nil, _ runner: CheckRunner,
        _ products: ProductCatalog?, _ options: Options
    ) {
        let mine: [Bool]
        if let kept, kept.count == collected.items.count {
            mine = kept
        } else if let shard {
            mine = ShardPlan(collected.items.map { ShardPlan.Item($0) }, count: shard.count).parts
                .map { $0 == shard.index }
        } else {
            mine = collected.items.map { _ in true }
        }
        isMine = mine
        let opened = zip(collected.items, mine).compactMap { item, isMine in item.input.map { ($0, isMine) } }
        let examined = runner.examine(
            opened.map(\.0), judging: opened.map(\.1), jobs: options.jobs ?? Processors.count)
        inputs = zip(examined, opened).filter { $0.1.1 }.map(\.0)
        others = zip(examined, opened).filter { !$0.1.1 }.map(\.0)
        self.products = products
        failures = zip(collected.items, mine).compactMap { item, isMine in isMine ? item.failure : nil }
        self.shard = shard.map { shard in
            let places = collected.items.indices.filter { mine[$0] }
            return ShardSummary(
                index: shard.index, count: shard.count, inputCount: collected.items.count,
                positions: places.filter { collected.items[$0].input != nil },
                failedPositions: places.filter { collected.items[$0].input == nil })
        }
    }

    /// The report of the examination alone.
    func report(command: String, version: String) -> Report {
        var report = Report(
            command: command, toolVersion: version, inputs: inputs.map { $0.summary() },
            findings: inputs.flatMap(\.findings) + quotas + stale, failures: failures)
        report.knownCount = knownCount
        report.shard = shard
        return report
    }
}

extension ShardPlan.Item {
    /// What a path is to the plan: each file costs time besides its bytes, and so does each input.
    fileprivate init(_ item: InputCollector.Item) {
        let tree = try? item.input?.content.get()
        let bytes = tree?.totalFileSize ?? item.input?.fileSize ?? 0
        let perEntry: Int64 = 4096
        let entries = Int64(tree?.entries.count ?? 0) + 1
        let (weight, isTooLarge) = bytes.addingReportingOverflow(entries * perEntry)
        self.init(path: Array(item.path.utf8), weight: isTooLarge ? .max : weight)
    }
}

extension Session {
    /// Tells which inputs a run looked at.
    fileprivate func tell(_ shard: ShardSummary) {
        tell(
            "shard \(shard.index)/\(shard.count): \(shard.positions.count) of \(NumberText.count(shard.inputCount, "input"))"
        )
    }

    /// Tells how many findings a baseline keeps out of the report, where it does.
    func tell(known count: Int, of baseline: Baseline) {
        if count > 0 { tell("\(baseline.name): not reported, as known: \(NumberText.count(count, "finding"))") }
    }

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
        var summary = InputSummary(
            path: input.path, kind: InputKind(rawValue: input.kind.rawValue) ?? .unknown,
            productIdentifier: context.contentInfo?.productIdentifier.text,
            contentVersion: context.contentInfo?.contentVersion.text,
            fileCount: context.tree.map { $0.entries.count { $0.type == .file } },
            contentBytes: context.tree?.totalFileSize, outputs: outputs, checks: checks)
        summary.knownCount = known.count
        return summary
    }
}
