/// App Store Connect's sales report, a text in columns parted by tabs, mostly compressed with gzip.
///
/// Only what was sold is in it, so it proves that a product exists, and never that one does not. The product ID of an
/// in-app purchase is its SKU; the rows of apps have theirs there.
public enum SalesReportFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "sales-report"
    /// What it is, in a few words, for the help.
    public static let summary = "App Store Connect's sales report, also as .gz"

    /// Whether the first line has the report's columns.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let header = content.header(separator: "\t", allowsQuotes: false) else { return false }
        return header.column("sku") != nil && header.column("producttypeidentifier") != nil
    }

    /// Reads the products, each once, with the line and column where it stands first.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var table = DelimitedText(try content.decodedText(), separator: "\t", allowsQuotes: false)
        let header = TableHeader(table.nextRow() ?? [])
        guard let column = header.column("sku"), let kind = header.column("producttypeidentifier") else {
            throw content.error(
                "no sales report: its first line lacks the columns SKU and Product Type Identifier",
                remedy: "name the report as App Store Connect made it")
        }
        let (title, appleID) = (header.column("title"), header.column("appleidentifier"))
        let (parent, end) = (header.column("parentidentifier"), header.column("enddate"))
        var rows = TableProducts(content)
        var seen: Set<[UInt8]> = []
        var date: String?
        while let row = table.nextRow() {
            guard let type = row.text(kind), isInAppPurchase(type), let identifier = row.text(column),
                seen.insert(Array(identifier.utf8)).inserted
            else { continue }
            try rows.add(
                row, column, name: row.text(title), appleID: row.text(appleID),
                app: row.text(parent).map { KnownApp(sku: $0) })
            if let day = row.text(end).flatMap(day) { date = max(date ?? day, day) }
        }
        if rows.isEmpty {
            throw content.error(
                "a sales report without in-app purchases", remedy: "name a source that lists the products themselves")
        }
        return ProductSource(
            name: content.name, format: name, authority: .presence, date: date, remarks: rows.remarks,
            products: rows.products)
    }

    /// `IA1`, `IA9-M`, `IAY`, `FI1`: what is bought in an app.
    private static func isInAppPurchase(_ type: String) -> Bool { type.hasPrefix("IA") || type == "FI1" }

    /// `12/31/2025` as `2025-12-31`.
    private static func day(_ text: String) -> String? {
        let parts = text.split(separator: "/")
        guard parts.map(\.utf8.count) == [2, 2, 4],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        return "\(parts[2])-\(parts[0])-\(parts[1])"
    }
}
