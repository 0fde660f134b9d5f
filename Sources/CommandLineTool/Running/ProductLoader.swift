import Findings
import ProductCatalogs

/// Reads the product sources that a command line names.
enum ProductLoader {
    /// Reads `--products` and `--expect`; `nil` where neither was given.
    /// - Throws: `RunFailureError` for the first source that can't be used: an incomplete list would accuse good IDs.
    static func load(_ options: Options) throws -> ProductCatalog? {
        guard !options.productSources.isEmpty || !options.expectedProducts.isEmpty else { return nil }
        var sources = try read(options.productSources, format: options.productsFormat)
        if !options.expectedProducts.isEmpty { sources.append(ProductSource(expecting: options.expectedProducts)) }
        return ProductCatalog(sources)
    }

    /// Reads sources by name; `-` is standard input.
    static func read(_ names: [String], format: String?) throws -> [ProductSource] {
        if names.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input can be given as a source only once")
        }
        return try names.map { name in
            do {
                return try ProductSourceFormats.read(
                    SourceContent(name: name, bytes: try SourceFile.bytes(name)), as: format)
            } catch let error as ProductSourceError {
                let place = error.source + (error.line.map { ":\($0)" } ?? "")
                throw RunFailureError(RunFailure(subject: place, reason: error.reason, remedy: error.remedy))
            }
        }
    }
}
