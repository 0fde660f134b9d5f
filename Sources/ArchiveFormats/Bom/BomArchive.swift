/// A bill of materials that was read: what an installer believes of the payload before it unpacks it.
///
/// It is held to what Apple's readers rely on, and refused where two readers could see different things in it. What is
/// read takes memory in proportion to the file.
package struct BomArchive: Sendable {
    /// The paths in the order of the leaves: by the number of the folder, and by name within it.
    package let entries: [BomEntry]
    /// The number of each path, in the same order; Apple counts from 1 in the order of the payload.
    package let numbers: [UInt32]
    /// The architecture in the record of each path, in the same order: 15 for anything but programs.
    package let architectures: [UInt16]

    private let frame: BomFrame

    /// Reads a Bom.
    /// - Parameter mostPathBytes: What all paths together may take in bytes; a multiple of the Bom's size where it is
    ///   `nil`. A few hundred folders, each in the one before, have more than that.
    package init(_ bytes: [UInt8], mostPathBytes: Int? = nil) throws(BomFault) {
        var frame = try BomFrame(bytes)
        guard let tree = frame.variables.first(where: { $0.name.elementsEqual("Paths".utf8) }) else {
            let isCatalogue = frame.variables.contains { $0.name.elementsEqual("CARHEADER".utf8) }
            let kind = isCatalogue ? "a compiled asset catalogue" : "a BOMStore of some other kind"
            throw .unsupported("it is \(kind), and lists no paths")
        }
        let sizes = try Self.sizes(in: &frame)
        var parts: [BomPathBuilding.Part] = []
        var entries: [BomEntry] = []
        var architectures: [UInt16] = []
        for pair in try BomTreeReading.pairs(of: tree.block, in: &frame) {
            let (part, record) = try Self.part(pair, in: &frame)
            if let last = parts.last { try Self.requireOrder(last, part) }
            var read = try BomRecord.read(try frame.take(record, "a record"), path: part.number)
            if read.entry.kind == .file, let size = sizes[record] {
                guard UInt32(truncatingIfNeeded: size) == UInt32(truncatingIfNeeded: read.entry.size) else {
                    throw .damaged("its path \(part.number) has two sizes")
                }
                read.entry.size = size
            }
            parts.append(part)
            entries.append(read.entry)
            architectures.append(read.architecture)
        }
        guard !parts.isEmpty else { throw .damaged("it lists no paths") }
        let building = try BomPathBuilding(
            parts, isDirectory: entries.map { $0.kind == .directory }, fileSize: bytes.count,
            mostPathBytes: mostPathBytes)
        let paths = try building.paths()
        for index in entries.indices { entries[index].path = paths[index] }
        self.entries = entries
        self.architectures = architectures
        numbers = parts.map(\.number)
        self.frame = frame
    }

    /// The size of the table of blocks, with the block 0 that stands for none and with places not in use.
    package var blockCount: Int { frame.blockCount }

    /// The names of blocks.
    package var variables: [BomVariable] { frame.variables }

    /// The bytes of a block; `nil` where there is none of this number, or where it does not lie within the file.
    package func block(_ number: Int) -> ArraySlice<UInt8>? { frame.block(number) }

    /// The sizes that don't fit a record, by the number of its block.
    private static func sizes(in frame: inout BomFrame) throws(BomFault) -> [UInt32: UInt64] {
        guard let tree = frame.variables.first(where: { $0.name.elementsEqual("Size64".utf8) }) else { return [:] }
        var sizes: [UInt32: UInt64] = [:]
        for pair in try BomTreeReading.pairs(of: tree.block, in: &frame) {
            var key = BigEndianReader(try frame.take(pair.key, "the key of a size"))
            var value = BigEndianReader(try frame.take(pair.value, "a size"))
            guard let record = key.nextUInt32(), let size = value.nextUInt64(),
                sizes.updateValue(size, forKey: record) == nil
            else { throw .damaged("its list of sizes above 4 GiB is broken") }
        }
        return sizes
    }

    /// The number, parent and name of a path, and the block of its record.
    private static func part(
        _ pair: BomPair, in frame: inout BomFrame
    ) throws(BomFault) -> (BomPathBuilding.Part, record: UInt32) {
        var value = BigEndianReader(try frame.take(pair.value, "the number of a path"))
        guard let number = value.nextUInt32(), let record = value.nextUInt32() else {
            throw .damaged("its block \(pair.value) breaks off before the number of a record")
        }
        var key = BigEndianReader(try frame.take(pair.key, "a name"))
        guard let parent = key.nextUInt32(), let name = key.take(key.remaining), name.last == 0 else {
            throw .damaged("the name of its path \(number) has no end")
        }
        let part = BomPathBuilding.Part(number: number, parent: parent, name: name.dropLast())
        let isGood = parent == 0 ? part.name.elementsEqual(".".utf8) : BomPathOrder.isName(part.name)
        guard isGood else { throw .damaged("its path \(number) has a name that nothing can have in a folder") }
        return (part, record)
    }

    /// `lsbom` stops at the first path out of order.
    private static func requireOrder(
        _ first: BomPathBuilding.Part, _ second: BomPathBuilding.Part
    ) throws(BomFault) {
        let isOrdered =
            first.parent == second.parent
            ? BomPathOrder.precedes(first.name, second.name) : first.parent < second.parent
        guard isOrdered else {
            throw .damaged("its path \(second.number) stands out of order, or twice, where Apple's tools stop reading")
        }
    }
}
