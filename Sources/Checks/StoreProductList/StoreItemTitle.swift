import Findings
import ProductCatalogs
import PropertyLists

/// An item of the App Store has no title to show.
struct StoreItemTitle: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-002", "store-item-title"),
        defaultSeverity: .error,
        summary: "title of an item of the App Store must not be empty",
        why: "The app shows the title in its own list, before the App Store is asked. Without one, the row is blank.",
        remedy: "Write the title as a string.",
        evidence: StoreProductListEvidence.sample)

    static var examples: [CheckExample] {
        let found = [ExpectedFinding("SPL-002", .error, line: 9)]
        return [
            CheckExample("an empty title", .storeItem(title: "<string></string>"), expected: found),
            CheckExample("a blank title", .storeItem(title: "<string>  </string>"), expected: found),
            CheckExample("a number", .storeItem(title: "<integer>5</integer>"), expected: found),
            CheckExample("a title", .storeItem(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for item in context.storeItems {
            let key = StoreProductList.Key.title
            let text: String
            switch item.value(key)?.value {
            case .string(let title) where !WhiteSpace.isBlank(title): continue
            case .string: text = "is empty"
            case nil: text = "is missing"
            case .some(let value): text = "is of type \(value.typeName), not a string"
            }
            report(
                Self.finding(
                    "title of an item \(text)", at: context.location(of: key, in: item),
                    remedy: Remedy("write the title as a string")))
        }
    }
}
