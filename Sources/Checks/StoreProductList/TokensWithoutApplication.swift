import Findings
import ProductCatalogs
import PropertyLists

/// Campaign tokens stand beside something that is no app.
struct TokensWithoutApplication: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-005", "tokens-without-application"),
        defaultSeverity: .warning,
        summary: "Only apps should have campaign tokens",
        why: "Campaigns are counted for apps only. Beside a song or a book the tokens do nothing.",
        remedy: "Leave both tokens empty, or set isApplication if it is an app.",
        evidence: StoreProductListEvidence.sample)

    static var examples: [CheckExample] {
        let tokens = ("<string>spring</string>", "<string>118</string>")
        return [
            CheckExample(
                "a song with tokens",
                .storeItem(isApplication: "<false/>", campaignToken: tokens.0, providerToken: tokens.1),
                expected: [ExpectedFinding("SPL-005", .warning, line: 13)]),
            CheckExample(
                "an app with tokens", .storeItem(campaignToken: tokens.0, providerToken: tokens.1), expected: []),
            CheckExample("a song without", .storeItem(isApplication: "<false/>"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for item in context.storeItems {
            let keys = [StoreProductList.Key.campaignToken, StoreProductList.Key.providerToken]
            guard case .boolean(false)? = item.value(StoreProductList.Key.isApplication)?.value,
                let key = keys.first(where: item.hasToken)
            else { continue }
            report(
                Self.finding(
                    "\(item.label) is no app, and has campaign tokens", at: context.location(of: key, in: item),
                    remedy: Remedy("leave both tokens empty, or set isApplication if it is an app")))
        }
    }
}
