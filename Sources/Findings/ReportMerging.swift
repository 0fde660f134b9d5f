/// The reports of several runs as one: of the shards of one run, or of runs over different inputs.
public struct ReportMerging: Sendable {
    /// A report, and what to call it.
    public struct Part: Sendable {
        /// The file that it comes from, as the user named it.
        public let name: String
        /// What it tells.
        public let report: Report

        /// Creates a part.
        public init(name: String, report: Report) {
            self.name = name
            self.report = report
        }
    }

    /// Why reports don't belong together.
    public struct Conflict: Error, Sendable, Hashable {
        /// One sentence without a final period.
        public let reason: String
        /// What to do.
        public let hint: String
    }

    private let parts: [Part]

    /// Makes one report of several.
    ///
    /// It is what one run would have told, in its order. A shard that is missing, and an input that no shard had, are
    /// failures in it: what nobody looked at must not pass for good.
    /// - Parameter parts: One at least.
    /// - Throws: `Conflict` where the reports are not of one kind.
    public static func merge(_ parts: [Part]) throws(Conflict) -> Report {
        let merging = ReportMerging(parts: parts)
        try merging.requireOneKind()
        try merging.requireEachInputOnce()
        return merging.merged(try merging.requireOneWhole())
    }

    // MARK: - What belongs together

    private func requireOneKind() throws(Conflict) {
        for part in parts.dropFirst() {
            let (first, other) = (parts[0], part)
            if first.report.command != other.report.command {
                throw Conflict(
                    reason:
                        "'\(first.name)' is a report of '\(SafeText.escaped(first.report.command, limit: 40))', and "
                        + "'\(other.name)' one of '\(SafeText.escaped(other.report.command, limit: 40))'",
                    hint: "merge the reports of one command at a time")
            }
            if first.report.toolVersion != other.report.toolVersion {
                throw Conflict(
                    reason:
                        "'\(first.name)' was made by iapkit \(SafeText.escaped(first.report.toolVersion, limit: 40)), "
                        + "and '\(other.name)' by iapkit \(SafeText.escaped(other.report.toolVersion, limit: 40))",
                    hint: "run all shards with one version")
            }
        }
    }

    private func requireEachInputOnce() throws(Conflict) {
        // By bytes: `String` takes two Unicode forms of one name for equal.
        var owners: [[UInt8]: String] = [:]
        for part in parts {
            for path in Set(part.report.inputs.map { Array($0.path.utf8) }) {
                guard let owner = owners.updateValue(part.name, forKey: path) else { continue }
                throw Conflict(
                    reason: "'\(owner)' and '\(part.name)' both have the input "
                        + SafeText.quoted(String(decoding: path, as: UTF8.self)),
                    hint: "give each report once, and those of one run only")
            }
        }
    }

    /// The number of shards, and of all inputs; `nil` where the reports are no shards.
    private func requireOneWhole() throws(Conflict) -> (shards: Int, inputs: Int)? {
        guard let sample = parts.first(where: { $0.report.shard != nil }), let whole = sample.report.shard else {
            return nil
        }
        var owners: [Int: String] = [:]
        for part in parts where !Self.isFailed(part.report) {
            guard let shard = part.report.shard else {
                throw Conflict(
                    reason: "'\(sample.name)' is of a shard, and '\(part.name)' is not",
                    hint: "merge the shards of one run only")
            }
            if shard.count != whole.count || shard.inputCount != whole.inputCount {
                throw Conflict(
                    reason: "'\(sample.name)' is of \(whole.index)/\(whole.count) with "
                        + "\(NumberText.count(whole.inputCount, "input")) in all, and '\(part.name)' of "
                        + "\(shard.index)/\(shard.count) with \(NumberText.count(shard.inputCount, "input"))",
                    hint: "run every shard with the same operands, in the same state of the files")
            }
            if let owner = owners.updateValue(part.name, forKey: shard.index) {
                throw Conflict(
                    reason: "'\(owner)' and '\(part.name)' are both of the shard \(shard.index)/\(shard.count)",
                    hint: "give the report of each shard once")
            }
        }
        return (whole.count, whole.inputCount)
    }

    /// Whether a run failed before it looked at anything, as for a product source that could not be read. It does not know
    /// its shard then.
    private static func isFailed(_ report: Report) -> Bool {
        report.shard == nil && report.inputs.isEmpty && report.findings.isEmpty && !report.failures.isEmpty
    }

    // MARK: - The whole

    private func merged(_ whole: (shards: Int, inputs: Int)?) -> Report {
        let reports = parts.map(\.report)
        var report = Report(command: reports[0].command, toolVersion: reports[0].toolVersion)
        let inputs = inputsInOrder()
        report.inputs = inputs.map(\.input)
        report.findings = inputs.flatMap(\.findings) + Self.inOrder(reports.flatMap(\.findingsElsewhere))
        let known = reports.compactMap(\.knownCount)
        if !known.isEmpty { report.knownCount = known.reduce(0) { $0.addingSaturated($1) } }
        report.failedSeverity = reports.map(\.failedSeverity).min() ?? .error
        report.isComplete = reports.allSatisfy(\.isComplete)
        var told: Set<RunFailure> = []
        report.failures = (failuresInOrder() + (whole.map(gaps) ?? [])).filter { told.insert($0).inserted }
        if reports.contains(where: { $0.matches != nil }) {
            let rows = Dictionary(
                grouping: reports.flatMap { $0.matches ?? [] }
            ) { Array($0.path.utf8) }
            report.matches = report.inputs.flatMap { rows[Array($0.path.utf8)] ?? [] }
        }
        report.unclaimed = unclaimed()
        if reports.contains(where: { $0.edits != nil }) { report.edits = reports.flatMap { $0.edits ?? [] } }
        let compressors = Set(reports.map(\.compressor))
        if compressors.count == 1, let compressor = compressors.first { report.compressor = compressor }
        return report
    }

    /// The inputs with their findings: in the order of the whole where the parts are its shards, else as they come.
    private func inputsInOrder() -> [(input: InputSummary, findings: [Finding])] {
        var placed: [(place: Int, input: InputSummary, findings: [Finding])] = []
        for part in parts {
            for (index, pair) in zip(part.report.inputs, part.report.findingsByInput).enumerated() {
                placed.append((part.report.shard?.positions[index] ?? placed.count, pair.0, pair.1))
            }
        }
        // The sort need not be stable: no two have one place unless somebody changed a report by hand.
        return placed.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map { ($0.element.input, $0.element.findings) }
    }

    /// The failures: first, in the order of the whole, what could not be opened, as every run tells it.
    private func failuresInOrder() -> [RunFailure] {
        var openings: [(place: Int, failure: RunFailure)] = []
        var others: [RunFailure] = []
        for part in parts {
            let places = part.report.shard?.failedPositions ?? []
            openings += zip(places, part.report.failures).map { ($0, $1) }
            others += part.report.failures.dropFirst(places.count)
        }
        return openings.sorted { $0.place < $1.place }.map(\.failure) + others
    }

    /// Findings that are about no input, such as those about one baseline, as one run would have told them.
    private static func inOrder(_ findings: [Finding]) -> [Finding] {
        findings.sorted { left, right in
            let (input, other) = (left.location.input, right.location.input)
            if input.utf8.elementsEqual(other.utf8) { return Finding.precedes(left, right) }
            return input.utf8.lexicographicallyPrecedes(other.utf8)
        }
    }

    /// What nobody looked at.
    private func gaps(_ whole: (shards: Int, inputs: Int)) -> [RunFailure] {
        let shards = parts.compactMap(\.report.shard)
        let present = Set(shards.map(\.index))
        let missing = (1...whole.shards).filter { !present.contains($0) }
        guard missing.isEmpty else {
            return missing.map {
                RunFailure(
                    subject: "shard \($0)/\(whole.shards)", reason: "no report of it was given",
                    remedy: "see why its job wrote none, and run it again")
            }
        }
        let places = shards.flatMap { $0.positions + $0.failedPositions }
        guard places.count != whole.inputs || Set(places).count != places.count else { return [] }
        return [
            RunFailure(
                subject: "all shards",
                reason:
                    "together they have \(NumberText.count(Set(places).count, "input")) of \(whole.inputs), so they did "
                    + "not see the same files",
                remedy: "run every shard in the same state of the files")
        ]
    }

    /// The products that no part claims.
    private func unclaimed() -> [ProductRow]? {
        let lists = parts.compactMap(\.report.unclaimed)
        guard let first = lists.first else { return nil }
        let others = lists.dropFirst().map { Set($0.map { Array($0.productIdentifier.utf8) }) }
        return first.filter { row in others.allSatisfy { $0.contains(Array(row.productIdentifier.utf8)) } }
    }
}
