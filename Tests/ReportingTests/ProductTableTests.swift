import Findings
import Reporting
import Testing

@Suite struct ProductTableTests {
    private func table(_ rows: [ProductRow], columns: Int? = nil) -> String {
        TextReporter(style: TextStyle(columns: columns)).render(
            Report(command: "products", toolVersion: "0", products: rows))
    }

    @Test func `a column of which nothing is known is left out`() {
        let rows = [ProductRow(productIdentifier: "com.example.a", source: "list.txt")]
        #expect(table(rows) == "PRODUCT ID     SOURCE\ncom.example.a  list.txt\n")
    }

    @Test func `everything known has its column, the types in one word`() {
        let rows = [
            ProductRow(
                productIdentifier: "com.example.a", source: "a.json", type: "non-consumable", state: "APPROVED",
                name: "Cats", hosted: true),
            ProductRow(
                productIdentifier: "com.example.b", source: "a.json", type: "auto-renewable subscription",
                state: "REJECTED", hosted: false),
        ]
        #expect(
            table(rows) == """
                PRODUCT ID     TYPE            STATE     HOSTED  NAME  SOURCE
                com.example.a  non-consumable  APPROVED  yes     Cats  a.json
                com.example.b  auto-renewable  REJECTED  no      -     a.json

                """)
    }

    @Test func `names and sources give way to keep 80 columns, and product IDs don't`() {
        func row(_ identifier: String, _ source: String, _ state: String? = nil) -> ProductRow {
            ProductRow(
                productIdentifier: identifier, source: source, type: "non-consumable", state: state,
                name: "All the photographs of cats and of dogs, and more")
        }
        let file = "exports/2024/in-app-purchases.json"
        // One source needs no column of its own.
        let whole = table([row("com.example.first", file)])
        #expect(
            whole.contains("All the photographs of cats and of dogs, and more  exports/2024/in-app-purchases.json\n"))
        #expect(
            table([row("com.example.first", file)], columns: 80)
                == "PRODUCT ID         TYPE            NAME\n"
                + "com.example.first  non-consumable  All the photographs of cats and of dogs, and…\n")
        let two = table([row("com.example.first", file), row("com.example.second", "b.json")], columns: 80)
            .split(separator: "\n")
        #expect(two.allSatisfy { $0.count <= 80 })
        #expect(two[1].hasPrefix("com.example.first   non-consumable  All the p…  …"))
        #expect(two[1].hasSuffix("/in-app-purchases.json"))
        #expect(two[2] == "com.example.second  non-consumable  All the p…  b.json")
        let long = String(repeating: "a", count: 60)
        #expect(
            table([row(long, file, "DEVELOPER_REMOVED_FROM_SALE"), row("b", "b.json", "APPROVED")], columns: 80) == """
                PRODUCT ID                                                    TYPE            STATE         NAME        SOURCE
                \(long)  non-consumable  DEVELOPER_R…  All the p…  …ases.json
                b                                                             non-consumable  APPROVED      All the p…  b.json

                """)
    }

    @Test func `apps are shown where there are several`() {
        let rows = ["Zoo (1)", "Farm (2)"].map { ProductRow(productIdentifier: "a", source: "r.txt", app: $0) }
        #expect(
            table(rows) == "PRODUCT ID  APP       SOURCE\na           Zoo (1)   r.txt\na           Farm (2)  r.txt\n")
    }
}
