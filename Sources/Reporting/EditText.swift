import Findings

/// One line a folder: each key that was to be set, its old value and its new one.
struct EditText {
    let style: TextStyle

    func render(_ rows: [EditRow]) -> String {
        var lines: [(path: String, rows: [EditRow])] = []
        for row in rows {
            if let last = lines.last, last.path.utf8.elementsEqual(row.path.utf8) {
                lines[lines.count - 1].rows.append(row)
            } else {
                lines.append((row.path, [row]))
            }
        }
        return lines.map { path, rows in
            let isDry = rows.contains { $0.isChange && !$0.isWritten }
            let told = rows.map(clause).joined(separator: ", ")
            return "\(style.paint(PlainText.escaped(path), .bold)): \(isDry ? "would change " : "")\(told)\n"
        }.joined()
    }

    private func clause(_ row: EditRow) -> String {
        let new = SafeText.quoted(row.new)
        guard row.isChange else { return "\(row.key) is \(new) already" }
        return "\(row.key) \(row.old.map { SafeText.quoted($0) } ?? "(missing)") → \(style.paint(new, .green))"
    }
}
