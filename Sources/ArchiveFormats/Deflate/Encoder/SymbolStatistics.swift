/// Guesses what symbols cost, without making a code for them: their entropy, in integers, so that every machine
/// decides alike.
struct SymbolStatistics {
    /// The binary logarithms of 0 to 2047 in 4096ths of a bit; that of 0 is taken as 0.
    private let logarithms: UnsafeMutablePointer<UInt16>

    private static let tableBits = 11
    private static let fractionBits = 12

    /// Bytes of memory.
    static let byteCount = 2 << tableBits

    /// Takes `memory` of ``byteCount`` bytes, aligned to 2.
    init(in memory: UnsafeMutableRawPointer) {
        logarithms = memory.bindMemory(to: UInt16.self, capacity: 1 << Self.tableBits)
        logarithms[0] = 0
        for number in 1..<(1 << Self.tableBits) {
            let whole = 63 - number.leadingZeroBitCount
            // From 1 to below 2, in 2^30ths. Its square, halved where it reaches 2, gives a bit at a time.
            var mantissa = UInt64(number) << UInt64(30 - whole)
            var logarithm = UInt16(whole)
            for _ in 0..<Self.fractionBits {
                mantissa = (mantissa * mantissa) >> 30
                logarithm = logarithm << 1 | UInt16(mantissa >> 31)
                mantissa >>= mantissa >> 31
            }
            logarithms[number] = logarithm
        }
    }

    /// A number times its logarithm.
    @inline(__always)
    private func weighed(_ number: UInt32) -> Int {
        let shift = max(32 &- Self.tableBits &- number.leadingZeroBitCount, 0)
        let logarithm = logarithms[Int(number &>> UInt32(truncatingIfNeeded: shift))]
        return Int(number) &* (Int(logarithm) &+ shift &<< Self.fractionBits)
    }

    /// The bits that symbols take that occur so often: below 2^31 of them.
    func entropy(_ counts: UnsafeBufferPointer<UInt32>) -> Int {
        var sum: UInt32 = 0
        var weights = 0
        for count in counts {
            sum &+= count
            weights &+= weighed(count)
        }
        return (weighed(sum) &- weights) >> Self.fractionBits
    }
}
