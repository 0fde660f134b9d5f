/// App Store Connect's catalogue report of in-app purchases: a text in columns parted by tabs, mostly in a zip.
///
/// It lists the products of all apps of the account.
public enum CatalogReportFormat: ProductSourceFormat {
    /// The name for `--products-format`.
    public static let name = "catalog-report"
    /// What it is, in a few words, for the help.
    public static let summary = "App Store Connect's report of in-app purchases, also zipped"

    /// Whether the first line has the report's columns.
    public static func recognizes(_ content: SourceContent) -> Bool {
        guard let header = content.header(separator: "\t", allowsQuotes: false) else { return false }
        return header.column("productid") != nil && header.column("addontype", "addonitcstatus", "appappleid") != nil
    }

    /// Reads the products, each with its line and column.
    /// - Throws: `ProductSourceError`.
    public static func read(_ content: SourceContent) throws(ProductSourceError) -> ProductSource {
        var table = DelimitedText(try content.decodedText(), separator: "\t", allowsQuotes: false)
        let header = TableHeader(table.nextRow() ?? [])
        guard let column = header.column("productid") else {
            throw content.error(
                "no report of in-app purchases: its first line has no column PRODUCT_ID",
                remedy: "name the report as App Store Connect made it")
        }
        let (type, state, name) = (
            header.column("addontype"), header.column("addonitcstatus"), header.column("referencename")
        )
        let (appleID, appID, appName) = (
            header.column("appleid"), header.column("appappleid"), header.column("appname")
        )
        var rows = TableProducts(content)
        while let row = table.nextRow() {
            let app = KnownApp(appleID: row.text(appID), name: row.text(appName))
            try rows.add(
                row, column, type: row.text(type).flatMap { ProductType(spelling: $0) }, state: row.text(state),
                name: row.text(name), appleID: row.text(appleID), app: app.label.isEmpty ? nil : app)
        }
        var remarks = rows.remarks
        let apps = Set(rows.products.compactMap(\.app)).count
        if apps > 1 {
            remarks.append("It lists the products of \(apps) apps; --app picks those of one.")
        }
        if rows.isEmpty { throw content.emptyError() }
        return ProductSource(
            name: content.name, format: Self.name, authority: .appStoreConnect, remarks: remarks,
            products: rows.products,
            deleted: rows.deleted)
    }
}

/// Products collected from the rows of a table.
struct TableProducts {
    private(set) var products: [KnownProduct] = []
    private(set) var deleted: [KnownProduct] = []
    private var withoutIdentifier = 0
    private let content: SourceContent

    init(_ content: SourceContent) { self.content = content }

    var isEmpty: Bool { products.isEmpty && deleted.isEmpty }

    mutating func add(
        _ row: [DelimitedText.Field], _ column: Int, type: ProductType? = nil, state: String? = nil,
        name: String? = nil, hosted: Bool? = nil, appleID: String? = nil, app: KnownApp? = nil
    ) throws(ProductSourceError) {
        guard let identifier = row.text(column) else {
            withoutIdentifier += 1
            return
        }
        guard products.count + deleted.count < ProductSourceFormats.productLimit else { throw content.tooManyError() }
        let product = KnownProduct(
            identifier: identifier, source: content.name, type: type, state: state, name: name, hosted: hosted,
            appleID: appleID, app: app, position: row[column].position)
        if ProductState.isDeleted(state) { deleted.append(product) } else { products.append(product) }
    }

    var remarks: [String] {
        var remarks: [String] = []
        if !deleted.isEmpty { remarks.append(RemarkText.deleted(deleted.count)) }
        if withoutIdentifier > 0 { remarks.append(RemarkText.withoutIdentifier(withoutIdentifier)) }
        return remarks
    }
}
