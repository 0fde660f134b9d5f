import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging

/// Carries a migration out, and keeps account of what could not be done.
struct Migration {
    /// A product with its pack, ready to be staged.
    struct Item {
        let examined: ExaminedInput
        let pack: PlannedAssetPack
        let tree: ContentTree
    }

    let place: MigrationPlace
    let packing: PackageOptions
    let writesPacks: Bool
    let isDryRun: Bool
    /// The version of the tool, for the report.
    let version: String
    private(set) var failures: [RunFailure] = []
    /// What the user should know: lines without the tool's prefix.
    private(set) var remarks: [String] = []

    init(place: MigrationPlace, packing: PackageOptions, writesPacks: Bool, isDryRun: Bool, version: String) {
        self.place = place
        self.packing = packing
        self.writesPacks = writesPacks
        self.isDryRun = isDryRun
        self.version = version
    }

    /// Stages all inputs without errors, and writes what goes with them.
    /// - Parameter known: The asset-pack IDs that there are already.
    /// - Returns: what came of each input.
    mutating func run(_ inputs: [ExaminedInput], _ known: AssetPackIDMap) -> [InputSummary] {
        let items = alone(inputs.map(Self.item))
        failures += zip(inputs, items).compactMap { input, item in
            item == nil && !failures.contains { $0.subject == input.input.path } ? Self.obstacle(input) : nil
        }
        guard items.contains(where: { $0 != nil }) else { return inputs.map { $0.summary() } }
        if !isDryRun, let failure = place.prepare(packs: writesPacks) {
            failures.append(failure)
            return inputs.map { $0.summary() }
        }
        // Of two runs at once, one would lose the IDs that the other gives out.
        let lock = isDryRun ? nil : FolderLock(place.folder)
        defer { withExtendedLifetime(lock) {} }
        guard isDryRun || lock != nil && isStill(known) else {
            failures.append(
                RunFailure(
                    subject: place.folder, reason: "another migrate works on it",
                    remedy: "run the command again when that is done"))
            return inputs.map { $0.summary() }
        }
        guard isDryRun || isOurs(place.report, MigrationReport.start) && isOurs(place.script, PackScript.start) else {
            return inputs.map { $0.summary() }
        }
        // The IDs first: what is staged under one must never get another.
        var identifiers = known
        _ = identifiers.assign(items.compactMap { $0?.examined.context.contentInfo?.productIdentifier.text })
        guard write(identifiers.bytes(), to: place.identifiers) else { return inputs.map { $0.summary() } }
        let staged = items.map { item in item.flatMap { stage($0) } }
        let packed = pack(zip(items, staged).map { item, staged in staged == nil ? nil : item })
        let summaries = zip(inputs, zip(staged, packed)).map { input, outcome in
            var summary = input.summary(outputs: outcome.1)
            summary.staged = outcome.0
            return summary
        }
        let told = zip(items, summaries).compactMap { item, summary in
            item.flatMap { item in summary.staged.map { MigrationReport.Row(item, $0) } }
        }
        // Else the report of an earlier run would tell of nothing any more.
        guard !told.isEmpty else { return summaries }
        let rows = (told + earlier(in: identifiers, besides: Set(told.map(\.pack)))).sorted { $0.pack < $1.pack }
        let text = MigrationReport(
            rows: rows, place: place, version: version, packsWritten: writesPacks && failures.isEmpty
        ).text
        _ = write(Array(text.utf8), to: place.report)
        _ = write(Array(PackScript.text(packs: rows.map(\.pack)).utf8), to: place.script)
        if !isDryRun, failures.isEmpty {
            remarks.append("what changes for the app, and what to do next: \(place.report)")
        }
        return summaries
    }

    /// What earlier runs have staged of other products: the report is of all that lies there.
    private func earlier(in identifiers: AssetPackIDMap, besides told: Set<String>) -> [MigrationReport.Row] {
        if isDryRun { return [] }
        return identifiers.entries.compactMap { entry in
            guard !told.contains(entry.identifier.text) else { return nil }
            return StagedPack(at: place.stage(of: entry.identifier), identifier: entry.identifier)
                .map { MigrationReport.Row($0, product: entry.productIdentifier, pack: entry.identifier.text) }
        }
    }

    /// Those whose pack no other input has: one would be staged over the other.
    private mutating func alone(_ items: [Item?]) -> [Item?] {
        let rivals = Dictionary(grouping: items.compactMap(\.self)) { $0.pack.identifier.folded }
        return items.map { item in
            guard let item, let others = rivals[item.pack.identifier.folded], others.count > 1 else { return item }
            let path = item.examined.input.path
            let other = others.first { $0.examined !== item.examined }?.examined.input.path ?? path
            failures.append(
                RunFailure(
                    subject: path, reason: "'\(other)' is for the asset pack '\(item.pack.identifier.text)' too",
                    remedy: "give migrate one of them, or mend the product ID of the other"))
            return nil
        }
    }

    private static func item(_ examined: ExaminedInput) -> Item? {
        guard let pack = examined.context.plannedPack, let tree = examined.context.tree,
            !examined.findings.contains(where: { $0.severity == .error })
        else { return nil }
        return Item(examined: examined, pack: pack, tree: tree)
    }

    /// Why an input has no plan, where no error among its findings tells.
    private static func obstacle(_ examined: ExaminedInput) -> RunFailure? {
        guard !examined.findings.contains(where: { $0.severity == .error }) else { return nil }
        let path = examined.input.path
        if examined.input.kind == .aar {
            return RunFailure(
                subject: path, reason: "is an asset pack already",
                remedy: "give migrate content folders or packages made from them")
        }
        // An error for everybody who did not turn the check off.
        let product = examined.context.contentInfo?.productIdentifier.text ?? ""
        guard let clash = examined.context.packIDClash else {
            return RunFailure(
                subject: path, reason: "no asset-pack ID can be made of the product ID '\(product)'",
                remedy: "write one into the file of asset-pack IDs")
        }
        let others = clash.products.map { "'\($0)'" }.joined(separator: ", ")
        return RunFailure(
            subject: path,
            reason: "the asset-pack ID '\(clash.identifier.text)' of '\(product)' would be that of \(others) too",
            remedy: "give one of them another ID in the file of asset-pack IDs")
    }

    private mutating func stage(_ item: Item) -> StagedSummary? {
        let path = place.stage(of: item.pack.identifier)
        do throws(UnpackingError) {
            let stage: AssetPackStage
            do throws(PackagingError) { stage = try AssetPackStage(item.tree, item.pack) } catch {
                throw .failed(error)
            }
            var outcome = AssetPackStage.Outcome.written
            if isDryRun {
                do throws(PackagingError) {
                    if try stage.isUpToDate(at: path) {
                        outcome = .upToDate
                    } else if !packing.replacesExisting {
                        try PackageUnpacker.checkDestination(path)
                    }
                } catch {
                    throw .failed(error)
                }
            } else {
                var options = UnpackingOptions(
                    byteLimit: .max, entryLimit: .max, synchronizes: packing.synchronizes, jobs: packing.jobs)
                options.meter = packing.meter
                outcome = try stage.write(to: path, replacing: packing.replacesExisting, options: options)
            }
            return StagedSummary(
                assetPackID: item.pack.identifier.text, path: path, files: stage.fileCount, bytes: stage.byteCount,
                isUpToDate: outcome == .upToDate, isThere: !isDryRun || outcome == .upToDate)
        } catch {
            failures.append(failure(error, of: item, at: path))
            return nil
        }
    }

    private func failure(_ error: UnpackingError, of item: Item, at path: String) -> RunFailure {
        let input = item.examined.input.path
        switch error {
        case .damaged(let files):
            let first = files.first
            return RunFailure(
                subject: "\(input)/\(first?.path.displayText ?? "")", reason: first?.reason ?? "can't be read",
                remedy: "copy or make the package again")
        case .failed(let error) where error.code == .outputExists && !packing.replacesExisting:
            return RunFailure(
                subject: path, reason: "it exists, and was staged from other content or with other options",
                remedy: "use --update to replace it")
        case .failed(let error):
            return Packing.failure(error, of: item.examined.input)
        }
    }

    /// Makes packs here, where that is asked for.
    /// - Returns: what was written for each.
    private mutating func pack(_ items: [Item?]) -> [[OutputSummary]] {
        guard writesPacks else { return items.map { _ in [] } }
        var packing = Packing(
            destination: PackageDestination(folder: place.packs), options: packing, isDryRun: isDryRun, failures: [])
        let jobs = items.compactMap { item in
            item.map { item in
                PackingJob(
                    examined: item.examined,
                    outputs: [PackageOutput(.aar, path: place.package(of: item.pack.identifier))],
                    content: isDryRun ? .success(item.tree) : content(of: item))
            }
        }
        var summaries = packing.run(jobs)[...]
        failures += packing.failures
        return items.map { $0 == nil ? [] : summaries.removeFirst().outputs }
    }

    /// What a pack is made of: the folder, or, for a package, what was staged of it.
    private func content(of item: Item) -> Result<ContentTree, PackagingError> {
        guard item.examined.input.kind != .folder else { return .success(item.tree) }
        return Result { () throws(PackagingError) in
            try AssetPackStage(item.tree, item.pack).content(at: place.stage(of: item.pack.identifier))
        }
    }

    /// Whether the file of IDs holds what was read of it.
    private func isStill(_ known: AssetPackIDMap) -> Bool {
        guard place.hasIdentifiers else { return known == AssetPackIDMap() }
        return (try? AssetPackIDMap(readFrom: place.identifiers)) == known
    }

    /// Whether a file may be written: it is not there, or is one of an earlier run.
    private mutating func isOurs(_ path: String, _ start: String) -> Bool {
        guard !packing.replacesExisting, SmallOutputFile.exists(path) else { return true }
        if case .success(let head) = SmallInputFile.bytes(of: path, limit: start.utf8.count),
            head.elementsEqual(start.utf8)
        {
            return true
        }
        failures.append(
            RunFailure(
                subject: path, reason: "the file exists, and no migrate has made it",
                remedy: "choose another --output, or use --update to replace it"))
        return false
    }

    /// Writes a small file of ours, unless it is there with the same bytes.
    /// - Returns: whether it is there.
    private mutating func write(_ bytes: [UInt8], to path: String) -> Bool {
        if isDryRun { return true }
        if case .success(bytes) = SmallInputFile.bytes(of: path, limit: bytes.count + 1) { return true }
        do throws(PackagingError) {
            // What a link leads to is replaced, so that the file of IDs can lie elsewhere.
            try SmallOutputFile.write(
                bytes, to: RealPath.resolve(path) ?? path, synchronizes: packing.synchronizes)
            return true
        } catch {
            failures.append(RunFailure(error))
            return false
        }
    }
}
