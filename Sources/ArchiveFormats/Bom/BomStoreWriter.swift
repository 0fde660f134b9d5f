/// Puts numbered blocks into the frame of a `BOMStore`.
struct BomStoreWriter {
    private(set) var bytes = [UInt8](repeating: 0, count: BomLayout.headerSize)
    /// The address and length of each block; the block 0 stands for none.
    private var places = [BomPlace](repeating: BomPlace(), count: Int(BomLayout.Block.sizeLeaf) + 1)

    /// Gives out the next number.
    mutating func allocate() -> UInt32 {
        places.append(BomPlace())
        return UInt32(truncatingIfNeeded: places.count - 1)
    }

    /// Makes room for so many more blocks.
    mutating func reserve(blocks: Int, bytes count: Int) {
        places.reserveCapacity(places.count + blocks)
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Adds the content of a block: the bytes that `append` appends, then zeros up to `size`.
    mutating func put(_ number: UInt32, size: Int = 0, _ append: (inout [UInt8]) -> Void) {
        let start = bytes.count
        append(&bytes)
        let padding = size - (bytes.count - start)
        if padding > 0 { bytes.append(contentsOf: repeatElement(0, count: padding)) }
        places[Int(number)] = BomPlace(
            address: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: bytes.count - start))
    }

    /// Adds the block that describes a tree.
    mutating func putTree(_ number: UInt32, child: UInt32, nodeSize: Int = BomLayout.nodeSize, count: Int = 0) {
        put(number) { bytes in
            bytes += BomLayout.treeMagic
            bytes.append(bigEndian: UInt32(1))
            bytes.append(bigEndian: child)
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: nodeSize))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: count))
            bytes.append(0)
        }
    }

    /// Adds a leaf, with the numbers of the leaves after and before it, or 0.
    mutating func putLeaf(
        _ number: UInt32, _ pairs: [BomPair] = [], forward: UInt32 = 0, backward: UInt32 = 0,
        nodeSize: Int = BomLayout.nodeSize
    ) {
        put(number, size: nodeSize) { bytes in
            bytes.append(bigEndian: UInt16(1))
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: pairs.count))
            bytes.append(bigEndian: forward)
            bytes.append(bigEndian: backward)
            for pair in pairs {
                bytes.append(bigEndian: pair.value)
                bytes.append(bigEndian: pair.key)
            }
        }
    }

    /// Adds a branch as Apple writes it: each child and the last key below it, and of the last child no key. The count
    /// is that of the keys.
    mutating func putBranch(_ number: UInt32, _ children: ArraySlice<BomPair>) {
        put(number, size: BomLayout.nodeSize) { bytes in
            bytes.append(bigEndian: UInt16(0))
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: children.count - 1))
            bytes.append(bigEndian: UInt64(0))
            for child in children.dropLast() {
                bytes.append(bigEndian: child.value)
                bytes.append(bigEndian: child.key)
            }
            if let last = children.last { bytes.append(bigEndian: last.value) }
        }
    }

    /// Adds the variables and the table of blocks, and completes the header.
    /// - Returns: the whole file; `nil` where it is too large for the addresses, which have 32 bits.
    consuming func finish() -> [UInt8]? {
        let variables = bytes.count
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: BomLayout.variables.count))
        for variable in BomLayout.variables {
            bytes.append(bigEndian: variable.block)
            bytes.append(UInt8(truncatingIfNeeded: variable.name.utf8.count))
            bytes += variable.name.utf8
        }
        let table = bytes.count
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: places.count))
        for place in places {
            bytes.append(bigEndian: place.address)
            bytes.append(bigEndian: place.length)
        }
        // No free places, and the two empty ones that always follow.
        bytes.append(contentsOf: repeatElement(0, count: 4 + 2 * 8))
        guard bytes.count <= UInt32.max else { return nil }
        var header = BomLayout.magic
        let fields = [1, places.count - 1, table, bytes.count - table, variables, table - variables]
        for field in fields { header.append(bigEndian: UInt32(truncatingIfNeeded: field)) }
        bytes.replaceSubrange(..<header.count, with: header)
        return bytes
    }
}

/// Where a block lies in the file, and its length.
struct BomPlace: Sendable, Hashable {
    /// The offset of the first byte.
    var address: UInt32 = 0
    /// The count of bytes; a block of none is not in use.
    var length: UInt32 = 0
}
