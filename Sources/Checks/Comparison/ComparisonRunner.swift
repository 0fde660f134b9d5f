import ContentModel
public import Findings
public import Packaging

/// Two inputs with all that was learned of them and of the step between them.
public struct ComparedInputs: Sendable {
    /// The older input, with what keeps it from being compared.
    public let old: ExaminedInput
    /// The newer input, with what keeps it from being compared and what is wrong with the step to it.
    public let new: ExaminedInput
    /// What differs; `nil` where they could not be compared.
    public let comparison: ContentComparison?
    /// Files that changed while they were read.
    public let changedWhileRead: [PackagingError]
}

/// Compares two inputs.
public struct ComparisonRunner: Sendable {
    private let policy: SeverityPolicy
    /// Counts what is read, where somebody looks.
    package var meter: WorkMeter?

    /// The codes of the checks that a comparison runs: those of comparisons, and of one input those without which there
    /// is nothing to compare.
    public static var codes: Set<FindingCode> {
        let areas: Set = ["PKG", "PLI", "KEY", "VER"]
        let single = CheckCatalog.all.map { $0.code }.filter { areas.contains(String($0.id.prefix(3))) }
        return Set(single + [UnreadableFile.code] + CheckCatalog.comparisons.map { $0.code })
    }

    /// Prepares a run.
    /// - Parameter policy: Which checks report, and with what severity.
    public init(policy: SeverityPolicy) {
        var policy = policy
        policy.only = policy.only.map { $0.intersection(Self.codes) } ?? Self.codes
        self.policy = policy
    }

    /// Compares the inputs, unless one of them can't be read or is no content package; then that is what is reported.
    /// - Parameter jobs: The most threads; the result does not depend on it.
    public func compare(_ old: ContentInput, _ new: ContentInput, jobs: Int) -> ComparedInputs {
        let runner = CheckRunner(policy: policy, products: nil, targets: [], readsPayload: false)
        // One at a time: two inputs of one run would be looked at for what they share.
        let (old, new) = (runner.examine([old], jobs: jobs)[0], runner.examine([new], jobs: jobs)[0])
        let recording = CheckRecording(policy: policy, readsPayload: false, hasProducts: false)
        guard let oldTree = old.comparableTree, let newTree = new.comparableTree else {
            let new = new.adding([], recording.comparisonRecords(isCompared: false))
            return ComparedInputs(old: old, new: new, comparison: nil, changedWhileRead: [])
        }
        // A package has the same modes for all files, whatever the folder's were.
        let comparison = ContentComparison(
            from: oldTree, to: newTree, comparesModes: old.input.kind == .folder && new.input.kind == .folder,
            jobs: min(jobs, 2), meter: meter)
        let unreadable = comparison.unreadableInOld + comparison.unreadableInNew
        guard unreadable.isEmpty else {
            return ComparedInputs(
                old: old.adding(findings(for: comparison.unreadableInOld, in: old)),
                new: new.adding(
                    findings(for: comparison.unreadableInNew, in: new), recording.comparisonRecords(isCompared: false)),
                comparison: nil,
                changedWhileRead: unreadable.filter(\.isChange).map(Self.failure))
        }
        let context = ComparisonContext(old: old.context, new: new.context, comparison: comparison)
        var findings: [Finding] = []
        for check in CheckCatalog.comparisons where policy.reports(check.code) {
            check.init().run(on: context) { findings.append($0) }
        }
        return ComparedInputs(
            old: old,
            new: new.adding(findings.compactMap(policy.apply), recording.comparisonRecords(isCompared: true)),
            comparison: comparison, changedWhileRead: [])
    }

    private func findings(for errors: [ContentReadError], in examined: ExaminedInput) -> [Finding] {
        errors.filter { !$0.isChange }.map { error in
            examined.input.kind == .folder
                ? UnreadableFile.finding(for: error.path, error.reason, in: examined.context)
                : PackageDamaged.finding(for: error.path, error.reason, in: examined.context)
        }.compactMap(policy.apply)
    }

    private static func failure(_ error: ContentReadError) -> PackagingError {
        PackagingError(
            .changedWhileRead, subject: error.path.displayText, reason: error.reason,
            remedy: "stop what writes to it and run again")
    }
}

extension ExaminedInput {
    /// The tree, where nothing found keeps it from being compared. Whatever is wrong with the two values is no reason, nor
    /// is what the container of content that can be read says of it.
    fileprivate var comparableTree: ContentTree? {
        let areas: Set = ["PLI", "FIL"]
        let isBlocked = findings.contains { $0.severity == .error && areas.contains(String($0.code.id.prefix(3))) }
        guard let tree = context.tree, tree.failures.isEmpty, context.contentInfoFailure == nil, !isBlocked else {
            return nil
        }
        return tree
    }

    /// The input with more findings.
    fileprivate func adding(_ more: [Finding], _ checks: [CheckRecord] = []) -> ExaminedInput {
        ExaminedInput(
            input: input, context: context,
            findings: SourceLines.adding(to: (findings + more).sorted(by: Finding.precedes), in: context),
            checks: (self.checks + checks).sorted { $0.code < $1.code })
    }
}
