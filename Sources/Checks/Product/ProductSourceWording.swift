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
            "\(Wording.quoted(source.name)) (\(source.format), \(Wording.count(source.products.count, "product ID")))"
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
        return notes
            + files.flatMap { source in
                source.remarks.map { "\(Wording.quoted(source.name)): \(Wording.escaped($0))" }
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

    /// Each ID once, in quotes, in the order given.
    private static func list(_ sources: [ProductSource]) -> [String] {
        var seen: Set<[UInt8]> = []
        return sources.flatMap(\.products).filter { seen.insert(Array($0.identifier.utf8)).inserted }
            .map { Wording.quoted($0.identifier) }
    }
}

extension ProductSource {
    /// Whether it holds what `--expect` gave.
    fileprivate var isCommandLine: Bool { format == "command line" }
}
