/// The frame of a `BOMStore`: numbered blocks, and names for some of them.
struct BomFrame: Sendable {
    /// The whole file.
    let bytes: [UInt8]
    /// The size of the table of blocks, with the block 0 that stands for none and with places not in use.
    let blockCount: Int
    /// The names and the blocks that they stand for.
    let variables: [BomVariable]

    private let table: Int
    /// How many bytes of blocks may still be taken.
    private var budget: Int

    /// Reads header, variables and the head of the table.
    init(_ bytes: [UInt8]) throws(BomFault) {
        guard bytes.starts(with: BomLayout.magic.prefix(bytes.count)) else {
            throw .damaged("it does not begin with \"BOMStore\"")
        }
        var header = BigEndianReader(bytes[...])
        guard header.take(BomLayout.magic.count) != nil, let version = header.nextUInt32(),
            header.nextUInt32() != nil, let table = header.nextUInt32(), let tableLength = header.nextUInt32(),
            let start = header.nextUInt32(), let length = header.nextUInt32()
        else { throw .truncated("it breaks off within its header") }
        guard version == 1 else { throw .unsupported("it is a BOMStore of version \(version)") }
        // The sums can't overflow: `Int` has 64 bits.
        guard Int(table) + Int(tableLength) <= bytes.count else {
            throw .truncated("its table of blocks lies beyond its end")
        }
        guard Int(start) + Int(length) <= bytes.count else { throw .truncated("its variables lie beyond its end") }
        var reader = BigEndianReader(bytes[Int(table)..<Int(table) + Int(tableLength)])
        // The list of free places follows the table within the same length.
        guard let count = reader.nextUInt32(), Int(count) <= reader.remaining / 8 else {
            throw .damaged("its table counts more blocks than it has room for")
        }
        self.bytes = bytes
        self.table = Int(table) + 4
        blockCount = Int(count)
        budget = bytes.count
        variables = try Self.variables(bytes[Int(start)..<Int(start) + Int(length)])
    }

    /// The bytes of a block; `nil` where there is none of this number, or where it does not lie within the file.
    func block(_ number: Int) -> ArraySlice<UInt8>? {
        guard let place = place(number), let end = end(of: place) else { return nil }
        return bytes[Int(place.address)..<end]
    }

    /// Takes the bytes of a block that something refers to.
    ///
    /// Blocks that are in use share no bytes. So all that is taken is no more than the file has; without that bound a
    /// small file could have a large block copied any number of times.
    /// - Parameter role: What the block is ("a record").
    mutating func take(_ number: UInt32, _ role: String) throws(BomFault) -> ArraySlice<UInt8> {
        guard let place = place(Int(number)) else {
            throw .damaged("it has no block \(number), which it refers to as \(role)")
        }
        guard let end = end(of: place) else { throw .truncated("its block \(number), \(role), lies beyond its end") }
        budget -= Int(place.length)
        guard budget >= 0 else { throw .damaged("its blocks share bytes") }
        return bytes[Int(place.address)..<end]
    }

    private func place(_ number: Int) -> BomPlace? {
        guard number > 0, number < blockCount else { return nil }
        let offset = table + 8 * number
        let place = BomPlace(address: self.number(at: offset), length: self.number(at: offset + 4))
        return place.length > 0 ? place : nil
    }

    private func end(of place: BomPlace) -> Int? {
        let end = Int(place.address) + Int(place.length)
        return end <= bytes.count ? end : nil
    }

    private func number(at offset: Int) -> UInt32 {
        UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
            | UInt32(bytes[offset + 3])
    }

    private static func variables(_ bytes: ArraySlice<UInt8>) throws(BomFault) -> [BomVariable] {
        let breaksOff = BomFault.damaged("its list of variables breaks off")
        var reader = BigEndianReader(bytes)
        guard let count = reader.nextUInt32() else { throw breaksOff }
        var variables: [BomVariable] = []
        var names: Set<[UInt8]> = []
        for _ in 0..<count {
            guard let block = reader.nextUInt32(), let length = reader.nextUInt8(),
                var name = reader.take(Int(length))
            else { throw breaksOff }
            // Files from the time of the first iOS count a NUL.
            if name.last == 0 { name.removeLast() }
            guard names.insert(Array(name)).inserted else {
                throw .damaged("it has two variables of the same name")
            }
            variables.append(BomVariable(name: Array(name), block: block))
        }
        return variables
    }
}

/// The name of a block.
package struct BomVariable: Sendable, Hashable {
    /// The name, without a NUL.
    package let name: [UInt8]
    /// The number of the block.
    package let block: UInt32
}
