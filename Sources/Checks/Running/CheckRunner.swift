import ContentModel
public import Findings
public import Packaging
public import ProductCatalogs
import PropertyLists

/// Examines inputs with every check that the policy lets report.
public struct CheckRunner: Sendable {
    /// The most bytes of a `ContentInfo.plist` that are read.
    public static let contentInfoLimit = PropertyListReader.maximumBytes

    private let policy: SeverityPolicy
    private let products: ProductCatalog?
    private let targets: Set<PackageKind>
    private let readsPayload: Bool
    private let takesStoreProductLists: Bool
    private let checks: [any Check.Type]
    /// How the asset packs are planned that are to be made; without, there is no plan for any.
    public var assetPacks: AssetPackPlanning?
    /// Counts what is looked into, where somebody looks.
    package var meter: WorkMeter?

    /// Prepares a run.
    /// - Parameters:
    ///   - policy: Which checks report, and with what severity.
    ///   - products: The products that exist; `nil` where no source was given, and then none is asked for.
    ///   - targets: The kinds of package to be made.
    ///   - readsPayload: Whether to read files for what they hold; without, those checks find nothing, and a package's
    ///     damaged files are found by whoever unpacks them.
    ///   - takesStoreProductLists: Whether a property list for SKStoreProductViewController is an input that is judged
    ///     as what it is; it is never content.
    public init(
        policy: SeverityPolicy, products: ProductCatalog?, targets: Set<PackageKind>, readsPayload: Bool = true,
        takesStoreProductLists: Bool = false
    ) {
        self.policy = policy
        self.products = products
        self.targets = targets
        self.readsPayload = readsPayload
        self.takesStoreProductLists = takesStoreProductLists
        self.checks = CheckCatalog.all.filter { policy.reports($0.code) }
    }

    /// Looks at every input, and reports in the order given.
    /// - Parameters:
    ///   - judged: Which of the inputs are judged; the others are there for these to be compared with, and are given
    ///     back without a finding or record. Without, all are.
    ///   - jobs: The most inputs looked at at one time; the result does not depend on it.
    public func examine(_ inputs: [ContentInput], judging judged: [Bool]? = nil, jobs: Int) -> [ExaminedInput] {
        let share = max(1, jobs / max(1, inputs.count))
        begin(inputs, judged)
        defer { meter?.end() }
        let facts = ParallelMap.map(Array(inputs.enumerated()), jobs: jobs) { position, input in
            ContentFacts(
                input, sniffing: (judged?[position] ?? true) && sniffs(input.kind),
                takesStoreProductLists: takesStoreProductLists, jobs: share, meter: meter)
        }
        let index = SharedProductIndex(facts)
        let matcher = products.map(ProductMatcher.init)
        let matches = ParallelMap.map(facts, jobs: jobs) { $0.productIdentifier.flatMap { matcher?.match($0) } }
        let nearestIDs = matches.map { match -> String? in
            if case .near(let miss)? = match { miss.candidate?.identifier } else { nil }
        }
        let sharing = Dictionary(grouping: nearestIDs.indices) { nearestIDs[$0].map { Array($0.utf8) } }
        let packs = targets.contains(.aar) ? assetPacks?.plans(for: facts) : nil
        let packIndex = SharedPackIndex(facts, packs.map { $0.map(\.plan) })
        let recording = CheckRecording(policy: policy, readsPayload: readsPayload, hasProducts: products != nil)
        return ParallelMap.map(Array(facts.enumerated()), jobs: jobs) { position, facts in
            let (match, nearest) = (matches[position], nearestIDs[position])
            let rivals = nearest.flatMap { sharing[Array($0.utf8)] } ?? []
            let context = CheckContext(
                input: facts.input.path, kind: facts.input.kind, content: facts.input.content,
                flatPackage: facts.input.flatPackage, assetPack: facts.input.assetPack,
                contentInfoBytes: facts.contentInfoBytes,
                contentInfo: facts.contentInfo,
                contentInfoFailure: facts.contentInfoFailure, storeProductList: facts.storeProductList,
                sniffed: facts.sniffed, besideContent: facts.input.besideContent, sniffedBeside: facts.sniffedBeside,
                match: match, products: products,
                inputsWithSameProduct: index.others(than: position),
                inputsWithNearestProduct: nearest.map { index.others(than: position, with: $0) } ?? RivalInputs(),
                inputsNearSameProduct: index.rivals(of: position, among: rivals),
                targets: targets, plannedPack: packs?[position].plan, packIDClash: packs?[position].clash,
                inputsWithSamePackID: packIndex.others(than: position),
                policy: policy)
            guard judged?[position] ?? true else {
                return ExaminedInput(input: facts.input, context: context, findings: [], checks: [])
            }
            let findings = findings(in: context)
            return ExaminedInput(
                input: facts.input, context: context, findings: findings,
                checks: recording.records(of: context, findings: findings))
        }
    }

    /// Tells the meter how much there is to look into: files, and bytes where packages are read through.
    private func begin(_ inputs: [ContentInput], _ judged: [Bool]?) {
        guard let meter else { return }
        var (files, bytes) = (0, Int64(0))
        var readsThrough = false
        for (position, input) in inputs.enumerated() where judged?[position] ?? true {
            guard sniffs(input.kind), let tree = try? input.content.get() else { continue }
            let sniffed = ContentFacts.sniffedFiles(of: tree)
            files += sniffed.count
            bytes = WorkMeter.sum([bytes] + sniffed.map { ContentFacts.sniffedBytes(of: $0, in: tree.source) })
            if input.kind != .folder { readsThrough = true }
        }
        meter.begin(
            .checking, items: files, bytes: readsThrough ? bytes : 0,
            subject: inputs.count == 1 ? inputs[0].path : "")
    }

    private func findings(in context: CheckContext) -> [Finding] {
        var findings: [Finding] = []
        for check in checks {
            check.init().run(on: context) { finding in
                if let finding = policy.apply(to: finding) { findings.append(finding) }
            }
        }
        return SourceLines.adding(to: findings.sorted(by: Finding.precedes), in: context)
    }

    /// Whether a check that reports looks at the heads of the files.
    private func sniffs(_ kind: ContentInput.Kind) -> Bool {
        guard readsPayload else { return false }
        let unreadable: any Check.Type = kind == .folder ? UnreadableFile.self : PackageDamaged.self
        return checks.contains { $0 == ExecutableCode.self || $0 == Script.self || $0 == unreadable }
    }
}
