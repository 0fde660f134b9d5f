import Findings

/// The products read, as a table that stays within the terminal where the product IDs let it.
///
/// A column of which no product has anything is left out. Where the rest is too wide, so is the source, if it is but
/// one; then names, apps, sources and states are shortened, in this order. Product IDs never are, and off a terminal
/// nothing is.
struct ProductTable {
    let style: TextStyle

    /// What gives way, how far, and whether its end says more than its start.
    private static let shrinking: [(title: String, least: Int, keepsEnd: Bool)] = [
        ("NAME", 10, false), ("APP", 10, false), ("SOURCE", 10, true), ("STATE", 12, false),
    ]

    private struct Column {
        let title: String
        var cells: [String]
        var width: Int { cells.reduce(title.count) { max($0, DisplayWidth.of($1)) } }
    }

    func render(_ rows: [ProductRow]) -> String {
        guard !rows.isEmpty else { return "" }
        let apps = Set(rows.map(\.app)).count > 1
        var columns = [
            column("PRODUCT ID", rows) { $0.productIdentifier }, column("TYPE", rows) { $0.type.map(Self.shortType) },
            column("STATE", rows) { $0.state }, column("HOSTED", rows) { $0.hosted.map { $0 ? "yes" : "no" } },
            column("NAME", rows) { $0.name }, column("APP", rows) { apps ? $0.app : nil },
            column("SOURCE", rows) { $0.source },
        ].compactMap(\.self)
        func total() -> Int { columns.reduce(2 * (columns.count - 1)) { $0 + $1.width } }
        let limit = style.columns ?? .max
        if total() > limit, Set(rows.map(\.source)).count == 1 { columns.removeAll { $0.title == "SOURCE" } }
        for (title, least, keepsEnd) in Self.shrinking {
            let total = total()
            guard total > limit, let index = columns.firstIndex(where: { $0.title == title }) else { continue }
            let room = max(least, columns[index].width - (total - limit))
            columns[index].cells = columns[index].cells.map { DisplayWidth.cut($0, to: room, keepsEnd: keepsEnd) }
        }
        let cells = rows.indices.map { row in columns.map { $0.cells[row] } }
        return TextTable(header: columns.map(\.title), rows: cells).render(style: style)
    }

    private func column(_ title: String, _ rows: [ProductRow], _ value: (ProductRow) -> String?) -> Column? {
        let values = rows.map(value)
        guard values.contains(where: { $0 != nil }) else { return nil }
        return Column(title: title, cells: values.map { $0.map(PlainText.escaped) ?? "-" })
    }

    /// `auto-renewable` is a subscription to everybody.
    private static func shortType(_ type: String) -> String {
        type.hasSuffix(" subscription") ? String(type.dropLast(" subscription".count)) : type
    }
}
