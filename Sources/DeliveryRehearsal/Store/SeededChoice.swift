/// Chance that a seed repeats: SplitMix64, never the system's own.
struct SeededChoice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number in a range. Where it is no power of two some numbers come a trifle more often, and nobody minds.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// Whether something that happens so often, in percent, happens now. Where it never does, no number is used up.
    mutating func happens(_ percent: Int) -> Bool { percent > 0 && number(0...99) < percent }

    /// The same in another order. The library's own shuffle may change with Swift.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropFirst() { elements.swapAt(index, number(0...index)) }
        return elements
    }
}
