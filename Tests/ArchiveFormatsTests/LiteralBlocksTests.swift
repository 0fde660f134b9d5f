import Testing

@testable import ArchiveFormats

@Suite struct LiteralBlocksTests {
    private func blocks(_ bytes: [UInt8], isFinal: Bool = true) -> [UInt8]? {
        var literals = LiteralBlocks()
        var output = [UInt8](repeating: 0, count: bytes.count + 200)
        let count: Int? = output.withUnsafeMutableBytes { output in
            var writer = BitWriter(output)
            let gains = bytes.withUnsafeBytes { literals.write($0, isFinal: isFinal, to: &writer) }
            let count = writer.finish()
            return gains ? count : nil
        }
        return count.map { Array(output[..<$0]) }
    }

    @Test(arguments: DeflateSamples.kinds)
    func `zlib inflates the blocks`(kind: String) {
        for count in [1, 2, 300, 4095, 4096, 65_535, 65_536, 65_537, 131_071, 150_000] {
            let bytes = DeflateSamples.bytes(kind, count)
            guard let stream = blocks(bytes) else {
                #expect(["random", "all bytes", "a deflate stream"].contains(kind) || count < 300)
                continue
            }
            DeflateSamples.expect(stream, inflatesTo: bytes)
        }
    }

    @Test func `a block that gains nothing is stored among others that do`() throws {
        // Three blocks of the same size: text, random bytes, text.
        let text = DeflateSamples.bytes("text", 50_000)
        let random = DeflateSamples.bytes("random", 50_000)
        let stream = try #require(blocks(text + random + text))
        DeflateSamples.expect(stream, inflatesTo: text + random + text)
        let textAlone = try #require(blocks(text))
        #expect(stream.count <= 2 * textAlone.count + random.count + 6)
        // And as the last one.
        let ending = try #require(blocks(text + random))
        DeflateSamples.expect(ending, inflatesTo: text + random)
    }

    @Test func `literals cost what the entropy of the bytes asks for`() throws {
        // Four symbols, all as frequent, and the end of the block: three codes of two bits and two of three; a small head.
        let bytes = (0..<60_000).map { UInt8($0 % 4 * 60) }
        let stream = try #require(blocks(bytes))
        #expect(stream.count >= 16_875)
        #expect(stream.count < 16_875 + 40)
    }

    @Test func `nothing is no block`() { #expect(blocks([]) == nil) }
}
