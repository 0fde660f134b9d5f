public import Findings
public import Packaging

/// One input of a run with all that was learned of it.
public struct ExaminedInput: Sendable {
    /// The input.
    public let input: ContentInput
    /// What the checks looked at.
    public let context: CheckContext
    /// What they found, after the run's policy, in the order of `Finding.precedes`.
    public private(set) var findings: [Finding]
    /// The checks that it was to pass, sorted by code.
    public let checks: [CheckRecord]
    /// What they found and is known, as a baseline says; not in `findings`.
    public private(set) var known: [Finding] = []

    init(input: ContentInput, context: CheckContext, findings: [Finding], checks: [CheckRecord]) {
        self.input = input
        self.context = context
        self.findings = findings
        self.checks = checks
    }

    /// The input with those findings set apart that are known.
    public func settingApart(_ isKnown: (Finding) -> Bool) -> ExaminedInput {
        var examined = self
        examined.findings = []
        for finding in findings {
            if isKnown(finding) { examined.known.append(finding) } else { examined.findings.append(finding) }
        }
        return examined
    }
}
