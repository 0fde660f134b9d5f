/// Columns aligned by spaces; the last one is never padded.
struct TextTable {
    let header: [String]
    let rows: [[String]]

    func render(style: TextStyle) -> String {
        guard !rows.isEmpty else { return "" }
        let widths = header.indices.map { column in
            ([header] + rows).reduce(0) { max($0, $1[column].count) }
        }
        func line(_ cells: [String]) -> String {
            let last = cells.count - 1
            return cells.enumerated().map { column, cell in
                column == last ? cell : PlainText.padded(cell, to: widths[column])
            }.joined(separator: "  ")
        }
        return ([style.paint(line(header), .bold)] + rows.map(line)).map { $0 + "\n" }.joined()
    }
}
