/// The documentation of one kind of finding as data: `explain`, the README's table and machine reports come from it.
public struct FindingDescription: Sendable, Hashable {
    /// The kind of finding described.
    public let code: FindingCode
    /// The severity where no policy says otherwise.
    public let defaultSeverity: Severity
    /// One line: the rule that was broken, without a final period.
    public let summary: String
    /// Why it matters: what happens at the store or on the device.
    public let why: String
    /// How to mend it.
    public let remedy: String
    /// What the rule rests on.
    public let evidence: Evidence

    /// Creates a description.
    public init(
        code: FindingCode, defaultSeverity: Severity, summary: String, why: String, remedy: String, evidence: Evidence
    ) {
        self.code = code
        self.defaultSeverity = defaultSeverity
        self.summary = summary
        self.why = why
        self.remedy = remedy
        self.evidence = evidence
    }
}

/// What a rule rests on, so that nobody takes a guess for Apple's word.
public enum Evidence: Sendable, Hashable {
    /// Apple published the rule; the text says where.
    case apple(String)
    /// A good source outside Apple says so; the text says which.
    case secondary(String)
    /// The rule follows from a file format or a file system; the text says which.
    case format(String)
    /// Apple never published a rule; the text says why `iapkit` reports it nevertheless.
    case judgement(String)
}
