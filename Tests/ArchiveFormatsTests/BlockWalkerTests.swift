import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct BlockWalkerTests {
    private func lastBlock(_ stream: [UInt8], filler: UInt8 = 0) -> (start: Int, end: Int)? {
        let memory = stream + [UInt8](repeating: filler, count: BlockWalker.padding)
        return memory.withUnsafeBytes { BlockWalker().lastBlock($0, count: stream.count) }
    }

    private func deflated(_ bytes: [UInt8], _ level: Int32) throws -> [UInt8] {
        // Without zlib's head and sum.
        Array(try #require(ZlibStream.deflated(bytes, level: level)).dropFirst(2).dropLast(4))
    }

    @Test(arguments: DeflateSamples.kinds, [0, 1, 6, 9] as [Int32])
    func `the last block of zlib's streams can be closed and another follow`(kind: String, level: Int32) throws {
        for count in [0, 1, 5, 300, 40_000, 90_000] {
            let bytes = DeflateSamples.bytes(kind, count)
            var stream = try deflated(bytes, level)
            let last = try #require(lastBlock(stream))
            #expect((last.end + 7) / 8 == stream.count)
            #expect(stream[last.start / 8] >> UInt8(last.start % 8) & 1 == 1)
            stream[last.start / 8] &= ~(1 << UInt8(last.start % 8))
            if last.end % 8 > 0 {
                // The three bits of an empty stored block, and its counts.
                stream += (last.end + 3 + 7) / 8 > stream.count ? [0, 0, 0, 255, 255] : [0, 0, 255, 255]
            }
            DeflateSamples.expect(stream + [3, 0], inflatesTo: bytes)
        }
    }

    @Test func `each kind of block is walked over`() {
        // Stored with two bytes, twice; then fixed and empty, which ends with its tenth bit.
        let stored: [UInt8] = [0, 2, 0, 0xFD, 0xFF, 7, 7]
        let fixed: [UInt8] = [3, 0]
        let result = lastBlock(stored + stored + fixed)
        #expect(result?.start == 14 * 8)
        #expect(result?.end == 14 * 8 + 10)
    }

    @Test func `a block with very many long codes is walked over`() throws {
        // More than one code in sixteen of all that there could be is longer than eleven bits; no larger share can be had.
        var counts = [UInt32](repeating: 1, count: 268)
        for (symbol, length) in [1, 2, 3, 5, 6, 7, 8, 9, 10, 11].enumerated() {
            counts[symbol] = 1 << UInt32(12 - length)
        }
        var code = HuffmanCode(symbols: 268, limit: 15)
        counts.withUnsafeBufferPointer { code.build($0) }
        #expect(code.lengths.count(where: { $0 > 11 }) == 258)
        let bytes = DeflateSamples.bytes("all bytes", 30_000)
        var memory = [UInt8](repeating: 0, count: 60_000)
        let count = try #require(
            memory.withUnsafeMutableBytes { memory in
                var writer = BitWriter(memory)
                var header = DynamicBlockHeader()
                header.prepare(literals: code.lengths, offsets: [1, 1])
                header.write(isFinal: true, to: &writer)
                for symbol in bytes.map(Int.init) + [256] {
                    writer.add(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
                    writer.flush()
                }
                return writer.finish()
            })
        let stream = Array(memory[..<count])
        DeflateSamples.expect(stream, inflatesTo: bytes)
        let last = try #require(lastBlock(stream))
        #expect(last.start == 0)
        #expect((last.end + 7) / 8 == count)
    }

    @Test(arguments: DeflateSamples.kinds)
    func `a stream that is cut has no last block`(kind: String) throws {
        let stream = try deflated(DeflateSamples.bytes(kind, 3000), 6)
        for count in stride(from: 0, to: stream.count, by: 7) {
            for filler in [0, 0x55, 0xFF] as [UInt8] {
                #expect(lastBlock(Array(stream[..<count]), filler: filler) == nil)
            }
        }
    }

    @Test func `damaged streams end in some answer`() throws {
        var random = TestRandom(seed: 9)
        for kind in DeflateSamples.kinds {
            let stream = try deflated(DeflateSamples.bytes(kind, 2000), 6)
            for _ in 0..<100 {
                var damaged = stream
                for _ in 0..<3 {
                    damaged[Int(random.next() % UInt64(stream.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                if let last = lastBlock(damaged) {
                    #expect(last.start < last.end)
                    #expect(last.end <= damaged.count * 8)
                }
            }
        }
    }

    @Test func `bytes that are no stream have no last block`() {
        #expect(lastBlock([]) == nil)
        // The fourth kind of block, which is none.
        #expect(lastBlock([7, 0, 0, 0]) == nil)
        // Stored, and the count is not the same twice.
        #expect(lastBlock([1, 1, 0, 0, 0, 9]) == nil)
        // A head whose code of lengths has more codes than there are bits for.
        #expect(lastBlock([5, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
    }
}
