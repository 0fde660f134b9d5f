import Findings
import ProductCatalogs
import PropertyLists

/// An item of the App Store does not say whether it is an app.
struct StoreItemKind: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-003", "store-item-kind"),
        defaultSeverity: .error,
        summary: "isApplication of an item of the App Store must be a Boolean",
        why: "The app asks it to know whether campaign tokens may go with the request, which only apps have.",
        remedy: "Write <true/> for an app, and <false/> for anything else.",
        evidence: StoreProductListEvidence.sample)

    static var examples: [CheckExample] {
        let found = [ExpectedFinding("SPL-003", .error, line: 11)]
        return [
            CheckExample("a string", .storeItem(isApplication: "<string>YES</string>"), expected: found),
            CheckExample("a number", .storeItem(isApplication: "<integer>1</integer>"), expected: found),
            CheckExample("a Boolean", .storeItem(isApplication: "<false/>"), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for item in context.storeItems {
            let key = StoreProductList.Key.isApplication
            let value = item.value(key)?.value
            if case .boolean? = value { continue }
            let text = value.map { "is of type \($0.typeName), not a Boolean" } ?? "is missing"
            report(
                Self.finding(
                    "isApplication of \(item.label) \(text)", at: context.location(of: key, in: item),
                    remedy: Remedy("write <true/> for an app, and <false/> for anything else")))
        }
    }
}
