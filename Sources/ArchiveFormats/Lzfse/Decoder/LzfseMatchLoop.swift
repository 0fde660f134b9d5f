/// The loop that makes the bytes of a block of its literals and matches.
///
/// The memory is not checked access by access. What keeps each within its bounds rests on these:
///
/// - A round begins only where `outputMargin` bytes can be written from `output` on: the longest run of literals, the
///   longest match, and 32 bytes beyond each, which the next round overwrites.
/// - A round takes at most 54 bits, and begins only where no more were taken than there are.
/// - The tables lead from any state to one that they have (see `LzfseDecodingTables`).
/// - A run ends before `literalEnd`, beyond which 32 bytes can be read.
/// - A match lies in what was written, and not before `history`.
struct LzfseMatchLoop {
    /// The lengths and distances.
    var bits: LzfseBackwardBits
    var runState: Int
    var matchState: Int
    var distanceState: Int
    /// How many matches are left.
    var matchesLeft: Int
    /// The distance of the match before; there is none before the first, so it is too far for any match.
    var distance = Int.max
    /// The next literal, and where they end.
    var literal: UnsafeRawPointer
    let literalEnd: UnsafeRawPointer

    /// How many bytes must be free for a round.
    static let outputMargin = LzfseFormat.longestRun + LzfseFormat.longestMatch + 64

    /// Why a run ended.
    enum Stop {
        /// There is too little to write to.
        case margin
        /// No match is left.
        case endOfBlock
        /// A run needs more literals than there are, a match lies before all bytes, or bits are missing.
        case damaged
    }

    /// Makes bytes.
    /// - Parameters:
    ///   - output: Where the next byte goes; afterwards, where the one after the last goes.
    ///   - history: The first byte that a match may lie at.
    ///   - outputEnd: Where the memory that can be written to ends.
    mutating func run(
        _ tables: borrowing LzfseDecodingTables, output target: inout UnsafeMutableRawPointer,
        history: UnsafeMutableRawPointer, outputEnd: UnsafeMutableRawPointer
    ) -> Stop {
        guard outputEnd - target >= Self.outputMargin else { return .margin }
        let lastOutput = outputEnd - Self.outputMargin
        let (runs, matches, distances) = (tables.runs, tables.matches, tables.distances)
        // Kept apart from `self`, whose fields would be in memory.
        var (bits, output, literal, matchesLeft) = (bits, target, literal, matchesLeft)
        var (runState, matchState, distanceState) = (runState, matchState, distanceState)
        var distance = distance
        var stop = Stop.endOfBlock
        while matchesLeft > 0 {
            guard output <= lastOutput else {
                stop = .margin
                break
            }
            let (run, match, far) = (runs[runState], matches[matchState], distances[distanceState])
            bits.refill()
            let runCount = Self.value(run, &bits, &runState)
            let matchCount = Self.value(match, &bits, &matchState)
            let newDistance = Self.value(far, &bits, &distanceState)
            // 0 stands for the distance before.
            if newDistance != 0 { distance = newDistance }
            guard bits.left >= 0, runCount <= literalEnd - literal, distance <= output - history + runCount else {
                stop = .damaged
                break
            }
            matchesLeft &-= 1
            Self.copy(literal, to: output, count: runCount)
            literal += runCount
            output += runCount
            InflatingLoop.copy(to: output, from: distance, count: matchCount)
            output += matchCount
        }
        (self.bits, self.literal, self.matchesLeft, self.distance) = (bits, literal, matchesLeft, distance)
        (self.runState, self.matchState, self.distanceState) = (runState, matchState, distanceState)
        target = output
        return stop
    }

    /// The value of a state, which becomes the next one.
    @inline(__always)
    private static func value(
        _ entry: LzfseDecodingTables.Value, _ bits: inout LzfseBackwardBits, _ state: inout Int
    ) -> Int {
        let taken = bits.take(entry.width)
        state = Int(entry.next) &+ Int(truncatingIfNeeded: taken &>> UInt64(entry.valueWidth))
        return Int(entry.base) &+ Int(truncatingIfNeeded: taken & (1 &<< UInt64(entry.valueWidth) &- 1))
    }

    /// Copies literals. Up to 16 bytes more are read and written.
    @inline(__always)
    private static func copy(_ literal: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
        output.storeBytes(of: literal.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
        var done = 16
        while done < count {
            (output + done).storeBytes(
                of: (literal + done).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
            done &+= 16
        }
    }
}
