import Findings

/// Keeps account of which checks judged an input, so that a check that had nothing to look at does not pass for one that
/// found nothing.
struct CheckRecording {
    private let policy: SeverityPolicy
    private let readsPayload: Bool
    /// The checks that were asked for, by code, each with the letters that its code starts with: put together once, since
    /// a catalogue has thousands of inputs.
    private let checks: [(check: any Check.Type, area: String)]

    init(policy: SeverityPolicy, readsPayload: Bool) {
        self.policy = policy
        self.readsPayload = readsPayload
        checks = CheckCatalog.all.filter { policy.only?.contains($0.code) ?? true }
            .map { ($0, String($0.code.id.prefix(3))) }
    }

    /// A record for each check that concerns the input, sorted by code. What the policy's `only` leaves out was not asked
    /// for and has none.
    func records(of context: CheckContext, findings: [Finding]) -> [CheckRecord] {
        let reported = Set(findings.map(\.code))
        // A list for SKStoreProductViewController has checks of its own, and content has none of them.
        let isList = context.storeProductList != nil
        return checks.compactMap { check, area in
            if reported.contains(check.code) { return CheckRecord(code: check.code) }
            guard (area == "SPL") == isList else { return nil }
            return record(check.code, skipped: obstacle(to: check, of: area, in: context))
        }
    }

    /// A record for each check of a comparison.
    /// - Parameter isCompared: Whether the two inputs could be compared.
    func comparisonRecords(isCompared: Bool) -> [CheckRecord] {
        CheckCatalog.comparisons.filter { policy.only?.contains($0.code) ?? true }.map {
            record($0.code, skipped: isCompared ? nil : "the two could not be compared")
        }
    }

    private func record(_ code: FindingCode, skipped: String?) -> CheckRecord {
        CheckRecord(code: code, skipped: policy.reports(code) ? skipped : "switched off")
    }

    /// What keeps a check from judging, as a clause.
    private func obstacle(to check: any Check.Type, of area: String, in context: CheckContext) -> String? {
        guard context.storeProductList == nil, area != "PKG" else { return nil }
        if context.tree == nil { return "the content can't be looked at" }
        if ["KEY", "PID", "VER"].contains(area), context.contentInfo == nil {
            return "ContentInfo.plist can't be read"
        }
        if check.needsProducts, context.products == nil { return "no list of products was given" }
        if check.readsPayload, !readsPayload { return "the files were not looked into" }
        return nil
    }
}
