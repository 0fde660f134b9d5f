import Findings

/// The products read, as a table.
struct ProductTable {
    let style: TextStyle

    func render(_ rows: [ProductRow]) -> String {
        let cells = rows.map { row in
            [
                PlainText.escaped(row.productIdentifier), row.type ?? "-", PlainText.escaped(row.name ?? "-"),
                PlainText.escaped(row.source),
            ]
        }
        return TextTable(header: ["PRODUCT ID", "TYPE", "NAME", "SOURCE"], rows: cells).render(style: style)
    }
}
