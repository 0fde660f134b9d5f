import AssetPacks
import Packaging

/// Finds the inputs of a run whose asset packs have one ID, letter case aside, and are for different products.
///
/// Packs of one product are left to ``DuplicateProductID``, and folders that would be given one ID get none: see
/// ``AssetPackPlanning``. Of a pack that names no product nothing is said, for it may be another version of the same.
///
/// A path that is given twice is for one product both times, so products alone tell who is a rival.
struct SharedPackIndex: Sendable {
    private struct Pack {
        let identifier: String
        let product: [UInt8]
    }

    /// The inputs whose packs have one ID.
    private struct Sharing {
        /// How many there are for each product.
        var counts: [[UInt8]: Int] = [:]
        var count = 0
        /// The first of them, and of each product ``RivalInputs/most`` at most: whatever product is left out, so many
        /// are among twice as many.
        var first: [(product: [UInt8], name: String)] = []

        mutating func add(_ product: [UInt8], _ name: String) {
            count += 1
            counts[product, default: 0] += 1
            if counts[product, default: 0] <= RivalInputs.most, first.count < 2 * RivalInputs.most {
                first.append((product, name))
            }
        }
    }

    private let packs: [Pack?]
    private let sharing: [String: Sharing]

    /// - Parameter plans: The asset packs that are to be made, by input; `nil` where none are.
    init(_ facts: [ContentFacts], _ plans: [PlannedAssetPack?]?) {
        packs = facts.enumerated().map { position, facts in
            let own = facts.input.assetPack?.manifest?.identifier ?? plans?[position]?.identifier.text
            guard let own, let product = facts.productIdentifier else { return nil }
            return Pack(identifier: own.lowercased(), product: Array(product.utf8))
        }
        var sharing: [String: Sharing] = [:]
        for (facts, pack) in zip(facts, packs) {
            guard let pack else { continue }
            sharing[pack.identifier, default: Sharing()].add(pack.product, facts.input.path)
        }
        self.sharing = sharing
    }

    /// The other inputs with the pack ID of the one at `position`, in the order given.
    func others(than position: Int) -> RivalInputs {
        guard let own = packs[position], let sharing = sharing[own.identifier] else { return RivalInputs() }
        var rivals = RivalInputs()
        rivals.count = sharing.count - (sharing.counts[own.product] ?? 0)
        rivals.paths = sharing.first.lazy.filter { $0.product != own.product }.prefix(RivalInputs.most).map(\.name)
        return rivals
    }
}
