/// The leaves of the tree of paths while paths are added one by one, split as Apple splits them.
///
/// A leaf that comes to 511 entries keeps the 256 smallest; the others go to a new leaf, which gets its block number at
/// that moment, and with the first split the root above the leaves gets its own. So the numbers of all blocks come out
/// as Apple's.
struct BomLeaves {
    /// One leaf.
    struct Leaf {
        /// The number of its block.
        let block: UInt32
        /// The places of its entries in the order of all keys, ascending.
        var ranks: [UInt32]
    }

    private(set) var leaves = [Leaf(block: BomLayout.Block.firstLeaf, ranks: [])]
    /// The block of the branch above all leaves, once there are two.
    private(set) var root: UInt32?

    private static let kept = 256

    /// Adds an entry.
    /// - Parameters:
    ///   - rank: The place of its key among all keys that will be added.
    ///   - allocate: Gives out the next block number.
    mutating func insert(_ rank: UInt32, allocate: () -> UInt32) {
        // The last leaf that starts at or below the entry; the first takes what is below all.
        let index = max(0, Self.count(of: leaves) { $0.ranks.first ?? 0 <= rank } - 1)
        let position = Self.count(of: leaves[index].ranks) { $0 < rank }
        leaves[index].ranks.insert(rank, at: position)
        guard leaves[index].ranks.count > BomLayout.leafCapacity else { return }
        let moved = Array(leaves[index].ranks[Self.kept...])
        leaves[index].ranks.removeSubrange(Self.kept...)
        leaves.insert(Leaf(block: allocate(), ranks: moved), at: index + 1)
        if root == nil { root = allocate() }
    }

    /// How many elements at the start satisfy a condition that none satisfies after the first that does not.
    private static func count<Element>(of elements: [Element], _ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
