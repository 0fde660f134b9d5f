import Findings

/// One row an input, the reason below each that does not match, and the products that no input claims.
struct MatchTable {
    let style: TextStyle

    func render(_ rows: [MatchRow], unclaimed: [ProductRow]) -> String {
        var text = ""
        let shown = style.verbosity == .quiet ? rows.filter { $0.status != .exact } : rows
        let statusWidth = shown.reduce(0) { max($0, $1.status.rawValue.count) }
        let pathWidth = min(32, shown.reduce(0) { max($0, PlainText.escaped($1.path).count) })
        for row in shown {
            let status = PlainText.padded(row.status.rawValue, to: statusWidth)
            let path = PlainText.padded(PlainText.escaped(row.path), to: pathWidth)
            let identifier = row.productIdentifier.map { SafeText.escaped($0, limit: 160) } ?? "-"
            text += "\(style.paint(status, paint(for: row.status)))  \(path)  \(identifier)\n"
            let indent = String(repeating: " ", count: statusWidth + 2)
            if let candidate = row.candidate {
                text += "\(indent)nearest: \(PlainText.escaped(candidate))\n"
            }
            if let reason = row.reason { text += PlainText.wrapped(reason, indent: indent, width: 80) }
        }
        guard !unclaimed.isEmpty, style.verbosity > .quiet else { return text }
        if !text.isEmpty { text += "\n" }
        text += "Products that no input claims:\n"
        for product in unclaimed {
            // Only a non-consumable can have content; that others are unclaimed is as it should be.
            let type = product.type.map { $0 == "non-consumable" ? "" : " (\($0))" } ?? ""
            text += "  \(PlainText.escaped(product.productIdentifier))\(type)\n"
        }
        return text
    }

    private func paint(for status: MatchRow.Status) -> TextStyle.Paint {
        switch status {
        case .exact: .green
        case .near, .missing, .duplicate, .wrongType: .red
        }
    }
}
