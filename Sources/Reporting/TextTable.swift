/// Columns aligned by spaces; the last one is never padded.
struct TextTable {
    let header: [String]
    let rows: [[String]]
    /// Whether the last column holds sentences, which are broken between words where a terminal is narrow.
    var endsInProse = false

    /// Where a column of sentences would be narrower, it has lines of its own.
    private static let leastProse = 40

    func render(style: TextStyle) -> String {
        guard !rows.isEmpty else { return "" }
        let widths = header.indices.map { column in
            ([header] + rows).reduce(0) { max($0, DisplayWidth.of($1[column])) }
        }
        let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        func line(_ cells: [String]) -> String {
            var head = zip(cells, widths).dropLast().map { PlainText.padded($0, to: $1) + "  " }.joined()
            let last = cells[cells.count - 1]
            guard endsInProse, let columns = style.columns else { return head + last + "\n" }
            let words = last.split(separator: " ").map(String.init)
            if start + Self.leastProse <= columns {
                let indent = String(repeating: " ", count: start)
                return PlainText.wrapped(words, first: head, indent: indent, width: columns)
            }
            while head.last == " " { head.removeLast() }
            let indent = String(repeating: " ", count: widths[0] + 2)
            return head + "\n" + PlainText.wrapped(words, first: indent, indent: indent, width: columns)
        }
        return style.paint(String(line(header).dropLast()), .bold) + "\n" + rows.map(line).joined()
    }
}
