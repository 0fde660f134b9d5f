/// Why no Bom can be written of some entries.
package enum BomWriteError: Error, Sendable, Hashable {
    /// The first entry is not the folder `.`.
    case rootIsNotFirst
    /// A path does not have the form `./a/b`.
    case badPath([UInt8])
    /// The folder that holds a path does not stand before it.
    case missingParent([UInt8])
    /// A path stands there twice.
    case duplicatePath([UInt8])
    /// It would be larger than 4 GiB, which its addresses can't express.
    case tooLarge
}

/// Writes a bill of materials: the file `Bom` of a package, which lists the paths of the payload.
///
/// Every block has the number and the bytes that Apple's packages of 2015 have for the same entries. Only where the
/// blocks lie in the file is our own choice: nothing depends on it, and the file comes out smaller. Apple's files also
/// hold some blocks per path that nothing refers to, and that are left out here.
package enum BomWriting {
    /// The bytes of the Bom of these entries, in time and memory linear in their number (but for sorting the names
    /// within a folder).
    /// - Parameter entries: In the order of the payload: `.` first, and each folder before what it holds.
    package static func bytes(_ entries: [BomEntry]) throws(BomWriteError) -> [UInt8] {
        let order = try BomPathOrder(entries)
        var store = BomStoreWriter()
        store.reserve(blocks: 3 * entries.count, bytes: 128 * entries.count)
        var leaves = BomLeaves()
        var pairs = [BomPair](repeating: BomPair(value: 0, key: 0), count: entries.count)
        var large: [(record: UInt32, size: UInt64)] = []
        for (index, entry) in entries.enumerated() {
            let record = store.allocate()
            store.put(record) { BomRecord.append(entry, to: &$0) }
            let name = store.allocate()
            store.put(name) { bytes in
                bytes.append(bigEndian: order.parents[index])
                bytes += entry.path[order.nameStarts[index]...]
                bytes.append(0)
            }
            let value = store.allocate()
            store.put(value) { bytes in
                bytes.append(bigEndian: UInt32(truncatingIfNeeded: index + 1))
                bytes.append(bigEndian: record)
            }
            pairs[Int(order.ranks[index])] = BomPair(value: value, key: name)
            leaves.insert(order.ranks[index]) { store.allocate() }
            if entry.kind == .file, entry.size > UInt64(UInt32.max) { large.append((record, entry.size)) }
        }
        putInfo(of: entries, into: &store)
        putPaths(leaves, pairs, into: &store)
        putEmptyTrees(into: &store)
        putSizes(large, into: &store)
        guard let bytes = store.finish() else { throw .tooLarge }
        return bytes
    }

    /// How many paths there are and what they hold in all. The first two numbers of a group are those of a kind of
    /// processor, for programs; 0 stands for everything else. That the size has 64 bits is a guess: all sizes seen have
    /// fewer than 32.
    private static func putInfo(of entries: [BomEntry], into store: inout BomStoreWriter) {
        var total: UInt64 = 0
        for entry in entries {
            switch entry.kind {
            case .file: total &+= entry.size
            case .symlink(let target): total &+= UInt64(target.count)
            case .directory, .device: break
            }
        }
        store.put(BomLayout.Block.info) { bytes in
            bytes.append(bigEndian: UInt32(1))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: entries.count + 1))
            bytes.append(bigEndian: UInt32(1))
            bytes.append(bigEndian: UInt32(0))
            bytes.append(bigEndian: total)
            bytes.append(bigEndian: UInt32(0))
        }
    }

    private static func putPaths(_ tree: BomLeaves, _ pairs: [BomPair], into store: inout BomStoreWriter) {
        let leaves = tree.leaves.map { leaf in (leaf.block, leaf.ranks.map { pairs[Int($0)] }) }
        let root = putNodes(leaves, root: tree.root, into: &store)
        store.putTree(BomLayout.Block.paths, child: root, count: pairs.count)
    }

    /// The index of hard links and the one of views, neither of which has anything to list.
    private static func putEmptyTrees(into store: inout BomStoreWriter) {
        store.putTree(BomLayout.Block.hardLinks, child: BomLayout.Block.hardLinkLeaf)
        store.putLeaf(BomLayout.Block.hardLinkLeaf)
        store.put(BomLayout.Block.view) { bytes in
            bytes.append(bigEndian: UInt32(1))
            bytes.append(bigEndian: BomLayout.Block.viewTree)
            bytes.append(bigEndian: UInt32(0))
            bytes.append(0)
        }
        store.putTree(
            BomLayout.Block.viewTree, child: BomLayout.Block.viewLeaf, nodeSize: BomLayout.viewNodeSize)
        store.putLeaf(BomLayout.Block.viewLeaf, nodeSize: BomLayout.viewNodeSize)
    }

    /// The sizes from 4 GiB on, under the numbers of the blocks that hold the records.
    private static func putSizes(_ sizes: [(record: UInt32, size: UInt64)], into store: inout BomStoreWriter) {
        var leaves: [(block: UInt32, pairs: [BomPair])] = [(BomLayout.Block.sizeLeaf, [])]
        for (record, size) in sizes {
            let pair = BomPair(value: store.allocate(), key: store.allocate())
            store.put(pair.value) { $0.append(bigEndian: size) }
            store.put(pair.key) { $0.append(bigEndian: record) }
            if leaves[leaves.count - 1].pairs.count == BomLayout.leafCapacity { leaves.append((store.allocate(), [])) }
            leaves[leaves.count - 1].pairs.append(pair)
        }
        let root = putNodes(leaves, root: nil, into: &store)
        store.putTree(BomLayout.Block.sizes, child: root, count: sizes.count)
    }

    /// Adds the leaves of a tree, and the branches above them.
    ///
    /// Up to 511 leaves there is one branch, as at Apple. No Bom of Apple's with more was seen; the leaves are then
    /// dealt out evenly to the fewest branches.
    /// - Parameter root: The number for the topmost branch, where one was given out.
    /// - Returns: the number of the topmost node.
    private static func putNodes(
        _ leaves: [(block: UInt32, pairs: [BomPair])], root: UInt32?, into store: inout BomStoreWriter
    ) -> UInt32 {
        for (index, leaf) in leaves.enumerated() {
            store.putLeaf(
                leaf.block, leaf.pairs, forward: index + 1 < leaves.count ? leaves[index + 1].block : 0,
                backward: index > 0 ? leaves[index - 1].block : 0)
        }
        guard leaves.count > 1 else { return leaves[0].block }
        var level = leaves.map { BomPair(value: $0.block, key: $0.pairs[$0.pairs.count - 1].key) }
        while level.count > BomLayout.branchCapacity {
            let count = (level.count + BomLayout.branchCapacity - 1) / BomLayout.branchCapacity
            level = (0..<count).map { index in
                let children = level[level.count * index / count..<level.count * (index + 1) / count]
                let block = store.allocate()
                store.putBranch(block, children)
                return BomPair(value: block, key: children[children.endIndex - 1].key)
            }
        }
        let top = root ?? store.allocate()
        store.putBranch(top, level[...])
        return top
    }
}
