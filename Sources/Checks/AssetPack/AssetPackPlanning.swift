public import AssetPacks
import ContentModel
import Packaging

/// How the asset packs of a run are planned.
public struct AssetPackPlanning: Sendable {
    /// Which product has which ID; a product that is not in it gets one.
    public var identifiers: AssetPackIDMap
    /// When devices download the packs.
    public var downloadPolicy: DownloadPolicy
    /// Where they are for.
    public var platforms: [AssetPackPlatform]

    /// Creates a planning; without arguments, for packs of iOS that the app asks for.
    public init(
        identifiers: AssetPackIDMap = AssetPackIDMap(), downloadPolicy: DownloadPolicy = .onDemand,
        platforms: [AssetPackPlatform] = [.iOS]
    ) {
        self.identifiers = identifiers
        self.downloadPolicy = downloadPolicy
        self.platforms = platforms
    }

    /// The plan of one input, or why it has none.
    struct Outcome: Sendable {
        var plan: PlannedAssetPack?
        var clash: AssetPackIDClash?
    }

    /// The plans of all inputs, in their order; those with a product ID from which one can be made have one.
    func plans(for facts: [ContentFacts]) -> [Outcome] {
        let products = facts.map { $0.input.kind == .aar ? nil : $0.productIdentifier }
        var map = identifiers
        let assigned = map.assign(products.compactMap(\.self))
        // By bytes: `String` takes two Unicode forms of one letter for equal.
        var outcomes: [[UInt8]: Outcome] = [:]
        for assignment in assigned {
            var outcome = Outcome()
            switch assignment.outcome {
            case .known(let identifier), .new(let identifier):
                outcome.plan = PlannedAssetPack(
                    identifier: identifier, downloadPolicy: downloadPolicy, platforms: platforms)
            case .collision(let identifier, let others):
                outcome.clash = AssetPackIDClash(identifier: identifier, products: others)
            case .impossible: break
            }
            outcomes[Array(assignment.productIdentifier.utf8)] = outcome
        }
        return products.map { $0.flatMap { outcomes[Array($0.utf8)] } ?? Outcome() }
    }
}

/// An asset-pack ID that several products would have.
public struct AssetPackIDClash: Sendable, Hashable {
    /// The ID as it would be made of this product's.
    public let identifier: AssetPackIdentifier
    /// The IDs of the other products that have it, or would have it, letter case aside; the first of them.
    public let products: [String]

    /// Creates a clash.
    public init(identifier: AssetPackIdentifier, products: [String]) {
        self.identifier = identifier
        self.products = products
    }
}
