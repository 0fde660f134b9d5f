import Findings
import XMLReading

/// A table with a heading, in columns parted by commas, semicolons or tabs, of which one holds product IDs.
public enum CSVListFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "csv"
    /// What it is, in a few words, for the help.
    public static let summary = "a table whose first line names a column of product IDs"

    /// What columns of product IDs are called, the clearest first.
    private static let headings = [
        "productid", "productidentifier", "iapproductid", "iapid", "inapppurchaseid", "storeidentifier", "productsku",
        "sku",
    ]
    private static let separators: [Unicode.Scalar] = [",", ";", "\t"]

    /// Whether the first line names a column of product IDs.
    public static func recognizes(_ content: SourceContent) -> Bool { separator(of: content) != nil }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        guard let separator = separator(of: content) else {
            if content.foreignKind != nil { throw content.notAListError() }
            throw content.error(
                "its first line names no column of product IDs", line: 1,
                remedy: "give the column the heading 'product_id'")
        }
        var table = DelimitedText(try content.decodedText(), separator: separator, allowsQuotes: true)
        guard let first = table.nextRow() else { throw content.emptyError() }
        let header = TableHeader(first)
        guard let column = header.column(of: headings) else { throw content.emptyError() }
        let type = header.column("inapppurchasetype", "producttype", "type")
        let state = header.column("state", "status")
        let name = header.column("referencename", "name", "displayname", "title")
        var rows = TableProducts(content)
        while let row = table.nextRow() {
            try rows.add(
                row, column, type: row.text(type).flatMap { ProductType(spelling: $0) }, state: row.text(state),
                name: row.text(name))
        }
        if let place = table.unclosed {
            throw content.error(
                "a quotation mark is opened and never closed", line: place.line, remedy: "close it, or remove it")
        }
        if rows.isEmpty { throw content.emptyError() }
        return ProductSource(
            name: content.name, format: Self.name,
            guesses: [
                "Product IDs were read from the column '\(SafeText.escaped(first[column].text, limit: 40))'."
            ], remarks: rows.remarks,
            products: rows.products, deleted: rows.deleted)
    }

    private static func separator(of content: SourceContent) -> Unicode.Scalar? {
        let headers = separators.compactMap { separator in
            content.header(separator: separator, allowsQuotes: true).map { (separator, $0) }
        }.filter { $0.1.column(of: headings) != nil }
        return headers.max { $0.1.count < $1.1.count }?.0
    }
}
