import Findings

/// Keeps account of which checks judged an input, so that a check that had nothing to look at does not pass for one that
/// found nothing.
struct CheckRecording {
    let policy: SeverityPolicy
    let readsPayload: Bool

    /// A record for each check that concerns the input, sorted by code. What the policy's `only` leaves out was not asked
    /// for and has none.
    func records(of context: CheckContext, findings: [Finding]) -> [CheckRecord] {
        let reported = Set(findings.map(\.code))
        return CheckCatalog.all.filter { policy.only?.contains($0.code) ?? true }.compactMap { check in
            if reported.contains(check.code) { return CheckRecord(code: check.code) }
            guard concerns(check, context) else { return nil }
            return record(check.code, skipped: obstacle(to: check, in: context))
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

    /// A list for SKStoreProductViewController has checks of its own, and content has none of them.
    private func concerns(_ check: any Check.Type, _ context: CheckContext) -> Bool {
        (area(of: check) == "SPL") == (context.storeProductList != nil)
    }

    /// What keeps a check from judging, as a clause.
    private func obstacle(to check: any Check.Type, in context: CheckContext) -> String? {
        guard context.storeProductList == nil, area(of: check) != "PKG" else { return nil }
        if context.tree == nil { return "the content can't be looked at" }
        if ["KEY", "PID", "VER"].contains(area(of: check)), context.contentInfo == nil {
            return "ContentInfo.plist can't be read"
        }
        if check.needsProducts, context.products == nil { return "no list of products was given" }
        if check.readsPayload, !readsPayload { return "the files were not looked into" }
        return nil
    }

    private func area(of check: any Check.Type) -> String { String(check.code.id.prefix(3)) }
}
