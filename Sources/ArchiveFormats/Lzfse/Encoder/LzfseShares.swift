/// Shares the states of an alphabet among its symbols so that they take as few bits as may be.
///
/// All is done in whole numbers, so that the outcome is the same everywhere.
struct LzfseShares {
    /// How the states of a symbol go with its count.
    enum Rule {
        /// As its share of all counts. Right where the symbol before tells much of the next one.
        case even
        /// States come in the order of the symbols, and bits are as many as tell how far a state is below 2 N. So where a
        /// symbol does not depend on the one before, one whose states come first takes half a bit less than its frequency
        /// tells, and one whose states come last half a bit more. It evens out where the states up to a symbol grow with a
        /// power of two: of the share c of all counts, they end at N (2^c - 1). That saves 0.03 bits a symbol.
        case growing
    }

    private let alphabet: LzfseFormat.Alphabet
    private let total: Int
    /// How many states each symbol would have of all, if there were parts of states: in parts of 2^30.
    private let ideal: [Int]

    /// In a larger block the header counts for too little to look at it for long.
    private static let largeTotal = 1 << 14

    init(counts: UnsafePointer<UInt32>, of alphabet: LzfseFormat.Alphabet, _ rule: Rule) {
        self.alphabet = alphabet
        let counts = UnsafeBufferPointer(start: counts, count: alphabet.symbolCount)
        let total = counts.reduce(0) { $0 + Int($1) }
        self.total = total
        var sum = 0
        var before = 1 << 30
        ideal = counts.map { count in
            guard count > 0 else { return 0 }
            sum += Int(count)
            let power = rule == .growing ? Self.powerOfTwo((sum << 24) / total) : 1 << 30 + (sum << 30) / total
            defer { before = power }
            return max(power - before, 1)
        }
    }

    /// Shares them: each symbol that comes gets a state at least.
    func share(to frequencies: UnsafeMutablePointer<UInt16>) {
        let stateCount = alphabet.stateCount
        guard total > 0 else {
            frequencies.update(repeating: 0, count: alphabet.symbolCount)
            frequencies[0] = UInt16(stateCount)
            return
        }
        var left = stateCount
        for (symbol, ideal) in ideal.enumerated() {
            let rounded = (ideal * stateCount + 1 << 29) >> 30
            frequencies[symbol] = ideal == 0 ? 0 : UInt16(max(1, rounded))
            left -= Int(frequencies[symbol])
        }
        while left > 0, let most = mostGained(frequencies) {
            frequencies[most.symbol] += 1
            left -= 1
        }
        while left < 0, let least = leastLost(frequencies) {
            frequencies[least.symbol] -= 1
            left += 1
        }
        guard total < Self.largeTotal else { return }
        for _ in 0..<alphabet.symbolCount {
            guard let most = mostGained(frequencies), let least = leastLost(frequencies), most.symbol != least.symbol,
                most.bits > least.bits
            else { return }
            frequencies[most.symbol] += 1
            frequencies[least.symbol] -= 1
        }
    }

    /// The symbol that one state more saves most for, and the bits that it does, in parts of 65,536: those of its uses, but
    /// for those that its frequency takes more in the header.
    private func mostGained(_ frequencies: UnsafeMutablePointer<UInt16>) -> (symbol: Int, bits: Int)? {
        var best: (symbol: Int, bits: Int)?
        for symbol in 0..<alphabet.symbolCount where ideal[symbol] > 0 {
            let bits = difference(symbol, Int(frequencies[symbol]), Int(frequencies[symbol]) + 1)
            if bits > best?.bits ?? .min { best = (symbol, bits) }
        }
        return best
    }

    /// The symbol for which one state fewer costs least, and the bits that it does.
    private func leastLost(_ frequencies: UnsafeMutablePointer<UInt16>) -> (symbol: Int, bits: Int)? {
        var best: (symbol: Int, bits: Int)?
        for symbol in 0..<alphabet.symbolCount where frequencies[symbol] > 1 {
            let bits = difference(symbol, Int(frequencies[symbol]) - 1, Int(frequencies[symbol]))
            if bits < best?.bits ?? .max { best = (symbol, bits) }
        }
        return best
    }

    @inline(__always)
    private func difference(_ symbol: Int, _ less: Int, _ more: Int) -> Int {
        let uses = (ideal[symbol] * total) >> 22
        return (uses * (Self.logarithms[more] - Self.logarithms[less])) >> 8
            - (LzfseFrequency.encoded(UInt16(more)).width - LzfseFrequency.encoded(UInt16(less)).width) << 16
    }

    /// The logarithm to base 2 of each frequency and of one more, times 65,536.
    private static let logarithms: [Int] = (0...LzfseFormat.literals.stateCount + 1).map { number in
        guard number > 0 else { return 0 }
        let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
        // Between 1 and 2, with 30 bits behind the point: each squaring makes one bit of the logarithm.
        var value = number << (30 - whole)
        var logarithm = whole
        for _ in 0..<16 {
            value = (value * value) >> 30
            logarithm <<= 1
            if value >= 1 << 31 {
                value >>= 1
                logarithm += 1
            }
        }
        return logarithm
    }

    /// 2 to the power of i / 1024, with 30 bits behind the point.
    private static let powers: [Int] = {
        // 2 to the power of 1/2, 1/4, 1/8 and so on: each the root of the one before.
        var root = 2 << 30
        let roots = (0..<10).map { _ in
            var (low, high) = (1 << 30, root)
            while low < high {
                let middle = (low + high + 1) / 2
                if middle * middle <= root << 30 { low = middle } else { high = middle - 1 }
            }
            root = low
            return root
        }
        return (0...1024).map { number in
            if number == 1024 { return 2 << 30 }
            return roots.enumerated().reduce(1 << 30) { power, root in
                number >> (9 - root.offset) & 1 == 1 ? (power * root.element) >> 30 : power
            }
        }
    }()

    /// 2 to the power of a number from 0 to 1, which has 24 bits behind the point; the result has 30. Between those that
    /// are known it is a straight line.
    private static func powerOfTwo(_ exponent: Int) -> Int {
        let (index, rest) = (exponent >> 14, exponent & (1 << 14 - 1))
        guard rest > 0 else { return powers[index] }
        return powers[index] + ((powers[index + 1] - powers[index]) * rest) >> 14
    }
}
