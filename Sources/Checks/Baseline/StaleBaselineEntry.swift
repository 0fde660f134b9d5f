public import Findings

/// An entry of a baseline that no finding matches any more. It is found by who holds findings against the baseline, since
/// no check of an input could.
public struct StaleBaselineEntry: FindingKind {
    /// Code, default severity, and the words of `explain`.
    public static let description = FindingDescription(
        code: FindingCode("BAS-001", "stale-baseline-entry"),
        defaultSeverity: .note,
        summary: "An entry of a baseline should match a finding",
        why:
            "What it stood for was mended or is gone. While the entry stays, the same fault may come back without a word.",
        remedy: "Remove the entry, or write the baseline again with --write-baseline.",
        evidence: .judgement("a list of exceptions that only grows hides new faults"))

    /// The finding.
    /// - Parameters:
    ///   - code: What the entry stands for; as the file has it where no such code is known.
    ///   - input: The input as the file has it.
    ///   - isGone: Whether the input is not there any more.
    ///   - location: Where the entry is.
    public static func finding(
        code: String, input: String, member: String?, key: String?, isGone: Bool, at location: Location
    ) -> Finding {
        finding(
            Text.stale(code: code, input: input, member: member, key: key, isGone: isGone), at: location,
            remedy: Remedy("remove the entry, or write the baseline again"))
    }
}

private enum Text {
    static func stale(code: String, input: String, member: String?, key: String?, isGone: Bool) -> String {
        let place = ([input, member].compactMap(\.self)).joined(separator: "/")
        let shownKey = key.map { ", key \(SafeText.quoted($0, limit: 80))" } ?? ""
        let reason = isGone ? "which is not there any more" : "which has no such finding"
        return
            "the entry is for \(SafeText.escaped(code, limit: 80)) in \(SafeText.quoted(place))\(shownKey), \(reason)"
    }
}
