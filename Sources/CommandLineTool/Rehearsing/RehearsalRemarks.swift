import DeliveryRehearsal

/// What is said of a rehearsal beside its timeline.
enum RehearsalRemarks {
    /// What was asked for on the command line and did not come.
    static func unplayed(_ troubles: [Trouble], _ options: RehearsalOptions) -> [String] {
        let owned = Set(options.owned)
        let lost = owned.isEmpty ? [] : options.wanted.filter { !owned.contains($0) }
        return troubles.compactMap(option).map { "did not happen: \($0)" }
            + lost.map { "did not happen: --only \($0), which --own does not name" }
    }

    private static func option(for trouble: Trouble) -> String? {
        switch trouble {
        case .failDownload(let product, let percent): "--fail \(product)@\(percent)"
        case .cancelDownload(let product, let percent): "--cancel \(product)@\(percent)"
        case .pauseDownload(let product, let percent): "--pause \(product)@\(percent)"
        case .fullDisk(let product): "--full-disk \(product)"
        case .quit(let event, let product): "--quit-at \(event)\(product.map { "@\($0)" } ?? "")"
        // No option asks for these.
        case .failPurchase, .deferPurchase, .failRestore: nil
        }
    }
}
