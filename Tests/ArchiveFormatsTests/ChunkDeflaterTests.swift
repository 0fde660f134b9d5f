import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct ChunkDeflaterTests {
    private static let levels: [CompressionLevel] = [.fast, .default, .smallest]

    private func output(_ capacity: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int?) -> [UInt8]? {
        // Eight bytes more, which nobody may touch.
        var memory = [UInt8](repeating: 0xAA, count: capacity + 8)
        let count = memory.withUnsafeMutableBytes { memory in
            write(UnsafeMutableRawBufferPointer(rebasing: memory[..<capacity]))
        }
        #expect(memory[capacity...].allSatisfy { $0 == 0xAA })
        return count.map { Array(memory[..<$0]) }
    }

    private func part(_ deflater: ChunkDeflater, _ bytes: [UInt8], from start: Int = 0, room: Int? = nil) -> [UInt8]? {
        let room = room ?? ChunkDeflater.bound(bytes.count - start)
        return output(room) { output in bytes.withUnsafeBytes { deflater.part(of: $0, from: start, into: output) } }
    }

    private func stream(_ deflater: ChunkDeflater, _ bytes: [UInt8], room: Int? = nil) -> [UInt8]? {
        output(room ?? ChunkDeflater.bound(bytes.count)) { output in
            bytes.withUnsafeBytes { deflater.stream(of: $0, into: output) }
        }
    }

    @Test(arguments: levels, DeflateSamples.kinds)
    func `a file becomes a stream that zlib inflates, or none that is smaller`(level: CompressionLevel, kind: String)
        throws
    {
        let deflater = try #require(ChunkDeflater(level))
        for count in [0, 1, 2, 3, 20, 257, 4095, 4096, 6145, 50_000] {
            let bytes = DeflateSamples.bytes(kind, count)
            guard let deflated = stream(deflater, bytes) else {
                #expect(kind == "random" || count < 300 || kind == "a deflate stream", "\(kind), \(count)")
                continue
            }
            #expect(deflated.count < count)
            DeflateSamples.expect(deflated, inflatesTo: bytes)
        }
    }

    @Test(arguments: levels)
    func `parts follow one another in any order, stored blocks between them`(level: CompressionLevel) throws {
        let deflater = try #require(ChunkDeflater(level))
        var random = TestRandom(seed: 5)
        let chunks = DeflateSamples.kinds.flatMap { kind in
            [1, 300, 5000, 40_000, 140_000].map { DeflateSamples.bytes(kind, $0) }
        }
        let parts = chunks.map { part(deflater, $0) ?? StoredBlocks.bytes($0) }
        for _ in 0..<2 {
            let order = chunks.indices.shuffled(using: &random)
            DeflateSamples.expect(order.flatMap { parts[$0] } + [3, 0], inflatesTo: order.flatMap { chunks[$0] })
        }
    }

    @Test(arguments: levels)
    func `a chunk of text, noise and sound is one part`(level: CompressionLevel) throws {
        let deflater = try #require(ChunkDeflater(level))
        let text = DeflateSamples.bytes("text", 90_000)
        let chunk =
            text + DeflateSamples.bytes("random", 80_000) + text.reversed() + DeflateSamples.bytes("sound", 90_000)
        let deflated = try #require(part(deflater, chunk))
        DeflateSamples.expect(deflated + deflated + [3, 0], inflatesTo: chunk + chunk)
        #expect(deflated.count < 190_000)
    }

    @Test(arguments: levels) func `random bytes are no part`(level: CompressionLevel) throws {
        let deflater = try #require(ChunkDeflater(level))
        for count in [0, 1, 255, 256, 5000, 40_000, 140_000] {
            #expect(part(deflater, DeflateSamples.bytes("random", count)) == nil)
        }
    }

    @Test func `a part gains at least one part in 256`() throws {
        let deflater = try #require(ChunkDeflater(.default))
        // Random bytes with a run of zeros, which is what there is to gain.
        for run in [100, 200, 300, 400, 800, 30_000] {
            var bytes = DeflateSamples.bytes("random", 80_000)
            for place in 0..<run { bytes[20_000 + place] = 0 }
            if let deflated = part(deflater, bytes) {
                #expect(deflated.count <= 80_000 - 80_000 / 256)
            } else {
                #expect(run < 30_000)
            }
        }
    }

    @Test(arguments: ["text", "sound", "one symbol"])
    func `where there is not enough room the answer is none`(kind: String) throws {
        let deflater = try #require(ChunkDeflater(.default))
        let bytes = DeflateSamples.bytes(kind, 40_000)
        let needed = try #require(part(deflater, bytes)).count
        for room in [0, 1, 7, 8, 9, 20, needed - 1] where room < needed {
            #expect(part(deflater, bytes, room: room) == nil)
            #expect(stream(deflater, bytes, room: room / 2) == nil)
        }
    }

    @Test func `the bytes before a chunk are not in its part`() throws {
        let deflater = try #require(ChunkDeflater(.default))
        let before = DeflateSamples.bytes("random", 32 * 1024)
        let chunk = DeflateSamples.bytes("text", 50_000)
        let deflated = try #require(part(deflater, before + chunk, from: before.count))
        DeflateSamples.expect(
            StoredBlocks.bytes(before) + deflated + [3, 0], inflatesTo: before + chunk)
    }

    @Test func `the same bytes give the same part whatever came before`() throws {
        let (first, second) = (try #require(ChunkDeflater(.default)), try #require(ChunkDeflater(.default)))
        for kind in DeflateSamples.kinds {
            _ = part(first, DeflateSamples.bytes(kind, 66_666))
            let bytes = DeflateSamples.bytes(kind, 50_000)
            #expect(part(first, bytes) == part(second, bytes))
        }
    }

    @Test func `storing needs no deflater`() { #expect(ChunkDeflater(.store) == nil) }
}
