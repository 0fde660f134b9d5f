/// What writes symbols of one alphabet: for each, how the state goes on.
///
/// A state is held with N, the number of states, added to it, and so is between N and 2 N. A symbol of frequency f takes as
/// many bits off it as leave between f and 2 f; which of its states that is comes to stand for it. The lowest bits go
/// to the output.
struct LzfseStates: ~Copyable {
    /// How a symbol is written.
    struct Symbol {
        /// Added to a state, makes a number whose bits from the 16th on are how many bits go to the output.
        var width: Int32 = 0
        /// Added to what is left of a state, makes the next one.
        var next: Int32 = 0
    }

    let symbols: UnsafeMutablePointer<Symbol>
    /// How many times each comes; how many states each has.
    let counts: UnsafeMutablePointer<UInt32>
    let frequencies: UnsafeMutablePointer<UInt16>
    let alphabet: LzfseFormat.Alphabet

    init(_ alphabet: LzfseFormat.Alphabet) {
        self.alphabet = alphabet
        symbols = .allocate(capacity: alphabet.symbolCount)
        symbols.initialize(repeating: Symbol(), count: alphabet.symbolCount)
        counts = .allocate(capacity: alphabet.symbolCount)
        counts.initialize(repeating: 0, count: alphabet.symbolCount)
        frequencies = .allocate(capacity: alphabet.symbolCount)
        frequencies.initialize(repeating: 0, count: alphabet.symbolCount)
    }

    deinit {
        symbols.deallocate()
        counts.deallocate()
        frequencies.deallocate()
    }

    /// Counts nothing yet.
    func clear() { counts.update(repeating: 0, count: alphabet.symbolCount) }

    /// Makes the frequencies and the table of the counts.
    func fill() {
        share()
        let stateCount = alphabet.stateCount
        var start = 0
        for symbol in 0..<alphabet.symbolCount {
            let frequency = Int(frequencies[symbol])
            guard frequency > 0 else { continue }
            let width = stateCount.trailingZeroBitCount - (Int.bitWidth - 1 - frequency.leadingZeroBitCount)
            symbols[symbol] = Symbol(
                width: Int32(width << 16 - frequency << width), next: Int32(start - frequency + stateCount))
            start += frequency
        }
    }

    /// Shares the states among the symbols as they are frequent: each that comes gets one at least. What rounding leaves
    /// over, or takes too much, goes where it costs the fewest bits.
    private func share() {
        var total: UInt64 = 0
        for symbol in 0..<alphabet.symbolCount { total += UInt64(counts[symbol]) }
        let stateCount = UInt64(alphabet.stateCount)
        guard total > 0 else {
            frequencies.update(repeating: 0, count: alphabet.symbolCount)
            frequencies[0] = UInt16(stateCount)
            return
        }
        var left = Int(stateCount)
        for symbol in 0..<alphabet.symbolCount {
            let count = UInt64(counts[symbol])
            let exact = (2 * count * stateCount + total) / (2 * total)
            frequencies[symbol] = count == 0 ? 0 : UInt16(max(1, exact))
            left -= Int(frequencies[symbol])
        }
        while left != 0 {
            // One state more saves, or one fewer costs, about the count divided by the mean of both frequencies.
            let change = left > 0 ? 1 : -1
            var (best, bestCount, bestDivisor): (Int, UInt64, UInt64) = (-1, 0, 1)
            for symbol in 0..<alphabet.symbolCount where counts[symbol] > 0 {
                let frequency = Int(frequencies[symbol])
                if frequency + change == 0 { continue }
                let (count, divisor) = (UInt64(counts[symbol]), UInt64(2 * frequency + change))
                let isMore = count * bestDivisor > bestCount * divisor
                if best < 0 || (change > 0 ? isMore : count * bestDivisor < bestCount * divisor) {
                    (best, bestCount, bestDivisor) = (symbol, count, divisor)
                }
            }
            frequencies[best] = UInt16(Int(frequencies[best]) + change)
            left -= change
        }
    }
}
