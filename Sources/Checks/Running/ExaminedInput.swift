public import Findings
public import Packaging

/// One input of a run with all that was learned of it.
public struct ExaminedInput: Sendable {
    /// The input.
    public let input: ContentInput
    /// What the checks looked at.
    public let context: CheckContext
    /// What they found, after the run's policy, in the order of `Finding.precedes`.
    public let findings: [Finding]
    /// The checks that it was to pass, sorted by code.
    public let checks: [CheckRecord]
}
