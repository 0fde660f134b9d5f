/// The tables of a block: what each state stands for, and which state comes next.
///
/// A symbol of frequency f has f states of N. With it come so many bits that f times as many values are N: where f is no
/// power of two, the first of its states have one bit more. What stands in a table leads to a state below N, whatever the
/// bits are; this is what lets the loops look states up without a check.
struct LzfseDecodingTables: ~Copyable {
    /// A state of the literals.
    struct Literal {
        /// What is added to the bits for the next state.
        var next: UInt16 = 0
        /// How many bits the next state takes.
        var width: UInt8 = 0
        var symbol: UInt8 = 0
    }

    /// A state of lengths or distances.
    struct Value {
        /// What is added to the bits for the next state.
        var next: UInt16 = 0
        /// How many bits tell the value and the next state together, and the value alone: those are the lower ones.
        var width: UInt8 = 0
        var valueWidth: UInt8 = 0
        /// What is added to the bits of the value.
        var base: UInt32 = 0
    }

    let literals: UnsafeMutablePointer<Literal>
    let runs: UnsafeMutablePointer<Value>
    let matches: UnsafeMutablePointer<Value>
    let distances: UnsafeMutablePointer<Value>

    private static let runBases = LzfseFormat.bases(LzfseFormat.runExtraBits)
    private static let matchBases = LzfseFormat.bases(LzfseFormat.matchExtraBits)
    private static let distanceBases = LzfseFormat.bases(LzfseFormat.distanceExtraBits)

    /// Takes the memory, 7 KiB.
    init() {
        literals = .allocate(capacity: LzfseFormat.literals.stateCount)
        literals.initialize(repeating: Literal(), count: LzfseFormat.literals.stateCount)
        runs = .allocate(capacity: LzfseFormat.runs.stateCount)
        runs.initialize(repeating: Value(), count: LzfseFormat.runs.stateCount)
        matches = .allocate(capacity: LzfseFormat.matches.stateCount)
        matches.initialize(repeating: Value(), count: LzfseFormat.matches.stateCount)
        distances = .allocate(capacity: LzfseFormat.distances.stateCount)
        distances.initialize(repeating: Value(), count: LzfseFormat.distances.stateCount)
    }

    deinit {
        literals.deallocate()
        runs.deallocate()
        matches.deallocate()
        distances.deallocate()
    }

    /// Fills the tables that a block uses; the frequencies of each are as many as it has states.
    func fill(_ head: LzfseBlockHead) {
        if head.matchCount > 0 {
            var start = 0
            fill(runs, head, LzfseFormat.runs, &start, LzfseFormat.runExtraBits, Self.runBases)
            fill(matches, head, LzfseFormat.matches, &start, LzfseFormat.matchExtraBits, Self.matchBases)
            fill(distances, head, LzfseFormat.distances, &start, LzfseFormat.distanceExtraBits, Self.distanceBases)
        }
        if head.literalCount > 0 {
            let start = LzfseFormat.symbolCount - LzfseFormat.literals.symbolCount
            Self.states(head.frequencies[start...], stateCount: LzfseFormat.literals.stateCount) {
                state, symbol, width, next in
                literals[state] = Literal(next: next, width: width, symbol: UInt8(symbol))
            }
        }
    }

    private func fill(
        _ table: UnsafeMutablePointer<Value>, _ head: LzfseBlockHead, _ alphabet: LzfseFormat.Alphabet,
        _ start: inout Int, _ extraBits: [Int], _ bases: [Int]
    ) {
        let frequencies = head.frequencies[start..<start + alphabet.symbolCount]
        start += alphabet.symbolCount
        Self.states(frequencies, stateCount: alphabet.stateCount) { state, symbol, width, next in
            let valueWidth = UInt8(extraBits[symbol])
            table[state] = Value(
                next: next, width: width + valueWidth, valueWidth: valueWidth, base: UInt32(bases[symbol]))
        }
    }

    /// Tells what each state is.
    @inline(__always)
    private static func states(
        _ frequencies: ArraySlice<UInt16>, stateCount: Int,
        _ set: (_ state: Int, _ symbol: Int, _ width: UInt8, _ next: UInt16) -> Void
    ) {
        var state = 0
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            let frequency = Int(frequency)
            precondition(state + frequency <= stateCount)
            // The least that brings the frequency to N or beyond.
            let width = stateCount.trailingZeroBitCount - (Int.bitWidth - 1 - frequency.leadingZeroBitCount)
            let wide = (2 * stateCount) >> width - frequency
            for index in 0..<frequency {
                if index < wide {
                    set(state, symbol, UInt8(width), UInt16((frequency + index) << width - stateCount))
                } else {
                    set(state, symbol, UInt8(width - 1), UInt16((index - wide) << (width - 1)))
                }
                state += 1
            }
        }
        precondition(state == stateCount)
    }
}
