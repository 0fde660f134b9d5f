import Findings
import ProductCatalogs
import PropertyLists
import XMLReading

/// The list is no sound property list.
struct StoreProductListForm: Check {
    static let description = FindingDescription(
        code: FindingCode("SPL-006", "store-product-list-form"),
        defaultSeverity: .error,
        summary: "A list of items of the App Store must be a sound property list",
        why: "An app that loads a damaged property list gets nothing, or a part of it.",
        remedy: "Mend it at the place given, or write it again with Xcode.",
        evidence: .format("Property lists: each key once, each value of a known type"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a key that stands twice",
                .storeItem(title: "<string>Zoo</string><key>title</key><string>Zoo</string>"),
                expected: [ExpectedFinding("SPL-006", .error, line: 9)]),
            CheckExample("a sound list", .storeItem(), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for fault in context.storeProductList?.document.faults ?? [] {
            let text =
                fault.kind == .duplicateKey
                ? "the key \(Wording.quoted(fault.detail)) stands twice in an item"
                : "the property list is not sound: \(Wording.escaped(fault.detail))"
            report(
                Self.finding(
                    text,
                    at: Location(
                        input: context.input,
                        position: fault.position.map { TextPosition(line: $0.line, column: $0.column) }),
                    remedy: Remedy("mend the property list there")))
        }
    }
}
