import Findings
import ProductCatalogs
import Reporting

/// `iapkit products`.
enum ProductsCommand: Command {
    static let name = "products"
    static let summary = "list the product IDs that sources hold"
    static let operands = "SOURCE…"
    static let optionNames = ["products-format", "app"] + OptionGroup.reporting
    static var discussion: [String] {
        let kinds = ProductSourceFormats.all.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ")
        return [
            "SOURCE is a file, - for standard input, or a .itmsp folder. Its kind is recognised by content: \(kinds).",
            "What App Store Connect hands out proves that a product does not exist, as of its day; a file that people or "
                + "tools keep is a belief; a sales report and a filtered answer prove nothing by what they lack. All pages "
                + "of an answer must be given. Products that were deleted do not count.",
            "Nothing but the products is ever shown: a .storekit file may hold a private key, an answer's links a token.",
        ]
    }
    static let examples = [
        CommandExample("iapkit products Photos.storekit", "shows what --products Photos.storekit would compare with"),
        CommandExample("iapkit products report.zip --app 1234567890", "shows one app's part of the account's report"),
        CommandExample("printf 'com.example.a\\n' | iapkit products -", "reads a list from a pipe"),
    ]

    static func run(_ options: Options, in session: Session) throws -> ExitStatus {
        if options.operands.isEmpty {
            throw UsageError("products needs at least one SOURCE", hint: "see iapkit help products")
        }
        try ReportFiles.keep(options, apartFrom: options.operands.filter { $0 != "-" }, "the product source")
        let sources = try ProductLoader.read(options.operands, options)
        if options.verbosity > .quiet {
            for source in sources { session.tell(source) }
        }
        let rows = sources.flatMap(\.products).map { ProductRow($0) }
        let report = Report(command: name, toolVersion: session.version, products: rows)
        return try ReportDelivery(options: options, session: session).deliver(report)
    }
}
