import Findings
import ProductCatalogs
import Reporting

/// `iapkit products`.
enum ProductsCommand: Command {
    static let name = "products"
    static let summary = "list the product IDs that sources hold"
    static let operands = "SOURCE…"
    static let optionNames = ["products-format"] + OptionGroup.reporting
    static var discussion: [String] {
        let kinds = ProductSourceFormats.all.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ")
        return [
            "SOURCE is a file, or - for standard input. Its kind is recognised by content: \(kinds).",
            "Nothing but the products is ever shown: a .storekit file may hold a private key.",
        ]
    }
    static let examples = [
        CommandExample("iapkit products Photos.storekit", "shows what --products Photos.storekit would compare with"),
        CommandExample("printf 'com.example.a\\n' | iapkit products -", "reads a list from a pipe"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.operands.isEmpty {
            throw UsageError("products needs at least one SOURCE", hint: "see iapkit help products")
        }
        try ReportFiles.keep(options, apartFrom: options.operands.filter { $0 != "-" }, "the product source")
        let sources = try ProductLoader.read(options.operands, format: options.productsFormat)
        if options.verbosity > .quiet {
            for source in sources { session.tell(source) }
        }
        let rows = sources.flatMap(\.products).map { ProductRow($0) }
        let report = Report(command: name, toolVersion: session.version, products: rows)
        return try ReportDelivery(options: options, session: session).deliver(report)
    }
}
