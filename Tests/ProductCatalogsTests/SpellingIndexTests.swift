import TestSupport
import Testing

@testable import ProductCatalogs

struct SpellingIndexTests {
    @Test(arguments: [1, 2])
    func `a search finds exactly what comparing with each word finds`(limit: Int) {
        var random = TestRandom(seed: UInt64(limit))
        for round in 0..<60 {
            // A start and an end that words may share, and few letters, so that much is near.
            let (start, end) = (String(repeating: "s", count: round % 4), String(repeating: "e", count: round % 3))
            func word() -> String {
                let length = Int.random(in: 0...7, using: &random)
                let letters = (0..<length).map { _ in Int.random(in: 0..<3, using: &random) }
                return start + letters.map { ["a", "b", "c"][$0] }.joined() + end
            }
            let words = (0..<40).map { _ in word() }
            let index = SpellingIndex(words)
            for _ in 0..<20 {
                let query = word()
                let found = index.search(query, limit: limit)
                let expected = words.enumerated().filter { place, word in
                    !word.isEmpty && words.firstIndex(of: word) == place && Self.distance(query, word) <= limit
                }
                #expect(found.map(\.word) == expected.map(\.offset), "\(query) in \(words)")
                #expect(found.map(\.distance) == expected.map { Self.distance(query, $0.element) })
            }
        }
    }

    @Test func `an empty index and words of absurd length lead nowhere`() {
        #expect(SpellingIndex([]).search("a", limit: 2).isEmpty)
        #expect(SpellingIndex([""]).search("a", limit: 2).isEmpty)
        let long = String(repeating: "a", count: 256)
        #expect(SpellingIndex([long]).search(long, limit: 1).isEmpty)
        let longest = SpellingIndex([String(long.dropLast())])
        #expect(longest.search(String(long.dropLast(3)), limit: 2).map(\.distance) == [2])
    }

    /// The whole table, as textbooks have it.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            rows.append([row + 1])
            for column in 0..<right.count {
                var cell = min(rows[row][column + 1], rows[row + 1][column]) + 1
                cell = min(cell, rows[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cell = min(cell, rows[row - 1][column - 1] + 1)
                }
                rows[row + 1].append(cell)
            }
        }
        return rows[left.count][right.count]
    }
}
