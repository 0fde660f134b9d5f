import Checks
import Findings
import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Baseline {
    /// What holding findings against a baseline gave.
    struct Outcome {
        /// The inputs, with known findings set apart from the others.
        let inputs: [ExaminedInput]
        /// The entries that no finding matches.
        let stale: [Finding]
    }

    /// Sets known findings apart. Of equal findings as many are known as there are entries.
    ///
    /// An entry is stale where its check judged its input and found less, or the input is gone. About an input that is
    /// there and was not looked at in this run nothing is said.
    /// - Parameters:
    ///   - others: The inputs of other shards, which bear on those of this one.
    ///   - tellsGone: Whether the entries of inputs that are gone are told.
    func applied(
        to inputs: [ExaminedInput], besides others: [String] = [], tellsGone: Bool = true, policy: SeverityPolicy
    ) -> Outcome {
        var open: [Identity: [Int]] = [:]
        for (index, entry) in entries.enumerated().reversed() { open[entry.identity, default: []].append(index) }
        var judged: [[UInt8]: Set<String>] = [:]
        let inputs = inputs.map { examined in
            let path = folder.path(of: examined.input.path)
            judged[Array(path.utf8), default: []].formUnion(
                examined.checks.filter { $0.skipped == nil }.map(\.code.id))
            return examined.settingApart { finding in
                let identity = Identity(
                    code: finding.code.id, input: path, member: finding.location.member, key: finding.location.key)
                return open[identity]?.popLast() != nil
            }
        }
        // Of two inputs with one product ID, or one asset-pack ID, neither shows it alone.
        let rivalries: Set<String> = ["PID-012", "AST-023"]
        let rivals = Set(entries.filter { rivalries.contains($0.identity.code) }.map { Array($0.identity.input.utf8) })
        let present = Set(others.map { Array(folder.path(of: $0).utf8) }).union(judged.keys)
        let judgesRivalry = rivals.allSatisfy {
            present.contains($0) || !folder.holds(String(decoding: $0, as: UTF8.self))
        }
        let stale = open.values.joined().sorted().compactMap { index -> Finding? in
            let identity = entries[index].identity
            let codes = judged[Array(identity.input.utf8)]
            if rivalries.contains(identity.code), !judgesRivalry { return nil }
            let isGone = tellsGone && codes == nil && !folder.holds(identity.input)
            let isKnown = CheckCatalog.code(named: identity.code) != nil
            guard isGone || codes.map({ $0.contains(identity.code) || !isKnown }) == true else { return nil }
            let finding = StaleBaselineEntry.finding(
                code: identity.code, input: identity.input, member: identity.member, key: identity.key, isGone: isGone,
                at: Location(input: name, position: entries[index].position))
            return policy.apply(to: finding)
        }
        return Outcome(inputs: inputs, stale: stale)
    }

    /// Writes the file whole or not at all, over an older baseline.
    /// - Throws: `RunFailureError`; what is there and is no baseline, or can't be read, is left alone.
    func write() throws(RunFailureError) {
        try checkWhatIsThere()
        let slugs = Dictionary(uniqueKeysWithValues: CheckCatalog.descriptions.map { ($0.code.id, $0.code.slug) })
        do throws(StreamError) {
            try TextFile.write(text(slugs: slugs), to: name)
        } catch {
            throw RunFailureError(
                RunFailure(subject: name, reason: "the baseline could not be written: \(error.reason)"))
        }
    }

    private func checkWhatIsThere() throws(RunFailureError) {
        var status = stat()
        if lstat(name, &status) != 0, errno == ENOENT { return }
        // A pipe or a device holds nothing that could be lost.
        if stat(name, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return }
        let reason: String
        switch SmallInputFile.bytes(of: name, limit: 1) {
        case .success(let bytes):
            if bytes.isEmpty || (try? Baseline.read(name)) != nil { return }
            reason = "since what is there is none"
        case .failure(let error): reason = "since what is there can't be read: \(error.reason)"
        }
        throw RunFailureError(
            RunFailure(
                subject: name, reason: "the baseline was not written, \(reason)",
                remedy: "remove it, or give --write-baseline another file"))
    }
}
