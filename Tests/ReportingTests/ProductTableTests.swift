import Findings
import Reporting
import Testing

@Suite struct ProductTableTests {
    private func table(_ rows: [ProductRow]) -> String {
        TextReporter().render(Report(command: "products", toolVersion: "0", products: rows))
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
        let row = ProductRow(
            productIdentifier: "com.example.application.first", source: "exports/2024/in-app-purchases.json",
            type: "non-consumable", state: "READY_TO_SUBMIT", name: "All the photographs of cats")
        let lines = table([row]).split(separator: "\n")
        #expect(
            lines.last == "com.example.application.first  non-consumable  READY_TO_SUBMIT  All the p…  …ases.json")
        let small = ProductRow(
            productIdentifier: "com.example.first", source: "exports/2024/in-app-purchases.json",
            type: "non-consumable", name: "All the photographs of cats")
        #expect(table([small]).split(separator: "\n").last?.count == 80)
    }

    @Test func `apps are shown where there are several`() {
        let rows = ["Zoo (1)", "Farm (2)"].map { ProductRow(productIdentifier: "a", source: "r.txt", app: $0) }
        #expect(
            table(rows) == "PRODUCT ID  APP       SOURCE\na           Zoo (1)   r.txt\na           Farm (2)  r.txt\n")
    }
}
