/// Knows where bytes stood before, for the window of LZFSE.
///
/// A hash of four bytes leads to a row: the last positions that had it, the newest first in a ring. The window is large, and
/// most of what a hash finds there is something else, which is costly to look at; so a row also has a byte of each
/// hash, and all of them are compared at once.
///
/// A position is 32 bits, and counts on from one input to the next by more than the window: what the rows know of the input
/// before is out of reach, so that they need no clearing, and the output depends on the input alone.
struct LzfseMatchFinder {
    /// How many bytes a position must have before it that is looked up.
    static let wordSize = 8
    /// The most bytes of an input.
    static let largest = 1 << 30
    /// How many bytes are hashed.
    static let hashed = 4

    /// How many positions a row has: as many as a word has bytes.
    private static let rowSize = 8
    private static let rowBits = 14
    private static let rowCount = 1 << rowBits
    /// Of matches longer than this only the ends are entered: what lies within is repetition, and the rows know it.
    private static let longEntry = 1 << 11
    /// More than the window.
    private static let gap = 1 << 18

    /// A byte of the hash of each position of a row.
    private let tags: UnsafeMutablePointer<UInt64>
    private let positions: UnsafeMutablePointer<UInt32>
    /// Which position of a row is the newest.
    private let newest: UnsafeMutablePointer<UInt8>
    private var base: UnsafePointer<UInt8>
    private(set) var count = 0
    /// What the first position counts as.
    private var start = UInt32(gap)

    /// Bytes of memory for the rows: 0.7 MiB.
    static let byteCount = rowCount * (8 + 4 * rowSize + 1)

    /// Takes `memory` of ``byteCount`` bytes, aligned to 8. It is a value, so that the fields stay in registers.
    init(in memory: UnsafeMutableRawPointer) {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount)
        tags = memory.bindMemory(to: UInt64.self, capacity: Self.rowCount)
        let afterTags = memory + 8 * Self.rowCount
        positions = afterTags.bindMemory(to: UInt32.self, capacity: Self.rowCount * Self.rowSize)
        let afterPositions = afterTags + 4 * Self.rowCount * Self.rowSize
        newest = afterPositions.bindMemory(to: UInt8.self, capacity: Self.rowCount)
        base = UnsafePointer(newest)
    }

    /// Forgets what it knows, and begins with another input.
    /// - Parameters:
    ///   - input: Must outlive the work on it.
    ///   - count: How many bytes it has: at most ``largest``.
    mutating func begin(_ input: UnsafePointer<UInt8>, count: Int) {
        let next = UInt64(start) + UInt64(self.count) + UInt64(Self.gap)
        base = input
        self.count = count
        if next + UInt64(count) < UInt64(UInt32.max) {
            start = UInt32(next)
        } else {
            positions.update(repeating: 0, count: Self.rowCount * Self.rowSize)
            start = UInt32(Self.gap)
        }
    }

    @inline(__always)
    private func mark(_ position: Int) -> UInt32 { start &+ UInt32(truncatingIfNeeded: position) }

    @inline(__always)
    private static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The row of a word's first bytes, and the byte of their hash that stands in it.
    @inline(__always)
    private static func row(_ word: UInt64) -> (row: Int, tag: UInt64) {
        let hash = (UInt32(truncatingIfNeeded: word) &* 0x9E37_79B1) &>> UInt32(32 - rowBits - 8)
        return (Int(hash &>> 8), UInt64(hash & 0xFF))
    }

    /// Enters positions that are not searched. Each has a word of input.
    @inline(__always)
    func enter(from first: Int, to end: Int) {
        var position = first
        if end - first > Self.longEntry {
            enterEach(from: first, to: first + Self.longEntry / 2)
            position = end - Self.longEntry / 2
        }
        enterEach(from: position, to: end)
    }

    @inline(__always)
    private func enterEach(from first: Int, to end: Int) {
        var position = first
        while position < end {
            let (row, tag) = Self.row(Self.word(base + position))
            enter(mark(position), row, tag)
            position &+= 1
        }
    }

    @inline(__always)
    private func enter(_ mark: UInt32, _ row: Int, _ tag: UInt64) {
        let slot = (newest[row] &- 1) & UInt8(Self.rowSize - 1)
        newest[row] = slot
        UnsafeMutableRawPointer(tags + row).storeBytes(
            of: UInt8(truncatingIfNeeded: tag), toByteOffset: Int(slot), as: UInt8.self)
        positions[row &* Self.rowSize &+ Int(slot)] = mark
    }

    /// The positions of a row that may have the bytes that were hashed, the newest first.
    private struct Candidates {
        let positions: UnsafePointer<UInt32>
        let newest: Int
        /// The highest bit of each byte whose tag is the same, the newest lowest.
        var same: UInt64

        @inline(__always)
        mutating func next() -> UInt32? {
            guard same != 0 else { return nil }
            let age = same.trailingZeroBitCount &>> 3
            same &= same &- 1
            return positions[(newest &+ age) & (LzfseMatchFinder.rowSize - 1)]
        }
    }

    @inline(__always)
    private func candidates(_ row: Int, _ tag: UInt64) -> Candidates {
        let newest = UInt64(newest[row])
        // Bytes that are the same are 0, and only these have no carry.
        let unlike = UInt64(littleEndian: tags[row]) ^ (tag &* 0x0101_0101_0101_0101)
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let same = ~(((unlike & low) &+ low) | unlike | low)
        let turned = same &>> (newest &* 8) | same &<< (64 &- newest &* 8)
        return Candidates(positions: positions + row &* Self.rowSize, newest: Int(newest), same: turned)
    }

    /// How many bytes are the same at a position and at a distance before it.
    @inline(__always)
    func common(_ position: Int, distance: Int) -> Int {
        guard distance > 0, distance <= position else { return 0 }
        let here = base + position
        let difference = Self.word(here) ^ Self.word(here - distance)
        if difference != 0 { return difference.trailingZeroBitCount &>> 3 }
        return Self.common(here, here - distance, count &- position)
    }

    /// Looks for a match at a position, and enters it.
    ///
    /// A longer match than the best so far holds the bytes on which that one ended. So candidates are taken from the row
    /// of those bytes, and the match is where they and the ones before are the same: fewer are in vain.
    /// - Parameters:
    ///   - position: Has a word of input.
    ///   - atLeast: Only matches that are longer count: 3 or more.
    ///   - depth: How many candidates to look at.
    ///   - enough: Where a match is this long, no other is looked for.
    /// - Returns: the longest match that was found, the nearest of those; `atLeast` and 0 where there is none.
    @inline(__always)
    func search(_ position: Int, atLeast: Int, depth: Int, enough: Int) -> (length: Int, distance: Int) {
        let here = base + position
        let word = Self.word(here)
        let mark = mark(position)
        let (row, tag) = Self.row(word)
        let most = count &- position
        let reach = UInt32(truncatingIfNeeded: min(position, LzfseFormat.window))
        var (length, found) = (atLeast, 0)
        var lead = length &- (Self.hashed &- 1)
        var leadMark = mark
        var candidates: Candidates
        if lead > 0 {
            if lead > most &- Self.wordSize {
                enter(mark, row, tag)
                return (length, 0)
            }
            let (row, tag) = Self.row(Self.word(here + lead))
            candidates = self.candidates(row, tag)
            leadMark = mark &+ UInt32(truncatingIfNeeded: lead)
        } else {
            candidates = self.candidates(row, tag)
        }
        enter(mark, row, tag)
        // Shifts out those of the first eight bytes that need not be the same.
        var unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
        var left = depth
        while left > 0, let candidate = candidates.next() {
            left &-= 1
            let distance = leadMark &- candidate
            guard distance &- 1 < reach else { break }
            // Whatever the tables hold: this is in the input and before `here`, which has a word.
            let there = here - Int(distance)
            let difference = Self.word(there) ^ word
            if difference &<< unneeded == 0 {
                let same = difference == 0 ? Self.common(here, there, most) : difference.trailingZeroBitCount &>> 3
                if same > length, found == 0 || Self.isWorth(same &- length, Int(distance), found) {
                    length = same
                    found = Int(distance)
                    lead = same &- (Self.hashed &- 1)
                    if same >= enough || lead > most &- Self.wordSize { break }
                    unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
                    let (row, tag) = Self.row(Self.word(here + lead))
                    candidates = self.candidates(row, tag)
                    leadMark = mark &+ UInt32(truncatingIfNeeded: lead)
                }
            }
        }
        return (length, found)
    }

    /// Whether a match that is longer by some bytes is worth the bits that its distance has more.
    @inline(__always)
    private static func isWorth(_ more: Int, _ distance: Int, _ before: Int) -> Bool {
        LzfseParser.worth &* more > before.leadingZeroBitCount &- distance.leadingZeroBitCount
    }

    /// How many bytes are the same, at most `most`; eight are known to be.
    @inline(__always)
    private static func common(_ here: UnsafePointer<UInt8>, _ there: UnsafePointer<UInt8>, _ most: Int) -> Int {
        var count = 8
        while count &+ 8 <= most {
            let difference = word(here + count) ^ word(there + count)
            if difference != 0 { return count &+ difference.trailingZeroBitCount &>> 3 }
            count &+= 8
        }
        while count < most, here[count] == there[count] { count &+= 1 }
        return count
    }
}
