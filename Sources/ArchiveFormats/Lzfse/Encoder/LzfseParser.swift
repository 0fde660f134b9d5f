/// Decides which of the matches of an input to take.
struct LzfseParser {
    /// The first byte that no block has.
    private(set) var runStart = 0
    private var position = 0
    private var distance = 0
    /// A match that was found and has not all of it in a block.
    private var pending = 0
    private var isAtEnd = false

    static let least = 4
    static let depth = 12
    static let secondDepth = 6
    static let enough = 128
    static let lazyLimit = 64

    /// Takes matches until the block is full.
    /// - Returns: whether all of the input is in a block.
    mutating func parse(
        _ bytes: UnsafePointer<UInt8>, _ finder: borrowing LzfseMatchFinder, _ block: inout LzfseBlock
    ) -> Bool {
        if !give(bytes, &block) { return false }
        if isAtEnd { return true }
        let zoneEnd = finder.count - LzfseMatchFinder.wordSize
        while position < zoneEnd {
            var (length, found) = finder.search(
                position, atLeast: Self.least - 1, depth: Self.depth, enough: Self.enough)
            var start = position
            var next = position + 1
            let again = next <= zoneEnd ? finder.common(next, distance: distance) : 0
            if again >= Self.least, again * 4 + 1 > length * 4 - Self.cost(found) {
                (length, found, start) = (again, distance, next)
            }
            if found == 0 {
                let step = (position - runStart) >> 8 + 1
                position += step
                continue
            }
            while length < Self.lazyLimit, next < zoneEnd {
                let again = finder.common(next, distance: distance)
                if again >= Self.least, again * 4 > length * 4 - Self.cost(found) + 4, start != next {
                    (length, found, start) = (again, distance, next)
                }
                let second = finder.search(
                    next, atLeast: max(length - 1, 3), depth: Self.secondDepth, enough: Self.enough)
                if second.distance > 0,
                    second.length * 4 - Self.cost(second.distance) > length * 4 - Self.cost(found) + 4
                {
                    (length, found, start) = (second.length, second.distance, next)
                    next += 1
                    continue
                }
                next += 1
                if next > start + 2 { break }
            }
            // What stands before both is the same too, as far as it is in no match.
            while start > runStart, start > found, bytes[start - 1] == bytes[start - 1 - found] {
                start -= 1
                length += 1
            }
            let end = start + length
            finder.enter(from: next, to: min(end, zoneEnd))
            position = max(end, next)
            pending = length
            distance = found
            runEnd = start
            if !give(bytes, &block) { return false }
        }
        isAtEnd = true
        pending = 0
        runEnd = finder.count
        return give(bytes, &block)
    }

    private var runEnd = 0

    @inline(__always)
    private static func cost(_ distance: Int) -> Int {
        distance == 0 ? 0 : Int.bitWidth - 1 - (distance + 4).leadingZeroBitCount
    }

    /// Gives literals and a match to a block, in as many parts as they need.
    @inline(__always)
    private mutating func give(_ bytes: UnsafePointer<UInt8>, _ block: inout LzfseBlock) -> Bool {
        while runStart < runEnd || pending > 0 {
            let run = min(runEnd - runStart, LzfseFormat.longestRun)
            let match = run < runEnd - runStart ? 0 : min(pending, LzfseFormat.longestMatch)
            guard block.take(bytes + runStart, count: run, match: match, distance: distance) else { return false }
            runStart += run + match
            runEnd = max(runEnd, runStart)
            pending -= match
        }
        return true
    }
}
