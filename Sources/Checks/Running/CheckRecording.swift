import Findings

/// Keeps account of which checks judged an input, so that a check that had nothing to look at does not pass for one that
/// found nothing.
struct CheckRecording {
    private let policy: SeverityPolicy
    private let readsPayload: Bool
    /// The checks that were asked for, by code, each with the letters that its code starts with: put together once, since
    /// a catalogue has thousands of inputs.
    private let checks: [(check: any Check.Type, area: String)]
    private let hasProducts: Bool
    /// What nearly every input has: the records of content that can be read, with nothing found. They are put together
    /// once, and thousands of inputs share them.
    private var usual: [CheckRecord] = []

    init(policy: SeverityPolicy, readsPayload: Bool, hasProducts: Bool) {
        self.policy = policy
        self.readsPayload = readsPayload
        self.hasProducts = hasProducts
        checks = CheckCatalog.all.filter { policy.only?.contains($0.code) ?? true }
            .map { ($0, String($0.code.id.prefix(3))) }
        usual = records(of: .usual, reported: [])
    }

    /// What of an input decides which checks can judge it.
    private struct Subject: Equatable {
        /// Whether it is a list for SKStoreProductViewController, which has checks of its own; content has none of them.
        let isList: Bool
        /// Whether it is an asset pack, or one is to be made of it; nothing else concerns the checks of asset packs.
        let isAssetPack: Bool
        let hasContent: Bool
        let hasContentInfo: Bool

        /// What nearly every input is.
        static let usual = Subject(isList: false, isAssetPack: false, hasContent: true, hasContentInfo: true)
    }

    /// A record for each check that concerns the input, sorted by code. What the policy's `only` leaves out was not asked
    /// for and has none.
    func records(of context: CheckContext, findings: [Finding]) -> [CheckRecord] {
        let subject = Subject(
            isList: context.storeProductList != nil, isAssetPack: context.concernsAssetPack,
            hasContent: context.tree != nil,
            hasContentInfo: context.contentInfo != nil)
        if findings.isEmpty, subject == .usual { return usual }
        return records(of: subject, reported: Set(findings.map(\.code)))
    }

    private func records(of subject: Subject, reported: Set<FindingCode>) -> [CheckRecord] {
        checks.compactMap { check, area in
            if reported.contains(check.code) { return CheckRecord(code: check.code) }
            guard (area == "SPL") == subject.isList, area != "AST" || subject.isAssetPack else { return nil }
            return record(check.code, skipped: obstacle(to: check, of: area, subject))
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
    private func obstacle(to check: any Check.Type, of area: String, _ subject: Subject) -> String? {
        guard !subject.isList, area != "PKG" else { return nil }
        if !subject.hasContent { return "the content can't be looked at" }
        if ["KEY", "PID", "VER"].contains(area), !subject.hasContentInfo {
            return "ContentInfo.plist can't be read"
        }
        if check.needsProducts, !hasProducts { return CheckRecord.noProducts }
        if check.readsPayload, !readsPayload { return "the files were not looked into" }
        return nil
    }
}
