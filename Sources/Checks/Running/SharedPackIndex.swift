import AssetPacks
import Packaging

/// Finds the inputs of a run whose asset packs have one ID, letter case aside, and are for different products.
///
/// Packs of one product are left to ``DuplicateProductID``, and folders that would be given one ID get none: see
/// ``AssetPackPlanning``. Of a pack that names no product nothing is said, for it may be another version of the same.
struct SharedPackIndex: Sendable {
    private struct Pack {
        let identifier: String
        let product: [UInt8]
        let path: [UInt8]
        let name: String
    }

    private let packs: [Pack?]
    private let positions: [String: [Int]]

    /// - Parameter plans: The asset packs that are to be made, by input; `nil` where none are.
    init(_ facts: [ContentFacts], _ plans: [PlannedAssetPack?]?) {
        packs = facts.enumerated().map { position, facts in
            let own = facts.input.assetPack?.manifest?.identifier ?? plans?[position]?.identifier.text
            guard let own, let product = facts.productIdentifier else { return nil }
            return Pack(
                identifier: own.lowercased(), product: Array(product.utf8), path: facts.plainPath,
                name: facts.input.path)
        }
        var positions: [String: [Int]] = [:]
        for (position, pack) in packs.enumerated() {
            if let pack { positions[pack.identifier, default: []].append(position) }
        }
        self.positions = positions
    }

    /// The other inputs with the pack ID of the one at `position`, in the order given.
    func others(than position: Int) -> RivalInputs {
        guard let own = packs[position], let sharing = positions[own.identifier], sharing.count > 1 else {
            return RivalInputs()
        }
        var rivals = RivalInputs()
        for other in sharing.lazy.compactMap({ packs[$0] }) where other.product != own.product && other.path != own.path
        {
            if rivals.count < RivalInputs.most { rivals.paths.append(other.name) }
            rivals.count += 1
        }
        return rivals
    }
}
