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
    func fill(_ rule: LzfseShares.Rule) {
        LzfseShares(counts: counts, of: alphabet, rule).share(to: frequencies)
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
}
