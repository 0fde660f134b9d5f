/// Reads the trees of a Bom.
enum BomTreeReading {
    /// More levels than any tree needs: with two, there are 260,000 entries, with three, a hundred million.
    static let deepest = 8

    private struct Node {
        let block: UInt32
        let isLeaf: Bool
        let forward: UInt32
        let pairs: [BomPair]
        /// The last child of a branch of Apple's form, which has no key.
        let last: UInt32?

        var children: [UInt32] { pairs.map(\.value) + (last.map { [$0] } ?? []) }
    }

    /// What the leaves of a tree hold, in their order.
    ///
    /// Some readers go down the branches and others along the chain of leaves, so both have to tell the same.
    static func pairs(of tree: UInt32, in frame: inout BomFrame) throws(BomFault) -> [BomPair] {
        var reader = BigEndianReader(try frame.take(tree, "a tree"))
        guard let magic = reader.take(4), magic.elementsEqual(BomLayout.treeMagic), reader.nextUInt32() == 1,
            let root = reader.nextUInt32(), let nodeSize = reader.nextUInt32(), let count = reader.nextUInt32()
        else { throw .damaged("its block \(tree) is no tree") }
        var pairs: [BomPair] = []
        var seen: Set<UInt32> = []
        var pending: [(block: UInt32, depth: Int)] = [(root, 1)]
        var forward: UInt32?
        while let (block, depth) = pending.popLast() {
            guard seen.insert(block).inserted else { throw .damaged("its block \(block) is twice in a tree") }
            guard depth <= deepest else { throw .damaged("a tree in it has more than \(deepest) levels") }
            let node = try node(block, nodeSize: nodeSize, in: &frame)
            if node.isLeaf {
                guard forward ?? block == block else { throw chainFault }
                forward = node.forward
                pairs += node.pairs
            } else {
                pending += node.children.reversed().map { ($0, depth + 1) }
            }
        }
        guard forward == 0 else { throw chainFault }
        guard pairs.count == Int(count) else {
            throw .damaged("a tree in it counts \(count) entries and has \(pairs.count)")
        }
        return pairs
    }

    private static let chainFault = BomFault.damaged("the leaves of a tree are chained otherwise than its branches say")

    private static func node(
        _ block: UInt32, nodeSize: UInt32, in frame: inout BomFrame
    ) throws(BomFault) -> Node {
        let bytes = try frame.take(block, "a node")
        var reader = BigEndianReader(bytes)
        guard let isLeaf = reader.nextUInt16(), isLeaf <= 1, let count = reader.nextUInt16(),
            let forward = reader.nextUInt32(), reader.nextUInt32() != nil
        else { throw .damaged("its block \(block) is no node of a tree") }
        // macOS aborts where a node has more than fit its size, even if the block has them.
        let room = min(bytes.count, Int(nodeSize))
        guard BomLayout.nodeHeaderSize + 8 * Int(count) <= room else {
            throw .damaged("its block \(block) counts \(count) entries, more than a node of \(room) bytes has room for")
        }
        var pairs: [BomPair] = []
        pairs.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let value = reader.nextUInt32(), let key = reader.nextUInt32() else { break }
            pairs.append(BomPair(value: value, key: key))
        }
        // Apple counts the keys, one less than the children; bomutils and others give every child a key.
        var last: UInt32?
        if isLeaf == 0, let block = reader.nextUInt32(), block != 0 { last = block }
        if isLeaf == 0, pairs.isEmpty, last == nil { throw .damaged("its block \(block) is a branch without children") }
        return Node(block: block, isLeaf: isLeaf == 1, forward: forward, pairs: pairs, last: last)
    }
}
