import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct HuffmanCodeTests {
    private func code(_ counts: [UInt32], limit: Int) -> HuffmanCode {
        var code = HuffmanCode(symbols: counts.count, limit: limit)
        counts.withUnsafeBufferPointer { code.build($0) }
        return code
    }

    private func cost(_ code: HuffmanCode, _ counts: [UInt32]) -> Int {
        counts.withUnsafeBufferPointer { code.cost($0) }
    }

    /// The fewest bits that a code within the limit needs: package-merge as the textbook has it, with lists.
    private func fewestBits(_ counts: [UInt32], limit: Int) -> Int {
        let leaves = counts.filter { $0 > 0 }.map { (weight: Int($0), symbols: [Int($0)]) }.sorted {
            $0.weight < $1.weight
        }
        var items: [(weight: Int, symbols: [Int])] = []
        for _ in 0..<limit {
            var packages: [(weight: Int, symbols: [Int])] = []
            for pair in 0..<(items.count / 2) {
                let (first, second) = (items[2 * pair], items[2 * pair + 1])
                packages.append((first.weight + second.weight, first.symbols + second.symbols))
            }
            items = (leaves + packages).sorted { $0.weight < $1.weight }
        }
        return items.prefix(2 * leaves.count - 2).map(\.weight).reduce(0, +)
    }

    /// That no code begins another, none is left unused, and codes are canonical.
    private func expectWhole(_ code: HuffmanCode, sourceLocation: SourceLocation = #_sourceLocation) {
        var used = [Bool](repeating: false, count: 1 << code.limit)
        var last = (length: 0, code: -1)
        let order = code.lengths.indices.filter { code.lengths[$0] > 0 }
            .sorted { (code.lengths[$0], $0) < (code.lengths[$1], $1) }
        for symbol in order {
            let length = Int(code.lengths[symbol])
            #expect(length <= code.limit, sourceLocation: sourceLocation)
            var straight = 0
            for bit in 0..<length { straight = straight << 1 | Int(code.codes[symbol] >> UInt16(bit) & 1) }
            let next = (last.code + 1) << (length - max(last.length, 1))
            #expect(last.code < 0 ? straight == 0 : straight == next, sourceLocation: sourceLocation)
            last = (length, straight)
            for filler in 0..<(1 << (code.limit - length)) {
                let place = Int(code.codes[symbol]) | filler << length
                #expect(!used[place], sourceLocation: sourceLocation)
                used[place] = true
            }
        }
        #expect(used.allSatisfy { $0 }, sourceLocation: sourceLocation)
        for symbol in code.lengths.indices where code.lengths[symbol] == 0 {
            #expect(code.codes[symbol] == 0, sourceLocation: sourceLocation)
        }
    }

    @Test func `the code is the one that the counts ask for`() {
        let code = code([5, 0, 1, 1, 2], limit: 15)
        #expect(code.lengths == [1, 0, 3, 3, 2])
        // 0, 110, 111 and 10, first bit lowest.
        #expect(code.codes == [0, 0, 0b011, 0b111, 0b01])
    }

    @Test(
        arguments: zip(
            [[0, 0, 0], [7, 0, 0], [0, 0, 9]] as [[UInt32]], [[1, 1, 0], [1, 1, 0], [1, 0, 1]] as [[UInt8]]))
    func `two symbols have a code even where fewer are counted`(counts: [UInt32], lengths: [UInt8]) {
        let code = code(counts, limit: 15)
        #expect(code.lengths == lengths)
        expectWhole(code)
    }

    @Test func `a code that is built again has forgotten the last one`() {
        var code = HuffmanCode(symbols: 4, limit: 7)
        for counts in [[1, 1, 1, 1], [0, 3, 0, 1]] as [[UInt32]] { counts.withUnsafeBufferPointer { code.build($0) } }
        #expect(code.lengths == [0, 1, 0, 1])
        #expect(code.codes == [0, 0, 0, 1])
    }

    @Test(arguments: [9, 11, 12, 15])
    func `Fibonacci's counts, which make the deepest codes, keep within the limit at the least cost`(limit: Int) {
        var counts: [UInt32] = [1, 1]
        while counts.count < 28 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
        let code = code(counts, limit: limit)
        expectWhole(code)
        #expect(code.lengths.max() == UInt8(limit))
        #expect(cost(code, counts) == fewestBits(counts, limit: limit))
    }

    @Test func `no code is longer than the limit leaves room for`() {
        let code = code([UInt32](1...128), limit: 7)
        #expect(code.lengths == [UInt8](repeating: 7, count: 128))
        expectWhole(code)
    }

    @Test(arguments: 0..<60)
    func `random counts get a whole code of the least cost`(seed: Int) {
        var random = TestRandom(seed: UInt64(seed))
        let symbols = [19, 30, 40, 64][seed % 4]
        let limit = [7, 15, 7, 9][seed % 4]
        let counts = (0..<symbols).map { _ in
            // Sizes of all magnitudes, many zeros and many equal ones.
            random.next() % 3 == 0 ? 0 : UInt32(random.next() % (1 << (random.next() % 16)))
        }
        guard counts.count(where: { $0 > 0 }) >= 2 else { return }
        let code = code(counts, limit: limit)
        expectWhole(code)
        #expect(cost(code, counts) == fewestBits(counts, limit: limit))
    }
}
