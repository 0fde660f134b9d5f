/// The app that a user chose by one of its names, with the other names that the sources of the run give it.
///
/// Each kind of source has names of its own: a catalogue report the number and the name, a sales report the SKU, an
/// answer of the API mostly the number. Names of different kinds can't be compared.
struct AppChoice {
    /// What a product's app is to the one chosen.
    enum Relation {
        case chosen
        case other
        /// They share no kind of name.
        case unknown
    }

    /// The values of each kind of name, by bytes, in the order of ``kinds``.
    private var values: [Set<[UInt8]>]

    /// The kinds of names. The first that two apps both have decides: numbers and bundle identifiers are given once, SKUs
    /// once in an account, and names may be shared by the versions for two systems.
    private static let kinds: [@Sendable (KnownApp) -> String?] = [
        { $0.appleID }, { $0.bundleIdentifier }, { $0.sku }, { $0.name },
    ]

    /// Gathers what the sources tell of each app that the text names.
    init(_ text: String, in sources: [ProductSource]) {
        values = Self.kinds.map { _ in [] }
        let apps = Set(sources.flatMap { ($0.products + $0.deleted).compactMap(\.app) })
        for app in apps where app.isNamed(text) {
            for (index, kind) in Self.kinds.enumerated() {
                if let value = kind(app) { values[index].insert(Array(value.utf8)) }
            }
        }
        // Digits alone are a number of the App Store, even where no source has it.
        let isNumber =
            !text.isEmpty
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isNumber, values[0].isEmpty { values[0].insert(Array(text.utf8)) }
    }

    /// What the app of a product is to the one chosen.
    func relation(to app: KnownApp?) -> Relation {
        guard let app else { return .unknown }
        for (values, kind) in zip(values, Self.kinds) where !values.isEmpty {
            if let value = kind(app) { return values.contains(Array(value.utf8)) ? .chosen : .other }
        }
        return .unknown
    }
}

extension ProductSource {
    /// The sources with the products of one app, whichever of its names the text is; those of which nothing tells that
    /// they are another app's stay.
    public static func restricted(_ sources: [ProductSource], toApp app: String) -> [ProductSource] {
        let choice = AppChoice(app, in: sources)
        return sources.map { $0.restricted(to: choice) }
    }

    /// The source with the products of one app, as far as it tells itself; those of which it does not stay.
    public func restricted(toApp app: String) -> ProductSource { restricted(to: AppChoice(app, in: [self])) }

    private func restricted(to choice: AppChoice) -> ProductSource {
        func isOther(_ product: KnownProduct) -> Bool { choice.relation(to: product.app) == .other }
        var guesses = guesses
        let doubtful = products.count { choice.relation(to: $0.app) == .unknown }
        if doubtful > 0, authority != .commandLine {
            guesses.append(
                doubtful == products.count
                    ? "It does not tell whose its products are, so all are taken for those of the app chosen."
                    : "It does not tell whose these are, so they are taken for those of the app chosen: "
                        + "\(RemarkText.count(doubtful)).")
        }
        return ProductSource(
            name: name, format: format, authority: authority, date: date, guesses: guesses, remarks: remarks,
            products: products.filter { !isOther($0) }, deleted: deleted.filter { !isOther($0) },
            ofOtherApps: ofOtherApps + products.filter(isOther), pages: pages)
    }
}
