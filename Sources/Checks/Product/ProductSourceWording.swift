import Findings
import ProductCatalogs

/// Where product IDs were looked for, in words.
enum ProductSourceWording {
    /// So many IDs are shown; of more, nobody reads them here.
    private static let most = 5

    /// Where was looked, and what is to be known of each place: whole sentences.
    /// - Parameter showingIDs: Whether to show what was looked through, or the way to see it.
    static func notes(_ products: ProductCatalog, showingIDs: Bool = false) -> [String] {
        let files = products.sources.filter { !$0.isCommandLine }
        let places = files.map { source in
            "\(Wording.quoted(source.name)) (\(source.format), \(Wording.count(source.products.count, "product ID")), "
                + "\(phrase(for: source)))"
        }
        var notes: [String] = []
        if !files.isEmpty {
            let end = showingIDs ? ending(files, all: products) : ""
            notes.append("Looked for in \(Wording.list(places, limit: 5))\(end).")
        }
        let expected = list(products.sources.filter(\.isCommandLine))
        if !expected.isEmpty {
            notes.append("The command line expects \(Wording.list(expected, limit: most)).")
        }
        return notes + files.compactMap(silence)
            + files.flatMap { source in
                (source.guesses + source.remarks).map { "\(Wording.quoted(source.name)): \(Wording.escaped($0))" }
            }
    }

    /// What kind of word a source is.
    static func phrase(for source: ProductSource) -> String {
        switch source.authority {
        case .appStoreConnect: "App Store Connect's own list\(source.date.map { " of \($0)" } ?? "")"
        case .belief: "a local list"
        case .presence: source.format == SalesReportFormat.name ? "only what was sold" : "a part of the products"
        case .commandLine: "the command line"
        }
    }

    /// What it means that a source does not have a product, where that is more or less than one would think.
    private static func silence(of source: ProductSource) -> String? {
        let name = Wording.quoted(source.name)
        switch source.authority {
        case .appStoreConnect: return "What \(name) lacks did not exist in App Store Connect when it was made."
        case .presence: return "What \(name) lacks may exist all the same."
        case .belief, .commandLine: return nil
        }
    }

    private static func ending(_ files: [ProductSource], all products: ProductCatalog) -> String {
        let identifiers = list(files)
        if identifiers.isEmpty { return "" }
        if list(products.sources).count <= most { return ": \(Wording.list(identifiers, limit: most))" }
        // Standard input can't be read again.
        guard files.count == 1, files[0].name != "-", let name = ShellText.quoted(files[0].name) else { return "" }
        return "; 'iapkit products \(name)' lists them"
    }

    /// Each ID once, in quotes, in the order given; of very many, one more than is ever shown.
    private static func list(_ sources: [ProductSource]) -> [String] {
        var seen: Set<[UInt8]> = []
        var shown: [String] = []
        for source in sources {
            for product in source.products where seen.insert(Array(product.identifier.utf8)).inserted {
                shown.append(Wording.quoted(product.identifier))
                // This is made for each ID that is not found: reading whole lists for it would be quadratic.
                if shown.count > most { return shown }
            }
        }
        return shown
    }
}

extension ProductSource {
    /// Whether it holds what `--expect` gave.
    fileprivate var isCommandLine: Bool { format == "command line" }
}
