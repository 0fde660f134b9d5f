/// Decides which of the matches of an input to take.
struct LzfseParser {
    /// The first byte that no block has.
    private(set) var runStart = 0
    /// What a literal takes, in eighths of a bit: what it took in the block before.
    var literalCost: Int

    /// Where to look next.
    private var position = 0
    /// Where the match lies that is next to be given to a block, how much of it is left, and at which distance it is.
    private var matchStart = 0
    private var matchLeft = 0
    private var distance = 0
    private var isAtEnd = false

    // These were found by trial on text, small files, machine code, images and mixed data.
    /// What a byte of a match counts for in bits, where matches are compared.
    static let worth = 7
    /// What a match takes in bits beside the logarithm of its distance.
    static let overhead = 8
    /// The shortest match at the distance of the one before.
    static let leastAgain = 3
    /// How many candidates to look at, at a place and at the two behind a match that was found.
    static let depth = 8
    static let secondDepth = 8
    /// A match so long ends the search at its place, and one so long is taken without a look at the next places.
    static let enough = 64
    static let lazyLimit = 32
    /// By how many bits a match at a later place must be better, as a literal comes before it.
    static let better = 4

    /// Begins with an input.
    init(_ input: UnsafeRawBufferPointer) { literalCost = Self.cost(ofLiteralsIn: input.prefix(Self.sample)) }

    /// How many bytes of an input tell what literals will take.
    private static let sample = 1 << 15

    /// What a byte takes if each takes what its frequency tells, in eighths of a bit.
    private static func cost(ofLiteralsIn bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for byte in bytes { counts[Int(byte)] += 1 }
            let all = eighths(bytes.count)
            let sum = counts.reduce(0) { $0 + Int($1) * (all - eighths(Int($1))) }
            return max(sum / max(bytes.count, 1), 8)
        }
    }

    /// The logarithm to base 2 in eighths, a straight line between powers of two.
    private static func eighths(_ number: Int) -> Int {
        guard number > 0 else { return 0 }
        let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
        return 8 * whole + (8 * number) >> whole - 8
    }

    /// A match that may be taken.
    private struct Match {
        var start = 0
        var length = 0
        var distance = 0
        /// Bits that the distance takes.
        var cost = 0

        /// What it saves, in bits, as far as they tell it from others.
        var gain: Int { length &* LzfseParser.worth &- cost }
    }

    /// Takes matches until the block is full.
    /// - Returns: whether all of the input is in a block.
    mutating func parse(
        _ bytes: UnsafePointer<UInt8>, _ finder: LzfseMatchFinder, _ block: inout LzfseBlock
    ) -> Bool {
        if !give(bytes, &block) { return false }
        if isAtEnd { return true }
        let zoneEnd = finder.count - LzfseMatchFinder.wordSize
        // Kept apart from `self`, whose fields would be in memory.
        var (position, runStart, distance) = (position, runStart, distance)
        let literalCost = literalCost
        while position < zoneEnd {
            var best = Match(start: position)
            (best.length, best.distance) = finder.search(
                position, atLeast: LzfseMatchFinder.hashed - 1, depth: Self.depth, enough: Self.enough)
            best.cost = Self.cost(best.distance)
            if best.length &* literalCost < (best.cost &+ Self.overhead) &* 8 { best.distance = 0 }
            if best.distance == 0 { best.length = 0 }
            // The next place that the finder does not know.
            var next = position &+ 1
            Self.repeatAt(next, distance, &best, 0, finder)
            if best.distance == 0 {
                position &+= min((position &- runStart) &>> 11 &+ 1, 2)
                continue
            }
            while best.length < Self.lazyLimit, next < zoneEnd, next <= best.start &+ 2 {
                if next > best.start { Self.repeatAt(next, distance, &best, Self.better, finder) }
                let second = finder.search(
                    next, atLeast: max(best.length &- 1, LzfseMatchFinder.hashed &- 1), depth: Self.secondDepth,
                    enough: Self.enough)
                if second.distance > 0 {
                    let match = Match(
                        start: next, length: second.length, distance: second.distance, cost: Self.cost(second.distance))
                    if match.gain > best.gain &+ Self.better { best = match }
                }
                next &+= 1
            }
            // What stands before both is the same too, as far as it is in no match.
            while best.start > runStart, best.start > best.distance,
                bytes[best.start &- 1] == bytes[best.start &- 1 &- best.distance]
            {
                best.start &-= 1
                best.length &+= 1
            }
            position = best.start &+ best.length
            finder.enter(from: next, to: min(position, zoneEnd))
            position = max(position, next)
            distance = best.distance
            (self.matchStart, self.matchLeft, self.distance, self.position) = (
                best.start, best.length, distance, position
            )
            if !give(bytes, &block) { return false }
            runStart = self.runStart
        }
        isAtEnd = true
        matchStart = finder.count
        return give(bytes, &block)
    }

    /// Looks for a match at the distance of the match before.
    @inline(__always)
    private static func repeatAt(
        _ place: Int, _ distance: Int, _ best: inout Match, _ better: Int, _ finder: LzfseMatchFinder
    ) {
        let length = finder.common(place, distance: distance)
        guard length >= leastAgain else { return }
        let match = Match(start: place, length: length, distance: distance)
        if match.gain > best.gain &+ better { best = match }
    }

    @inline(__always)
    private static func cost(_ distance: Int) -> Int { Int.bitWidth &- 1 &- (distance &+ 4).leadingZeroBitCount }

    /// Gives the literals and the match that are next to a block, in as many parts as they need.
    /// - Returns: whether the block had room for all.
    @inline(__always)
    private mutating func give(_ bytes: UnsafePointer<UInt8>, _ block: inout LzfseBlock) -> Bool {
        while runStart < matchStart || matchLeft > 0 {
            let all = max(matchStart &- runStart, 0)
            let run = min(all, LzfseFormat.longestRun)
            let match = run < all ? 0 : min(matchLeft, LzfseFormat.longestMatch)
            guard block.take(bytes + runStart, count: run, match: match, distance: distance) else { return false }
            runStart &+= run &+ match
            matchLeft &-= match
        }
        return true
    }
}
