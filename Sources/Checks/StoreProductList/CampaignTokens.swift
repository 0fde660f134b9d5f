import Findings
import ProductCatalogs
import PropertyLists

/// Of an item's two tokens, one is set.
struct CampaignTokens: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-004", "campaign-tokens"),
        defaultSeverity: .error,
        summary: "campaignToken and providerToken must both be set, or both be empty",
        why: "The App Store counts a campaign by the two together. One alone counts nothing.",
        remedy: "Set both, as App Analytics gives them for a campaign, or leave both empty.",
        evidence: StoreProductListEvidence.sample)

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a campaign without its provider", .storeItem(campaignToken: "<string>spring</string>"),
                expected: [ExpectedFinding("SPL-004", .error, line: 15)]),
            CheckExample(
                "a provider without a campaign", .storeItem(providerToken: "<string>118</string>"),
                expected: [ExpectedFinding("SPL-004", .error, line: 13)]),
            CheckExample(
                "both",
                .storeItem(campaignToken: "<string>spring</string>", providerToken: "<string>118</string>"),
                expected: []),
            CheckExample("neither", .storeItem(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for item in context.storeItems {
            let keys = [StoreProductList.Key.campaignToken, StoreProductList.Key.providerToken]
            let missing = keys.filter { !item.hasToken($0) }
            guard missing.count == 1, let key = missing.first, let other = keys.first(where: { $0 != key }) else {
                continue
            }
            report(
                Self.finding(
                    "\(item.label) has a \(other) and no \(key)", at: context.location(of: key, in: item),
                    remedy: Remedy("set both tokens, or leave both empty")))
        }
    }
}
