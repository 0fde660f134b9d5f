/// Tells from a sample whether a search for matches makes bytes smaller than a Huffman code alone does.
///
/// It does for text, tables and machine code; hardly for photos and sound, where it costs nine times the time. Some
/// windows of the bytes are searched for repeated runs, as fast and as badly as can be. They are small, so that there
/// can be many: a large file may hold many things.
struct MatchProbe: ~Copyable {
    /// How large a window is. Matches of text are near enough to show in it.
    private static let window = 6 * 1024
    /// How many windows there are, evenly spread.
    private static let windows = 8
    /// Matches help where they spare one byte of this many. Photos and most sound are far below that, and nearly all else
    /// is fifty times above.
    private static let worthwhile = 500
    /// After so many misses in a row each step gets longer by one: noise is soon passed.
    private static let patience = 64

    private static let tableBits: UInt32 = 12
    /// Where bytes with this hash were last seen in the window, by one more than the place.
    private let places = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 1 << tableBits)

    init() { places.initialize(repeating: 0) }

    deinit { places.deallocate() }

    /// Whether to search for matches.
    borrowing func helps(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let sample = min(bytes.count, Self.windows * Self.window)
        let enough = max(sample / Self.worthwhile, 1)
        return spared(bytes, enough: enough) >= enough
    }

    /// How many bytes matches in the windows spare, beyond what they cost.
    /// - Parameter enough: The search may end where it has found so many.
    borrowing func spared(_ bytes: UnsafeRawBufferPointer, enough: Int) -> Int {
        guard bytes.count > Self.windows * Self.window else {
            // The windows touch, whatever is left is in the last one.
            return stride(from: 0, to: bytes.count, by: Self.window).reduce(0) { sum, start in
                let end = min(start + Self.window, bytes.count)
                return sum + spared(inWindow: bytes[start..<end], enough: enough - sum)
            }
        }
        let share = bytes.count / Self.windows
        var sum = 0
        for window in 0..<Self.windows where sum < enough {
            let start = share * window + (share - Self.window) / 2
            sum += spared(inWindow: bytes[start..<start + Self.window], enough: enough - sum)
        }
        return sum
    }

    private borrowing func spared(inWindow slice: Slice<UnsafeRawBufferPointer>, enough: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: slice)
        guard enough > 0, bytes.count >= 64, bytes.count < 0xFFFF, let start = bytes.baseAddress,
            let table = places.baseAddress
        else { return 0 }
        places.update(repeating: 0)
        // Four bytes are read at places up to here, and at earlier ones; a hash is below the table's size.
        let last = bytes.count - 4
        var position = 0
        var spared = 0
        var misses = 0
        while position <= last, spared < enough {
            let here = start.loadUnaligned(fromByteOffset: position, as: UInt32.self)
            let hash = Int((here.littleEndian &* 0x9E37_79B1) &>> (32 - Self.tableBits))
            let before = Int(table[hash]) &- 1
            table[hash] = UInt16(truncatingIfNeeded: position &+ 1)
            guard before >= 0, start.loadUnaligned(fromByteOffset: before, as: UInt32.self) == here else {
                misses &+= 1
                position &+= 1 &+ misses / Self.patience
                continue
            }
            var length = 4
            while position + length < bytes.count, bytes[before + length] == bytes[position + length] { length += 1 }
            // A match costs about as much as three literals.
            spared += length - 3
            position += length
            misses = 0
        }
        return spared
    }
}
