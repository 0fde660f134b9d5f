/// Tells from a sample whether a search for matches makes bytes smaller than a Huffman code alone does.
///
/// It does for text, tables and machine code; hardly for photos and sound, where it costs nine times the time. Some
/// windows of the bytes are searched for repeated runs, as fast and as badly as can be. They are small, so that there can be
/// many: a large file may hold many things.
struct MatchProbe: ~Copyable {
    /// How large a window is, and how many there are. Matches of text are near enough to show in it.
    private static let window = 6 * 1024
    private static let windows = 8
    private static let tableBits: UInt32 = 12
    /// Where bytes with this hash were last seen in the window, by one more than the place.
    private let places = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 1 << tableBits)

    init() { places.initialize(repeating: 0) }

    deinit { places.deallocate() }

    /// Whether to search for matches.
    ///
    /// Photos score up to 0.001 and most sound up to 0.005; nearly all else is above 0.1.
    borrowing func helps(_ bytes: UnsafeRawBufferPointer) -> Bool {
        score(bytes) >= 0.006
    }

    /// The part of the bytes that matches spare, beyond what they cost.
    borrowing func score(_ bytes: UnsafeRawBufferPointer) -> Double {
        guard bytes.count > Self.windows * Self.window else { return Self.part(saved(bytes[...]), bytes.count) }
        var sum = 0
        for window in 0..<Self.windows {
            let share = bytes.count / Self.windows
            let start = share * window + (share - Self.window) / 2
            sum += saved(bytes[start..<start + Self.window])
        }
        return Self.part(sum, Self.windows * Self.window)
    }

    private static func part(_ saved: Int, _ count: Int) -> Double { count == 0 ? 0 : Double(saved) / Double(count) }

    private borrowing func saved(_ slice: Slice<UnsafeRawBufferPointer>) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: slice)
        guard bytes.count >= 64, bytes.count <= 0xFFFF, let start = bytes.baseAddress, let table = places.baseAddress
        else { return 0 }
        places.update(repeating: 0)
        let last = bytes.count - 8
        var position = 0
        var saved = 0
        while position < last {
            let here = start.loadUnaligned(fromByteOffset: position, as: UInt32.self)
            let hash = Int((here &* 0x9E37_79B1) &>> (32 - Self.tableBits))
            let before = Int(table[hash]) - 1
            table[hash] = UInt16(truncatingIfNeeded: position + 1)
            guard before >= 0, start.loadUnaligned(fromByteOffset: before, as: UInt32.self) == here else {
                position += 1
                continue
            }
            var length = 4
            while position + length < bytes.count, length < 258, bytes[before + length] == bytes[position + length] {
                length += 1
            }
            // A match costs about as much as three literals.
            saved += length - 3
            position += length
        }
        return saved
    }
}
