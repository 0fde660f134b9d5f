/// What a run makes of severities: which kinds of finding count, how much, and which make it fail.
public struct SeverityPolicy: Sendable {
    /// A severity, or none at all.
    public enum Level: Sendable, Hashable {
        /// Reported with this severity.
        case report(Severity)
        /// Not reported.
        case off
    }

    /// The severities that replace the default ones.
    public var overrides: [FindingCode: Level]
    /// The only kinds reported; `nil` for all.
    public var only: Set<FindingCode>?
    /// The kinds not reported; wins over `only`.
    public var skip: Set<FindingCode>
    /// The least severity that makes the run fail; `nil` for none.
    public var failOn: Severity?

    /// Creates a policy; without arguments, the default one.
    public init(
        overrides: [FindingCode: Level] = [:], only: Set<FindingCode>? = nil, skip: Set<FindingCode> = [],
        failOn: Severity? = .error
    ) {
        self.overrides = overrides
        self.only = only
        self.skip = skip
        self.failOn = failOn
    }

    /// Whether findings of this kind are reported at all.
    public func reports(_ code: FindingCode) -> Bool {
        if skip.contains(code) || overrides[code] == .off { return false }
        return only?.contains(code) ?? true
    }

    /// The finding with the severity of this policy, or `nil` if it is not to be reported.
    public func apply(to finding: Finding) -> Finding? {
        guard reports(finding.code) else { return nil }
        guard case .report(let severity)? = overrides[finding.code] else { return finding }
        var finding = finding
        finding.severity = severity
        return finding
    }

    /// Whether any of the findings makes the run fail.
    public func fails(_ findings: some Sequence<Finding>) -> Bool {
        guard let failOn else { return false }
        return findings.contains { $0.severity >= failOn }
    }
}
