import Findings
import ProductCatalogs

/// Reads the product sources that a command line names.
enum ProductLoader {
    /// Reads `--products` and `--expect`; `nil` where neither was given.
    /// - Throws: `RunFailureError` for the first source that can't be used: an incomplete list would accuse good IDs.
    static func load(_ options: Options) throws -> ProductCatalog? {
        guard !options.productSources.isEmpty || !options.expectedProducts.isEmpty else {
            if options.app != nil {
                throw UsageError("--app picks products out of sources", hint: "give --products SOURCE")
            }
            return nil
        }
        var sources = try read(options.productSources, options)
        if !options.expectedProducts.isEmpty { sources.append(ProductSource(expecting: options.expectedProducts)) }
        return ProductCatalog(sources)
    }

    /// Reads sources by name, with the products of the app chosen; `-` is standard input.
    static func read(_ names: [String], _ options: Options) throws -> [ProductSource] {
        if names.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input can be given as a source only once")
        }
        let sources = try names.map { name in
            try failing {
                let file = try SourceFile(name)
                return try ProductSourceFormats.readPart(
                    SourceContent(name: name, bytes: try file.bytes(), path: file.path),
                    as: options.productsFormat ?? options.productFormats[name])
            }
        }
        try failing { try ProductSourceFormats.requireAllPages(of: sources) }
        guard let app = options.app else { return sources }
        return try restrict(sources, toApp: app)
    }

    private static func failing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ProductSourceError {
            let place = error.source + (error.line.map { ":\($0)" } ?? "")
            throw RunFailureError(RunFailure(subject: place, reason: error.reason, remedy: error.remedy))
        }
    }

    private static func restrict(_ sources: [ProductSource], toApp app: String) throws -> [ProductSource] {
        var seen: Set<KnownApp> = []
        let apps = sources.flatMap(\.apps).filter { seen.insert($0).inserted }
        guard apps.contains(where: { $0.isNamed(app) }) else {
            let shown = apps.prefix(5).map { SafeText.escaped($0.label, limit: 80) }.joined(separator: ", ")
            let rest = apps.count > 5 ? " and \(apps.count - 5) more" : ""
            throw RunFailureError(
                RunFailure(
                    subject: "--app \(SafeText.escaped(app, limit: 80))", reason: "no source has products of this app",
                    remedy: apps.isEmpty
                        ? "leave --app away: no source tells whose its products are" : "choose one of \(shown)\(rest)"))
        }
        return ProductSource.restricted(sources, toApp: app)
    }
}
