@testable import ArchiveFormats

/// The blocks of a Bom, found without the reader under test, and changed in place.
struct PlainBom {
    private(set) var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ entries: [BomEntry]) throws { bytes = try BomWriting.bytes(entries) }

    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// The size of the table.
    var count: Int { number(number(16)) }
    /// How many blocks the header counts.
    var usedCount: Int { number(12) }
    /// Where the variables are, and the bytes of them.
    var variableStart: Int { number(24) }
    var variables: [UInt8] { Array(bytes[variableStart..<variableStart + number(28)]) }

    /// Where the address of a block stands; its length follows.
    func place(_ index: Int) -> Int { number(16) + 4 + 8 * index }

    func block(_ index: Int) -> [UInt8] {
        let place = place(index)
        return Array(bytes[number(place)..<number(place) + number(place + 4)])
    }

    /// Replaces the bytes at an offset, of a block or, where none is told, of the file.
    func changing(_ block: Int? = nil, at offset: Int, to new: [UInt8]) -> PlainBom {
        let start = (block.map { number(place($0)) } ?? 0) + offset
        var changed = self
        changed.bytes.replaceSubrange(start..<start + new.count, with: new)
        return changed
    }

    /// Replaces four bytes with a number.
    func changing(_ block: Int? = nil, at offset: Int, to number: Int) -> PlainBom {
        var new: [UInt8] = []
        new.append(bigEndian: UInt32(number))
        return changing(block, at: offset, to: new)
    }

    /// Gives a block other bytes, appended to the file.
    func replacing(_ block: Int, with new: [UInt8]) -> PlainBom {
        var changed = changing(at: place(block), to: bytes.count).changing(at: place(block) + 4, to: new.count)
        changed.bytes += new
        return changed
    }
}
