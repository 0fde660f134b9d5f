import Findings
import ProductCatalogs
import PropertyLists

/// An item of the App Store has no number that can be one.
struct StoreItemNumber: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-001", "store-item-number"),
        defaultSeverity: .error,
        summary: "productIdentifier of an item of the App Store must be a positive number",
        why: "SKStoreProductViewController loads an item by the number that the App Store has for it. It is no product "
            + "ID of an in-app purchase. A number written as a string is a warning: the framework wants a number, and "
            + "many apps turn one into the other.",
        remedy: "Write the number from the item's address in the App Store, behind 'id', as an integer.",
        evidence: StoreProductListEvidence.sample)

    static var examples: [CheckExample] {
        func found(_ severity: Severity = .error) -> [ExpectedFinding] {
            [ExpectedFinding("SPL-001", severity, line: 7)]
        }
        return [
            CheckExample(
                "the product ID of an in-app purchase",
                .storeItem(identifier: "<string>com.example.app.pack1</string>"), expected: found()),
            CheckExample("zero", .storeItem(identifier: "<integer>0</integer>"), expected: found()),
            CheckExample("below zero", .storeItem(identifier: "<integer>-5</integer>"), expected: found()),
            CheckExample("a fraction", .storeItem(identifier: "<real>1.5</real>"), expected: found()),
            CheckExample(
                "a number as a string", .storeItem(identifier: "<string>1230000001</string>"), expected: found(.warning)
            ),
            CheckExample("a number", .storeItem(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for item in context.storeItems {
            let key = StoreProductList.Key.identifier
            let text: String
            var severity: Severity?
            switch item.value(key)?.value {
            case .integer(let number) where number > 0: continue
            case .integer(let number): text = "is \(number)"
            case .string(let digits)
            where !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }:
                text = "is a string of digits, not a number"
                severity = .warning
            case .string(let value): text = "is the string \(Wording.quoted(value))"
            case nil: text = "is missing"
            case .some(let value): text = "is of type \(value.typeName)"
            }
            report(
                Self.finding(
                    "productIdentifier of \(item.label) \(text), and must be a positive number",
                    at: context.location(of: key, in: item), severity: severity,
                    remedy: Remedy("write the App Store's number of the item as an integer")))
        }
    }
}
