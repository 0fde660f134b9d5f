import Findings

/// One row an input, the reason below each that does not match, and the products that no input claims.
///
/// On a terminal a path gives way where a row would be wider; into a pipe or a file everything goes whole.
struct MatchTable {
    let style: TextStyle

    func render(_ rows: [MatchRow], unclaimed: [ProductRow]) -> String {
        var text = ""
        let shown = style.verbosity == .quiet ? rows.filter { $0.status != .exact } : rows
        let statusWidth = shown.reduce(0) { max($0, $1.status.rawValue.count) }
        let pathWidth = min(32, shown.reduce(0) { max($0, DisplayWidth.of(PlainText.escaped($1.path))) })
        for row in shown {
            let status = PlainText.padded(row.status.rawValue, to: statusWidth)
            let identifier = row.productIdentifier.map(identifier) ?? "-"
            let path = path(row.path, beside: statusWidth + 2, identifier, padded: pathWidth)
            text += "\(style.paint(status, paint(for: row.status)))  \(path)  \(identifier)\n"
            let indent = String(repeating: " ", count: statusWidth + 2)
            if let candidate = row.candidate {
                text += "\(indent)nearest: \(PlainText.escaped(candidate))\n"
            }
            if let reason = row.reason { text += PlainText.wrapped(reason, indent: indent, width: style.proseWidth) }
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

    private func identifier(_ text: String) -> String {
        style.columns == nil ? SafeText.escaped(text) : SafeText.escaped(text, limit: 160)
    }

    /// The path, cut where what stands beside it leaves no room.
    private func path(_ path: String, beside start: Int, _ identifier: String, padded width: Int) -> String {
        let room = style.columns.map { max(12, $0 - start - 2 - DisplayWidth.of(identifier)) } ?? .max
        let path = DisplayWidth.cut(PlainText.escaped(path), to: room, keepsEnd: true)
        return PlainText.padded(path, to: min(width, room))
    }

    private func paint(for status: MatchRow.Status) -> TextStyle.Paint {
        switch status {
        case .exact: .green
        case .near, .missing, .duplicate, .wrongType: .red
        }
    }
}
