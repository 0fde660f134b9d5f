/// The characters of an encoding, each at its place. All are of the first 65,536 of Unicode.
struct CharacterTable: Sendable {
    /// Stands in a table for a place without a character.
    private static let hole: UInt16 = 0xFFFD

    private let characters: [UInt16]
    /// Each character in the upper half, and its place in the lower; in order.
    private let sorted: [UInt32]

    /// Reads a table.
    /// - Parameters:
    ///   - width: How many places a line of the text has.
    ///   - text: The characters, U+FFFD for none. What is missing at the end of a line has none either.
    ///   - first: What stands in front of them.
    init(width: Int, _ text: StaticString, behind first: Range<UInt16> = 0..<0) {
        var characters = Array(first)
        var line = 0
        for scalar in text.description.unicodeScalars {
            if scalar == "\n" {
                line += width
                characters += Array(repeating: Self.hole, count: max(0, line + first.count - characters.count))
            } else {
                characters.append(UInt16(truncatingIfNeeded: scalar.value))
            }
        }
        characters += Array(repeating: Self.hole, count: max(0, line + first.count + width - characters.count))
        self.characters = characters
        sorted = characters.indices.filter { characters[$0] != Self.hole }
            .map { UInt32(characters[$0]) << 16 | UInt32(truncatingIfNeeded: $0) }.sorted()
    }

    /// The character at a place; `nil` where there is none.
    subscript(place: Int) -> Unicode.Scalar? {
        guard characters.indices.contains(place), characters[place] != Self.hole else { return nil }
        return Unicode.Scalar(characters[place])
    }

    /// The places of a character, from the first one on. Few have more than one.
    func places(of scalar: Unicode.Scalar) -> [Int] {
        guard scalar.value <= 0xFFFF else { return [] }
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] >> 16 < scalar.value { low = middle + 1 } else { high = middle }
        }
        return sorted[low...].prefix { $0 >> 16 == scalar.value }.map { Int($0 & 0xFFFF) }
    }
}
