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
    /// What is smaller is deflated in one way; a run is at least an eighth of what is divided.
    private static let leastDivided = 256 * 1024
    /// After so many misses in a row each step gets longer by one: noise is soon passed.
    private static let patience = 64

    private static let tableBits: UInt32 = 12
    /// Where bytes with this hash were last seen in the window, by one more than the place.
    private let places = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 1 << tableBits)

    init() { places.initialize(repeating: 0) }

    deinit { places.deallocate() }

    /// Whether to search for matches.
    borrowing func helps(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > Self.windows * Self.window else { return helpsClosely(bytes[...]) }
        let enough = Self.windows * Self.window / Self.worthwhile
        var sum = 0
        for place in 0..<Self.windows where sum < enough {
            sum += spared(inWindow: bytes[Self.window(in: Self.share(place, of: bytes))], enough: enough - sum)
        }
        return sum >= enough
    }

    /// Bytes that are best deflated in the same way.
    struct Run: Equatable {
        var range: Range<Int>
        var helps: Bool
    }

    /// Divides bytes into runs, of which every second one is better deflated without a search for matches.
    ///
    /// A large file may hold text and photos next to one another, and each is then deflated in its own way. A run gives up
    /// the matches with what is before it, so one without a search has to be long, and is searched closely before it
    /// is left alone.
    borrowing func runs(_ bytes: UnsafeRawBufferPointer) -> [Run] {
        guard bytes.count >= Self.leastDivided else { return [Run(range: 0..<bytes.count, helps: helps(bytes))] }
        let enough = Self.window / Self.worthwhile
        var helps = (0..<Self.windows).map { place in
            spared(inWindow: bytes[Self.window(in: Self.share(place, of: bytes))], enough: enough) >= enough
        }
        guard helps.contains(true), helps.contains(false) else {
            return [Run(range: 0..<bytes.count, helps: helps[0])]
        }
        for place in 0..<Self.windows where !helps[place] {
            helps[place] = helpsClosely(bytes[Self.share(place, of: bytes)])
        }
        var runs: [Run] = []
        for place in 0..<Self.windows {
            // Alone among others that are searched, so too short.
            let isAlone = (place == 0 || helps[place - 1]) && (place == Self.windows - 1 || helps[place + 1])
            let run = Run(range: Self.share(place, of: bytes), helps: helps[place] || isAlone)
            if let last = runs.last, last.helps == run.helps {
                runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
            } else {
                runs.append(run)
            }
        }
        return runs
    }

    /// One of as many equal shares as there are windows.
    private static func share(_ place: Int, of bytes: UnsafeRawBufferPointer) -> Range<Int> {
        (bytes.count * place / windows)..<(bytes.count * (place + 1) / windows)
    }

    /// The window in the middle of a share that is larger.
    private static func window(in share: Range<Int>) -> Range<Int> {
        let start = share.lowerBound + (share.count - window) / 2
        return start..<start + window
    }

    /// Whether to search for matches, with windows that leave nothing out.
    private borrowing func helpsClosely(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        let enough = max(bytes.count / Self.worthwhile, 1)
        var sum = 0
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.window) where sum < enough {
            sum += spared(inWindow: bytes[start..<min(start + Self.window, bytes.endIndex)], enough: enough - sum)
        }
        return sum >= enough
    }

    /// How many bytes matches in one window spare, beyond what they cost.
    /// - Parameter enough: The search may end where it has found so many.
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
