/// Knows where bytes stood before, for the window of LZFSE: for each hash of four bytes a chain of the positions that have
/// it, the nearest first.
///
/// It searches as `MatchFinder` does for deflate, whose window is an eighth of this one. A position is 32 bits of a table
/// here, and counts on from one input to the next by more than the window: what the tables know of the input before is
/// out of reach, so that they need no clearing, and the output depends on the input alone.
struct LzfseMatchFinder: ~Copyable {
    /// How many bytes a position must have before it that is looked up: a word, and the byte behind it.
    static let wordSize = 8
    /// The most bytes of an input.
    static let largest = 1 << 30
    /// How many bytes are hashed.
    static let hashed = 4

    private static let chainCount = 1 << 18
    private static let headBits = 16
    /// Of matches longer than this only the ends are entered: what lies within is repetition, and the tables know it.
    private static let longEntry = 1 << 11

    private let chain: UnsafeMutablePointer<UInt32>
    private let heads: UnsafeMutablePointer<UInt32>
    private var base: UnsafePointer<UInt8>
    private(set) var count = 0
    /// What the first position counts as.
    private var start = UInt32(chainCount)

    /// Takes the memory, 1.25 MiB.
    init() {
        chain = .allocate(capacity: Self.chainCount)
        chain.initialize(repeating: 0, count: Self.chainCount)
        heads = .allocate(capacity: 1 << Self.headBits)
        heads.initialize(repeating: 0, count: 1 << Self.headBits)
        base = UnsafePointer(UnsafeRawPointer(heads).assumingMemoryBound(to: UInt8.self))
    }

    deinit {
        chain.deallocate()
        heads.deallocate()
    }

    /// Forgets what it knows, and begins with another input.
    /// - Parameters:
    ///   - input: Must outlive the work on it.
    ///   - count: How many bytes it has: at most ``largest``.
    mutating func begin(_ input: UnsafePointer<UInt8>, count: Int) {
        let next = UInt64(start) + UInt64(self.count) + UInt64(Self.chainCount)
        base = input
        self.count = count
        if next + UInt64(count) < UInt64(UInt32.max) {
            start = UInt32(next)
        } else {
            heads.update(repeating: 0, count: 1 << Self.headBits)
            chain.update(repeating: 0, count: Self.chainCount)
            start = UInt32(Self.chainCount)
        }
    }

    @inline(__always)
    private func mark(_ position: Int) -> UInt32 { start &+ UInt32(truncatingIfNeeded: position) }

    @inline(__always)
    private static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The place in the heads of a word's first bytes.
    @inline(__always)
    private static func head(_ word: UInt64) -> Int {
        Int((UInt32(truncatingIfNeeded: word) &* 0x9E37_79B1) &>> UInt32(32 - headBits))
    }

    @inline(__always)
    private static func link(_ mark: UInt32) -> Int { Int(mark & UInt32(chainCount - 1)) }

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
            let head = Self.head(Self.word(base + position))
            let mark = mark(position)
            chain[Self.link(mark)] = heads[head]
            heads[head] = mark
            position &+= 1
        }
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
    /// A longer match than the best so far holds the bytes on which that one ended, so candidates are taken from the chain
    /// of those, as `MatchFinder` says.
    /// - Parameters:
    ///   - position: Has a word of input.
    ///   - atLeast: Only matches that are longer count: 3 or more.
    ///   - depth: How many candidates to try.
    ///   - enough: Where a match is this long, no other is looked for.
    /// - Returns: the longest match that was found, the nearest of those; `atLeast` and 0 where there is none.
    @inline(__always)
    func search(_ position: Int, atLeast: Int, depth: Int, enough: Int) -> (length: Int, distance: Int) {
        let here = base + position
        let word = Self.word(here)
        let mark = mark(position)
        let head = Self.head(word)
        var candidate = heads[head]
        heads[head] = mark
        chain[Self.link(mark)] = candidate

        let most = count &- position
        let reach = UInt32(truncatingIfNeeded: min(position, LzfseFormat.window))
        var (length, found) = (atLeast, 0)
        var lead = length &- (Self.hashed &- 1)
        var leadMark = mark
        if lead > 0 {
            if lead > most &- Self.wordSize { return (length, 0) }
            candidate = heads[Self.head(Self.word(here + lead))]
            leadMark = mark &+ UInt32(truncatingIfNeeded: lead)
        }
        // Shifts out those of the first eight bytes that need not be the same.
        var unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
        var left = depth
        while true {
            let distance = leadMark &- candidate
            guard distance &- 1 < reach else { break }
            // Whatever the tables hold: this is in the input and before `here`, which has a word.
            let there = here - Int(distance)
            let difference = Self.word(there) ^ word
            left &-= 1
            if difference &<< unneeded == 0 {
                let same = difference == 0 ? Self.common(here, there, most) : difference.trailingZeroBitCount &>> 3
                if same > length {
                    length = same
                    found = Int(distance)
                    lead = same &- (Self.hashed &- 1)
                    if same >= enough || left <= 0 || lead > most &- Self.wordSize { break }
                    unneeded = UInt64(truncatingIfNeeded: 56 &- 8 &* min(length, 7))
                    candidate = heads[Self.head(Self.word(here + lead))]
                    leadMark = mark &+ UInt32(truncatingIfNeeded: lead)
                    continue
                }
            }
            if left <= 0 { break }
            candidate = chain[Self.link(candidate)]
        }
        return (length, found)
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
