import Checks
import ContentModel
import DeliveryRehearsal
import Findings
import Packaging
import Reporting

/// `iapkit rehearse`.
enum RehearseCommand: Command {
    static let name = "rehearse"
    static let summary = "play purchase, download and restore as the store would, with the real packages"
    static let operands = "PACKAGE…"
    static let usage = "PACKAGE… --app DIR"
    static let optionNames =
        [
            "rehearse-app", "restore", "own", "rehearse-only", "fail", "cancel", "pause", "full-disk", "quit-at",
            "rate", "fast", "real-time", "seed", "timeline", "fail-on", "verbose",
        ] + OptionGroup.reporting
    static let discussion = [
        "Plays the purchase of each package's product, or with --restore what brings all of them back, and what a right app "
            + "does then: the payload of Contents moves to DIR/Library/Application Support/Downloads/<product ID>, in place "
            + "of older files, in one step; it is kept out of the backup; the transaction is finished last. The timeline is "
            + "told as it happens, and the tree that results is what the app would read.",
        "The order is that of Apple's documentation. Where that is silent any order may come, and --seed picks one; the same "
            + "seed plays the same. The clock is simulated: only the bytes of the packages are really copied.",
        "DIR/iapkit-rehearsal.json holds the transactions that were not finished. The next run with the same DIR brings them "
            + "back, as StoreKit does at every launch, and buys only what is not among them. A download that fails or "
            + "is cancelled has its transaction finished, as Apple wants of every transaction; a restore brings it again.",
        "DIR can't be copied: the app knows its content by the number that the folder has on the volume, and a copy has "
            + "another one. Nor can two runs be at work in it at one time. What was asked to go wrong and did not is told "
            + "on standard error.",
        "A package that could do harm, or is damaged, is a finding and is not sold. With --timeline json standard output has "
            + "nothing but lines of JSON: the events, what was found, and an end.",
    ]
    static let examples = [
        CommandExample("iapkit rehearse CatPhotos.zip --app App", "buys it, and shows what the app lives through"),
        CommandExample(
            "iapkit rehearse *.pkg --app App --restore --only com.example.cats", "restores, and downloads one"),
        CommandExample(
            "iapkit rehearse CatPhotos.zip --app App --quit-at finished", "quits; the same without it goes on"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        let folder = try checkedFolder(options)
        let form = try timelineForm(options)
        let examined = try examine(options, session)
        var report = Report(
            command: name, toolVersion: session.version, inputs: examined.map { $0.summary() },
            findings: examined.flatMap(\.findings))
        var products: [HostedProduct] = []
        for input in examined where !input.findings.contains(where: { $0.severity == .error }) {
            do throws(RehearsalError) { products.append(try HostedProduct(input.input)) } catch {
                report.failures.append(RunFailure(subject: error.subject, reason: error.reason))
            }
        }
        try checkNames(options.rehearsal, examined)
        let timeline = RehearsalTimeline(form, waits: options.rehearsal.waits, on: session.output)
        var outcome = RehearsalResult.Outcome.complete
        if !products.isEmpty {
            let result = try play(products, folder, options, session, timeline)
            outcome = result.outcome
            report.findings += result.findings
            take(result.failures, examined, into: &report)
            let remarks =
                RehearsalRemarks.unplayed(result.unplayed, options.rehearsal)
                + fill(&report, products, folder, result.state)
            for text in remarks { remark(text, options, session) }
        }
        if let error = timeline.error { throw error }
        timeline.end(outcome.rawValue, report.findings)
        return try ReportDelivery(options: options, session: session).deliver(report, tellsText: form != .json)
    }

    // MARK: - Before

    private static func checkedFolder(_ options: Options) throws -> String {
        guard !options.operands.isEmpty, !options.operands.contains("") else {
            throw UsageError("rehearse needs a PACKAGE", hint: "iapkit rehearse CatPhotos.zip --app App")
        }
        guard let app = options.rehearsal.app else {
            throw UsageError("rehearse needs --app DIR", hint: "a new folder for what the app has: --app App")
        }
        let rehearsal = options.rehearsal
        if !rehearsal.restores, !rehearsal.owned.isEmpty || !rehearsal.wanted.isEmpty {
            let option = rehearsal.owned.isEmpty ? "--only" : "--own"
            throw UsageError("\(option) is about what is restored", hint: "give --restore too")
        }
        let folder = InputCollector.withoutTrailingSlashes(app)
        try ReportFiles.keep(options, apartFrom: options.operands, "the package")
        try ReportFiles.keep(options, apartFrom: [folder], "the app's folder")
        return folder
    }

    private static func timelineForm(_ options: Options) throws(UsageError) -> RehearsalOptions.Timeline {
        let isTaken = options.reports.contains { $0.file == nil }
        guard let form = options.rehearsal.timeline else {
            return isTaken || options.verbosity == .quiet ? .none : .text
        }
        if isTaken, form != .none {
            throw UsageError(
                "the timeline and a report can't both go to standard output",
                hint: "give the report a file: --report json=FILE")
        }
        return form
    }

    private static func examine(_ options: Options, _ session: Session) throws -> [ExaminedInput] {
        try options.operands.map { operand in
            let input: ContentInput
            do throws(PackagingError) { input = try ContentInput.open(operand) } catch {
                throw RunFailureError(RunFailure(error))
            }
            if input.kind == .folder {
                throw UsageError(
                    "'\(operand)' is a folder, and rehearse takes packages",
                    hint: packages(in: input).map { "name the packages: \(operand)/*.\($0)" }
                        ?? "pack it first: iapkit pack \(operand)")
            }
            var codes = UnpackingChecks.codes(for: input)
            // Without either value there is nothing to sell, and it is to be said where the fault is.
            codes.formUnion(
                CheckCatalog.descriptions.map(\.code).filter { code in
                    code.id.hasPrefix("PLI-")
                        || ["missing-key", "value-of-wrong-type", "empty-value"].contains(code.slug)
                })
            let runner = CheckRunner(
                policy: SeverityPolicy(only: codes), products: nil, targets: [], readsPayload: false)
            return runner.examine([input], jobs: 1)[0]
        }
    }

    /// The suffix of the packages that a folder holds; `nil` where it is content, or holds none.
    private static func packages(in input: ContentInput) -> String? {
        guard case .success(let tree) = input.content, tree.entry(at: ContentTree.contentInfoPath) == nil else {
            return nil
        }
        let suffixes = ["zip", "pkg", "aar"]
        return suffixes.first { suffix in
            tree.leftOut.contains { $0.path.bytes.suffix(4).elementsEqual(".\(suffix)".utf8) }
        }
    }

    /// Refuses products that no package has.
    private static func checkNames(_ rehearsal: RehearsalOptions, _ examined: [ExaminedInput]) throws(UsageError) {
        let identifiers = examined.compactMap { $0.summary().productIdentifier }
        // Where one could not be read, it may be the one that is meant.
        guard identifiers.count == examined.count else { return }
        for (option, product) in rehearsal.named where !identifiers.contains(product) {
            let nearest = NearestName.nearest(to: product, in: identifiers)
            throw UsageError(
                "\(option): no package is of the product '\(product)'",
                hint: nearest.map { "did you mean '\($0)'?" } ?? "there are: \(identifiers.joined(separator: ", "))")
        }
    }

    // MARK: - Playing

    private static func play(
        _ products: [HostedProduct], _ folder: String, _ options: Options, _ session: Session,
        _ timeline: RehearsalTimeline
    ) throws -> RehearsalResult {
        let isKnown = SmallOutputFile.exists("\(folder)/\(RehearsalRecord.name)")
        if !isKnown, SmallOutputFile.exists(folder), FolderReader.isEmpty(folderAtPath: folder) != true {
            throw RunFailureError(
                RunFailure(
                    subject: folder, reason: "it exists, and is neither empty nor the folder of an earlier rehearsal",
                    remedy: "name a new folder with --app"))
        }
        let lock: ContainerLock
        do throws(RehearsalError) {
            try Rehearsal.checkNames(of: products)
            lock = try ContainerLock(folder)
        } catch {
            throw RunFailureError(RunFailure(subject: error.subject, reason: error.reason))
        }
        defer { withExtendedLifetime(lock) {} }
        return try play(products, folder, options, session, timeline, from: RehearsalRecord.read(in: folder))
    }

    /// Plays in a folder that nobody else plays in.
    private static func play(
        _ products: [HostedProduct], _ folder: String, _ options: Options, _ session: Session,
        _ timeline: RehearsalTimeline, from earlier: StoreState?
    ) throws -> RehearsalResult {
        let state = earlier ?? StoreState()
        let rehearsal = options.rehearsal
        var plan = RehearsalPlan(seed: rehearsal.seed, troubles: rehearsal.troubles, launches: 1)
        plan.owned = rehearsal.owned.isEmpty ? nil : Set(rehearsal.owned)
        plan.bytesPerSecond = rehearsal.bytesPerSecond ?? plan.bytesPerSecond
        plan.jobs = Processors.count
        let sold = Set(products.map(\.productIdentifier))
        let back = state.unfinished.filter { sold.contains($0.productIdentifier) }
        if !rehearsal.restores {
            let pending = Set(back.map(\.productIdentifier))
            plan.actions = products.map(\.productIdentifier).filter { !pending.contains($0) }.map { .purchase($0) }
        } else if back.isEmpty {
            plan.actions = [.restore(only: rehearsal.wanted.isEmpty ? nil : Set(rehearsal.wanted))]
        } else {
            remark(
                "\(NumberText.count(back.count, "transaction")) of an earlier run will come back, and nothing else is "
                    + "restored; run it again to restore", options, session)
        }
        do {
            var play = try Rehearsal(of: products, inApp: folder, plan: plan, state: state)
            // From now on the folder is known for what it is, whatever ends this run.
            try RehearsalRecord.write(state, in: folder)
            // Where it can't be written now the write at the end says so.
            let result = play.run(
                timeline: { timeline.tell($0) }, remember: { try? RehearsalRecord.write($0, in: folder) },
                handledBy: { StandardHandler(app: $0, queue: $1) })
            try RehearsalRecord.write(result.state, in: folder)
            let left = result.state.unfinished.count { sold.contains($0.productIdentifier) }
            if left > 0 {
                remark(
                    "\(NumberText.count(left, "transaction")) unfinished in \(folder); run it again, and "
                        + "\(left == 1 ? "it comes" : "they come") back", options, session)
            }
            return result
        } catch let error as RehearsalError {
            throw RunFailureError(RunFailure(subject: error.subject, reason: error.reason))
        }
    }

    private static func remark(_ text: String, _ options: Options, _ session: Session) {
        if options.verbosity > .quiet { session.tell(text) }
    }

    // MARK: - After

    private static func take(_ failures: [RehearsalFailure], _ examined: [ExaminedInput], into report: inout Report) {
        for failure in failures {
            switch failure {
            case .unpacking(let package, .damaged(let files)):
                guard let input = examined.first(where: { $0.input.path.utf8.elementsEqual(package.utf8) }) else {
                    continue
                }
                report.findings += UnpackingChecks.findings(for: files, in: input)
            case .unpacking(_, .failed(let error)): report.failures.append(RunFailure(error))
            case .storeFolder(let path, let reason):
                report.failures.append(RunFailure(subject: path, reason: "the store can't unpack into it: \(reason)"))
            case .installing(let product, let reason):
                report.failures.append(RunFailure(subject: product, reason: "its content can't be moved: \(reason)"))
            }
        }
        let elsewhere = report.findingsElsewhere
        report.findings = report.findingsByInput.flatMap { $0.sorted(by: Finding.precedes) } + elsewhere
    }

    /// Tells where the content of each product is.
    /// - Returns: remarks on those whose content is not that of the package.
    private static func fill(
        _ report: inout Report, _ products: [HostedProduct], _ folder: String, _ state: StoreState
    ) -> [String] {
        var remarks: [String] = []
        for product in products {
            guard let index = report.inputs.firstIndex(where: { $0.path.utf8.elementsEqual(product.package.utf8) }),
                let version = state.delivered[product.productIdentifier]
            else { continue }
            let name = FolderName.name(forProduct: product.productIdentifier)
            let path = "\(folder)/Library/Application Support/Downloads/\(name)"
            let shown = "'\(SafeText.escaped(product.productIdentifier, limit: 100))'"
            guard let content = DeliveredContent(path), content.files > 0 || product.fileCount == 0 else {
                remarks.append("\(shown) was delivered, and its files are there no more: \(path)")
                continue
            }
            guard product.isOffered(asVersion: version) else {
                remarks.append("version \(SafeText.escaped(version, limit: 40)) of \(shown) stays in its place")
                continue
            }
            report.inputs[index].unpacked = UnpackedSummary(path: path, files: content.files, bytes: content.bytes)
        }
        return remarks
    }
}
