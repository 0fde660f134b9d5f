/// How often the symbols of both codes occur, side by side.
struct SymbolCounts {
    /// Those of literals, the end of the block, and lengths; and then those of offsets.
    let all: UnsafeMutablePointer<UInt32>

    static let literalCount = 286
    static let offsetCount = 30
    /// Offsets start on a boundary of 16 bytes.
    private static let offsetStart = 288
    /// How many there are, with those between that are always 0.
    static let count = offsetStart + offsetCount + 2
    /// Bytes of memory.
    static let byteCount = 4 * count

    /// Takes `memory` of ``byteCount`` bytes, aligned to 4, and starts with 0.
    init(in memory: UnsafeMutableRawPointer) {
        all = memory.bindMemory(to: UInt32.self, capacity: Self.count)
        clear()
    }

    var literals: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: all, count: Self.literalCount) }
    var offsets: UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: all + Self.offsetStart, count: Self.offsetCount)
    }

    func clear() { all.update(repeating: 0, count: Self.count) }

    func copy(_ other: SymbolCounts) { all.update(from: other.all, count: Self.count) }

    func add(_ other: SymbolCounts) {
        for symbol in 0..<Self.count { all[symbol] &+= other.all[symbol] }
    }

    @inline(__always) func count(literal byte: UInt8) { all[Int(byte)] &+= 1 }
    @inline(__always) func count(lengthSymbol: Int) { all[lengthSymbol] &+= 1 }
    @inline(__always) func count(offsetSymbol: Int) { all[Self.offsetStart &+ offsetSymbol] &+= 1 }
}
