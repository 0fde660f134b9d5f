public import Findings
public import Packaging

/// One input of a run with all that was learned of it.
///
/// It is handed from step to step by the thousand and holds very much, so it is an object: a copy of it would count some
/// dozens of references.
public final class ExaminedInput: Sendable {
    /// The input.
    public let input: ContentInput
    /// What the checks looked at.
    public let context: CheckContext
    /// What they found, after the run's policy, in the order of `Finding.precedes`.
    public let findings: [Finding]
    /// The checks that it was to pass, sorted by code.
    public let checks: [CheckRecord]
    /// What they found and is known, as a baseline says; not in `findings`.
    public let known: [Finding]

    init(input: ContentInput, context: CheckContext, findings: [Finding], checks: [CheckRecord], known: [Finding] = [])
    {
        self.input = input
        self.context = context
        self.findings = findings
        self.checks = checks
        self.known = known
    }

    /// The input with one finding more.
    func adding(_ finding: Finding) -> ExaminedInput {
        ExaminedInput(
            input: input, context: context, findings: (findings + [finding]).sorted(by: Finding.precedes),
            checks: checks, known: known)
    }

    /// The input with those findings set apart that are known.
    public func settingApart(_ isKnown: (Finding) -> Bool) -> ExaminedInput {
        let (news, known) = findings.reduce(into: ([Finding](), [Finding]())) {
            if isKnown($1) { $0.1.append($1) } else { $0.0.append($1) }
        }
        return ExaminedInput(
            input: input, context: context, findings: news, checks: checks, known: self.known + known)
    }
}
