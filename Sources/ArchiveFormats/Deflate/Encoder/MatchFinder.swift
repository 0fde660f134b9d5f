/// Knows where bytes stood before: for each hash of some bytes a chain of the positions that have it, the nearest first.
///
/// Small inputs get small tables, which stay in the nearest cache and take no time to clear; most of what libdeflate
/// loses on files of a few KiB it loses by clearing 192 KiB for each.
///
/// A position is 16 bits of a table, and counts from 32,768: the zero of an entry that was never set is out of reach
/// until 32 KiB have gone by. By then, and after each further 32 KiB, ``sweep(at:_:)`` is due; otherwise a position
/// that is 64 KiB back would look like the present.
struct MatchFinder {
    /// The longest match (RFC 1951, 3.2.5).
    static let longest = 258
    /// How far back matches are looked for. One byte less than deflate allows, since a position takes the place in the
    /// chain of the one that is 32 KiB before it.
    static let window = 32_767
    /// After so many bytes the tables are swept: somewhat early, as a match may pass the mark.
    static let sweepInterval = 32_000
    /// How many bytes a position must have before it that the tables know of: a hash is made of a whole word.
    static let wordSize = 8

    /// The chain, its heads, and the positions of short matches, one after the other: as their places are constant, one
    /// register holds all three.
    private let tables: UnsafeMutablePointer<UInt16>
    @inline(__always) private static var chainCount: Int { 1 << 15 }
    @inline(__always) private static var mostHeads: Int { 1 << 16 }
    @inline(__always) private static var heads: Int { chainCount }
    @inline(__always) private static var shortHeads: Int { chainCount + mostHeads }

    /// Bytes of memory for the tables.
    static var byteCount: Int { 2 * (chainCount + 2 * mostHeads) }

    /// The input, from where positions count, and how long it is.
    private var base: UnsafePointer<UInt8>
    private var count = 0
    /// Leaves so many bits of a hash as there are heads.
    private var shift: UInt64 = 0

    /// Takes `memory` of ``byteCount`` bytes, aligned to 2.
    init(in memory: UnsafeMutableRawPointer) {
        tables = memory.bindMemory(to: UInt16.self, capacity: Self.byteCount / 2)
        tables.update(repeating: 0, count: Self.byteCount / 2)
        base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
    }

    /// Forgets everything. The chain needs no clearing: only what a head leads to is read.
    /// - Parameters:
    ///   - input: Must outlive the work on it.
    ///   - count: How many bytes it has.
    mutating func start(_ input: UnsafePointer<UInt8>, count: Int) {
        base = input
        self.count = count
        // About as many heads as positions; no more than fit the second cache twice.
        var bits = 9
        while bits < 15, 1 << bits < count { bits += 1 }
        if count > 1 << 17 { bits = 16 }
        shift = UInt64(64 - bits)
        (tables + Self.heads).update(repeating: 0, count: 1 << bits)
        (tables + Self.shortHeads).update(repeating: 0, count: 1 << bits)
    }

    /// Puts what is out of reach at a position where it stays so for another 32 KiB.
    func sweep<Keys: MatchKeys>(at position: Int, _: Keys.Type) {
        let mark = Self.mark(position)
        let farthest = mark &- 0x8000
        let headCount = 1 << (64 - shift)
        let end = Keys.short > 0 ? Self.shortHeads + headCount : Self.heads + headCount
        for index in 0..<end {
            let entry = tables[index]
            tables[index] = (mark &- entry) & 0x8000 != 0 ? farthest : entry
        }
    }

    @inline(__always)
    private static func mark(_ position: Int) -> UInt16 { UInt16(truncatingIfNeeded: position ^ 0x8000) }

    @inline(__always)
    private static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The hash of a word's first bytes. Those behind are shifted out by the factor.
    @inline(__always)
    private func hash(_ word: UInt64, _ byteCount: Int) -> Int {
        let factor: UInt64 = 0x9E37_79B1_85EB_CA87 &<< UInt64(truncatingIfNeeded: 64 &- 8 &* byteCount)
        return Int(truncatingIfNeeded: (word &* factor) &>> shift)
    }

    /// What the tables know of a position, looked up before it is its turn: memory answers while the position before
    /// is worked on.
    struct Lookup {
        fileprivate var word: UInt64 = 0
        fileprivate var head = 0
        fileprivate var shortHead = 0
        fileprivate var candidate: UInt16 = 0
        fileprivate var shortCandidate: UInt16 = 0
    }

    /// Looks up a position that has a word of input.
    @inline(__always)
    func lookUp<Keys: MatchKeys>(_ position: Int, _: Keys.Type) -> Lookup {
        var lookup = Lookup()
        lookup.word = Self.word(base + position)
        lookup.head = Self.heads &+ hash(lookup.word, Keys.chained)
        lookup.candidate = tables[lookup.head]
        if Keys.short > 0 {
            lookup.shortHead = Self.shortHeads &+ hash(lookup.word, Keys.short)
            lookup.shortCandidate = tables[lookup.shortHead]
        }
        return lookup
    }

    /// Enters positions that are not searched. Each has a word of input.
    @inline(__always)
    func enter<Keys: MatchKeys>(from start: Int, to end: Int, _: Keys.Type) {
        var position = start
        while position < end {
            let word = Self.word(base + position)
            let head = Self.heads &+ hash(word, Keys.chained)
            let mark = Self.mark(position)
            tables[position & (Self.chainCount &- 1)] = tables[head]
            tables[head] = mark
            if Keys.short > 0 { tables[Self.shortHeads &+ hash(word, Keys.short)] = mark }
            position &+= 1
        }
    }

    /// Looks for a match at a position, and enters it.
    ///
    /// A longer match than the best so far holds the byte on which that one ended. So candidates are taken from the
    /// chain of the bytes that end with it, and the match is where those bytes and the ones before are the same. That
    /// chain is far shorter than the one of the position itself, which has all the shorter matches, too.
    /// - Parameters:
    ///   - position: Has a word of input and one byte more.
    ///   - lookup: What was looked up for it; afterwards, what was for the next position.
    ///   - atLeast: Only matches that are longer count. The input has more bytes than that.
    ///   - depth: How many candidates to try.
    ///   - enough: Where a match is this long, no other is looked for.
    /// - Returns: the longest match that was found, the nearest of those; `atLeast` and 0 where there is none.
    @inline(__always)
    func search<Keys: MatchKeys, Zone: InputZone>(
        _ position: Int, _ lookup: inout Lookup, atLeast: Int, depth: Int, enough: Int, _ keys: Keys.Type, _: Zone.Type
    ) -> (length: Int, offset: Int) {
        let here = base + position
        let (word, shortCandidate) = (lookup.word, lookup.shortCandidate)
        let mark = Self.mark(position)
        var candidate = lookup.candidate
        tables[lookup.head] = mark
        tables[position & (Self.chainCount &- 1)] = candidate
        if Keys.short > 0 { tables[lookup.shortHead] = mark }
        lookup = lookUp(position &+ 1, keys)

        let most = Zone.isNearEnd ? min(count &- position, Self.longest) : Self.longest
        let stopAt = Zone.isNearEnd ? min(enough, most) : enough
        let reach = UInt(bitPattern: min(position, Self.window))
        var length = atLeast
        var offset = 0
        if Keys.short > 0, atLeast < Keys.short {
            let distance = Int(mark &- shortCandidate)
            if UInt(bitPattern: distance &- 1) < UInt(bitPattern: min(position, Keys.shortReach)),
                (Self.word(here - distance) ^ word) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* Keys.short) == 0
            {
                length = Keys.short
                offset = distance
            }
        }
        // How far into the match the bytes start whose chain is followed, and the mark of that place.
        var lead = length &- (Keys.chained &- 1)
        var leadMark = mark
        if lead > 0 {
            if Zone.isNearEnd, lead > most &- Self.wordSize { return (length, offset) }
            candidate = tables[Self.heads &+ hash(Self.word(here + lead), Keys.chained)]
            leadMark = mark &+ UInt16(truncatingIfNeeded: lead)
        }
        // Shifts out those of the first eight bytes that need not be the same.
        var unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
        var left = depth
        while true {
            let distance = Int(leadMark &- candidate)
            guard UInt(bitPattern: distance &- 1) < reach else { break }
            // Whatever the tables hold: this is in the input and before `here`, which has a word.
            let there = here - distance
            let difference = Self.word(there) ^ word
            left &-= 1
            if difference &<< unneeded == 0 {
                let same =
                    difference == 0 ? Self.common(here, there, most) : difference.trailingZeroBitCount &>> 3
                if same > length {
                    length = same
                    offset = distance
                    lead = same &- (Keys.chained &- 1)
                    if same >= stopAt || left <= 0 || (Zone.isNearEnd && lead > most &- Self.wordSize) { break }
                    unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
                    if lead > 0 {
                        candidate = tables[Self.heads &+ hash(Self.word(here + lead), Keys.chained)]
                        leadMark = mark &+ UInt16(truncatingIfNeeded: lead)
                    } else {
                        candidate = tables[Int(candidate) & (Self.chainCount &- 1)]
                    }
                    continue
                }
            }
            if left <= 0 { break }
            candidate = tables[Int(candidate) & (Self.chainCount &- 1)]
        }
        return (length, offset)
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
