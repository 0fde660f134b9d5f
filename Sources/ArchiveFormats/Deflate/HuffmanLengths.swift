/// Finds how long the codes of a Huffman code are.
enum HuffmanLengths {
    /// Writes the length of each symbol that is counted.
    /// - Parameters:
    ///   - sorted: `HuffmanCode`'s keys, smallest count first, at least two. They are lost.
    ///   - spare: As much memory again.
    ///   - limit: No code gets longer; 2 to its power is at least the number of keys.
    static func find(
        _ sorted: UnsafeMutableBufferPointer<UInt32>, spare: UnsafeMutableBufferPointer<UInt32>, limit: Int,
        lengths: UnsafeMutableBufferPointer<UInt8>
    ) {
        let count = sorted.count
        for place in 0..<count { spare[place] = sorted[place] >> HuffmanCode.symbolBits }
        let depths = UnsafeMutableBufferPointer(rebasing: spare[..<count])
        findDepths(depths)
        // The rarest symbol is the deepest one.
        if depths[0] > UInt32(limit) { findLimited(sorted, limit: limit, depths: depths) }
        for place in 0..<count {
            lengths[Int(sorted[place] & HuffmanCode.symbolMask)] = UInt8(truncatingIfNeeded: depths[place])
        }
    }

    /// Turns sorted counts into the depths that a Huffman tree gives them, in the memory of the counts alone.
    ///
    /// The method is Moffat's and Katajainen's ("In-place calculation of minimum-redundancy codes", 1995): first the
    /// sums of the nodes, each replaced by its parent when it is joined; then the depths of the nodes from the root
    /// on; then, from how many nodes a depth has, how many leaves are there.
    private static func findDepths(_ values: UnsafeMutableBufferPointer<UInt32>) {
        let count = values.count
        var leaf = 0
        var root = 0
        for node in 0..<(count - 1) {
            // The two smallest among the leaves and the nodes that have no parent yet. There always are two: nodes
            // `root..<node` and leaves `leaf..<count` number `count - node` together.
            var sum: UInt32 = 0
            for _ in 0..<2 {
                // Which of the two it is can't be foretold, so there are no branches here.
                let ofLeaf = leaf < count ? values[leaf] : .max
                let ofRoot = root < node ? values[root] : .max
                let takesRoot = ofRoot < ofLeaf
                sum &+= takesRoot ? ofRoot : ofLeaf
                values[root] = takesRoot ? UInt32(truncatingIfNeeded: node) : values[root]
                root &+= takesRoot ? 1 : 0
                leaf &+= takesRoot ? 0 : 1
            }
            values[node] = sum
        }
        values[count - 2] = 0
        for node in stride(from: count - 3, through: 0, by: -1) { values[node] = values[Int(values[node])] &+ 1 }
        var available = 1
        var depth: UInt32 = 0
        var next = count - 1
        root = count - 2
        while available > 0 {
            var inner = 0
            while root >= 0, values[root] == depth {
                inner += 1
                root -= 1
            }
            while available > inner {
                values[next] = depth
                next -= 1
                available -= 1
            }
            available = inner * 2
            depth += 1
        }
    }

    /// The best depths where none may pass the limit: package-merge (Larmore and Hirschberg, 1990).
    ///
    /// Each of `limit` rounds merges the symbols, by count, with pairs of what the round before had. The first
    /// `2 * count - 2` items of the last round are taken; their pairs say how many to take of the round before, and so
    /// on. A symbol's length is the number of rounds in which it is taken. As symbols are taken in order, a round needs
    /// to remember no more than which of its items are symbols.
    private static func findLimited(
        _ sorted: UnsafeMutableBufferPointer<UInt32>, limit: Int, depths: UnsafeMutableBufferPointer<UInt32>
    ) {
        let count = sorted.count
        let most = 2 * count - 2
        // Sums of a round: at most 2^9 symbols of counts below 2^23 each, and a pair counts none of them more than
        // `limit` times, so 64 bits are far enough.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: most * 2) { sums in
            withUnsafeTemporaryAllocation(of: Bool.self, capacity: most * limit) { isSymbol in
                var current = 0
                var filled = 0
                for round in 0..<limit {
                    let before = current
                    let pairs = filled / 2
                    current = most - current
                    filled = min(count + pairs, most)
                    var symbol = 0
                    var pair = 0
                    for item in 0..<filled {
                        let sum =
                            pair < pairs ? sums[before + 2 * pair] + sums[before + 2 * pair + 1] : UInt64.max
                        let own = symbol < count ? UInt64(sorted[symbol] >> HuffmanCode.symbolBits) : UInt64.max
                        let takesSymbol = own <= sum
                        isSymbol[round * most + item] = takesSymbol
                        sums[current + item] = takesSymbol ? own : sum
                        if takesSymbol { symbol += 1 } else { pair += 1 }
                    }
                }
                depths.update(repeating: 0)
                var taken = most
                for round in stride(from: limit - 1, through: 0, by: -1) {
                    var symbols = 0
                    for item in 0..<taken where isSymbol[round * most + item] { symbols += 1 }
                    for place in 0..<symbols { depths[place] += 1 }
                    taken = 2 * (taken - symbols)
                }
            }
        }
    }
}
