public import Findings

/// A run has more asset packs than one review submission takes.
public struct ManyPacksForReview: FindingKind {
    /// The most packs of a submission.
    static let limit = 10

    /// Code, default severity, and the words of `explain`.
    public static let description = FindingDescription(
        code: FindingCode("AST-026", "many-packs-for-review"),
        defaultSeverity: .note,
        summary: "A review submission takes ten asset packs",
        why:
            "Each pack is reviewed, by itself or with a version of the app, and ten go into one submission, with one version "
            + "of each. More of them take several submissions, one after the other.",
        remedy: "Plan several submissions, or put the content of several products into one pack.",
        evidence: .apple("App Store Connect Help on Apple-hosted asset packs"))

    static func finding(_ total: AssetPackQuotas.Total, at location: Location) -> Finding? {
        guard total.count > limit else { return nil }
        return finding(
            Text.many(total.count), at: location,
            remedy: Remedy("plan several submissions, or put the content of several products into one pack"))
    }
}

private enum Text {
    static func many(_ count: Int) -> String {
        let submissions = (count + ManyPacksForReview.limit - 1) / ManyPacksForReview.limit
        return
            "there are \(Wording.grouped(count)) asset packs; a review submission takes \(ManyPacksForReview.limit), so "
            + "they need \(Wording.grouped(submissions))"
    }
}
