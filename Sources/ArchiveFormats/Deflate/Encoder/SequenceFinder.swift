/// Makes sequences of bytes: decides which of the matches to take.
struct SequenceFinder {
    /// After so many literals every other place is skipped; after twice as many, three of four.
    private static let patience = 256
    /// How often that is doubled.
    private static let mostDoublings = 4

    /// How far it has come.
    var mark: BlockSplitter.Mark

    /// Takes the matches up to a place, which it may pass by the length of one.
    ///
    /// A match is taken only where none that is better starts at one of the next two places. A match there must be longer
    /// by more than the bits tell that its offset has more, and by as much as the literals cost that come before it.
    /// - Parameters:
    ///   - stop: Where to stop.
    ///   - zoneEnd: From here on no place is looked at. It has a word of input and a byte more.
    ///   - least: The shortest match to take.
    mutating func find<Keys: MatchKeys, Zone: InputZone>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ finder: MatchFinder, until stop: Int, zoneEnd: Int, least: Int,
        _ effort: SearchEffort, lengthSymbols: UnsafeMutablePointer<UInt8>, counts: SymbolCounts,
        sequences: UnsafeMutablePointer<DeflateSequence>, _ keys: Keys.Type, _ zone: Zone.Type
    ) {
        guard let base = bytes.baseAddress, mark.position < stop else { return }
        let (enough, atLeast) = (effort.enough, least &- 1)
        var position = mark.position
        var runStart = mark.runStart
        var sequence = sequences + mark.sequences
        var lookup = finder.lookUp(position, keys)
        while position < stop {
            var (length, offset) = finder.search(
                position, &lookup, atLeast: atLeast, depth: effort.first, enough: enough, keys, zone)
            if length <= atLeast {
                counts.count(literal: base[position])
                position &+= 1
                let run = position &- runStart
                if run >= Self.patience {
                    // Nothing matched for long: the longer, the fewer places are looked at. Which ones those are the
                    // bytes tell, so that they are the same ones where the bytes come again.
                    let doublings = min(63 &- (run / Self.patience).leadingZeroBitCount, Self.mostDoublings)
                    let skipped = Int(base[position]) & (2 &<< doublings &- 1)
                    let end = min(position &+ skipped, zoneEnd)
                    while position < end {
                        counts.count(literal: base[position])
                        position &+= 1
                    }
                    if position < zoneEnd { lookup = finder.lookUp(position, keys) }
                }
                continue
            }
            // The next place that the tables don't know.
            var next = position &+ 1
            while length < effort.lazyLimit, next < zoneEnd {
                // There must be room for a longer match.
                if Zone.isNearEnd, length > bytes.count &- next { break }
                let second = finder.search(
                    next, &lookup, atLeast: length &- 1, depth: effort.second, enough: enough, keys, zone)
                next &+= 1
                if second.length >= length, Self.gain(second, (length, offset)) > 2 {
                    counts.count(literal: base[position])
                    position &+= 1
                    (length, offset) = second
                    continue
                }
                if next >= zoneEnd || (Zone.isNearEnd && length > bytes.count &- next) { break }
                let third = finder.search(
                    next, &lookup, atLeast: length &- 1, depth: effort.third, enough: enough, keys, zone)
                next &+= 1
                guard third.length >= length, Self.gain(third, (length, offset)) > 6 else { break }
                counts.count(literal: base[position])
                counts.count(literal: base[position &+ 1])
                position &+= 2
                (length, offset) = third
            }
            let end = position &+ length
            finder.enter(from: next, to: Zone.isNearEnd ? min(end, zoneEnd) : end, keys)
            if !Zone.isNearEnd || end < zoneEnd { lookup = finder.lookUp(end, keys) }
            let symbol = DeflateSymbols.symbol(ofOffset: offset)
            counts.count(lengthSymbol: 257 &+ Int(lengthSymbols[length &- 3]))
            counts.count(offsetSymbol: symbol)
            sequence.initialize(
                to: DeflateSequence(literals: position &- runStart, length: length, offset: offset, symbol: symbol))
            sequence += 1
            position = end
            runStart = end
        }
        mark = BlockSplitter.Mark(position: position, sequences: sequence - sequences, runStart: runStart)
    }

    /// What a match gains over another, in about a quarter of what a byte costs.
    @inline(__always)
    private static func gain(_ match: (length: Int, offset: Int), _ other: (length: Int, offset: Int)) -> Int {
        (match.length &- other.length) &* 4 &+ match.offset.leadingZeroBitCount &- other.offset.leadingZeroBitCount
    }
}
