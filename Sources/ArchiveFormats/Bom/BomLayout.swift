/// The numbers that a Bom of Apple's is built with. They agree in every one that was measured.
enum BomLayout {
    /// The first bytes of a file.
    static let magic = Array("BOMStore".utf8)
    /// How much of the file the header takes, mostly zeros.
    static let headerSize = 512
    /// The first bytes of the block that describes a tree.
    static let treeMagic = Array("tree".utf8)
    /// The bytes of a node before its entries: whether it is a leaf, the count, the leaves after and before it.
    static let nodeHeaderSize = 12
    /// The size of a node.
    static let nodeSize = 4096
    /// The size of the only node of `VIndex`.
    static let viewNodeSize = 128
    /// The most entries of a leaf: a pair of block numbers each. With more, macOS aborts.
    static let leafCapacity = (nodeSize - nodeHeaderSize) / 8
    /// The most children of a branch: the last has no key.
    static let branchCapacity = leafCapacity + 1

    /// The blocks that are always there.
    enum Block {
        static let info: UInt32 = 1
        static let paths: UInt32 = 2
        static let firstLeaf: UInt32 = 3
        static let hardLinks: UInt32 = 4
        static let hardLinkLeaf: UInt32 = 5
        static let view: UInt32 = 6
        static let viewTree: UInt32 = 7
        static let viewLeaf: UInt32 = 8
        static let sizes: UInt32 = 9
        static let sizeLeaf: UInt32 = 10
    }

    /// The names of what is in a Bom and the blocks to start from, in Apple's order.
    static let variables: [(name: String, block: UInt32)] = [
        ("BomInfo", Block.info), ("Paths", Block.paths), ("HLIndex", Block.hardLinks), ("VIndex", Block.view),
        ("Size64", Block.sizes),
    ]
}

/// What a leaf holds for one key: the blocks of the value and of the key.
struct BomPair: Sendable, Hashable {
    /// The block of the value.
    var value: UInt32
    /// The block of the key.
    var key: UInt32
}
