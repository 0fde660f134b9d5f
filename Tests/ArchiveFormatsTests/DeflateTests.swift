import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct DeflateTests {
    /// Inflates raw deflate with Python's zlib, which also says what follows the end of the stream.
    private static let inflateProgram = """
        import sys, zlib
        stream = zlib.decompressobj(-15)
        data = stream.decompress(sys.stdin.buffer.read()) + stream.flush()
        if not stream.eof or stream.unused_data: sys.exit('no whole stream')
        sys.stdout.buffer.write(data)
        """

    private func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
        let python = try #require(Program("python3"))
        let outcome = try python.run(["-c", Self.inflateProgram], input: Data(bytes))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        return Array(outcome.output)
    }

    private func joined(_ bytes: [UInt8], pieceSize: Int, level: CompressionLevel) throws -> [UInt8] {
        let deflater = try #require(PieceDeflater(level))
        var output: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + pieceSize, bytes.count)
            let dictionary = Array(bytes[..<start].suffix(PieceDeflater.dictionarySize))
            output += try #require(
                deflater.deflate(Array(bytes[start..<end]), dictionary: dictionary, isLast: end == bytes.count))
            start = end
        } while start < bytes.count
        return output
    }

    private static let pieceSize = 40_000

    private static func bytes(_ kind: String, _ count: Int) -> [UInt8] {
        var generator = TestRandom(seed: UInt64(count))
        switch kind {
        case "random": return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        case "zeros": return [UInt8](repeating: 0, count: count)
        default:
            let words = ["level ", "chunk ", "photo ", "castle ", "knight\n"]
            var text: [UInt8] = []
            while text.count < count { text += words[Int(generator.next() % 5)].utf8 }
            return Array(text[..<count])
        }
    }

    @Test(
        arguments: ["random", "zeros", "text"],
        [0, 1, pieceSize - 1, pieceSize, pieceSize + 1, 2 * pieceSize, 3 * pieceSize + 17])
    func `pieces join to one deflate stream of the whole`(kind: String, count: Int) throws {
        let bytes = Self.bytes(kind, count)
        let levels: [CompressionLevel] = count > 3 * Self.pieceSize ? [.fast, .default, .smallest] : [.default]
        for level in levels {
            let stream = try joined(bytes, pieceSize: Self.pieceSize, level: level)
            #expect(try inflate(stream) == bytes, "\(level)")
        }
    }

    @Test func `matches reach across the joint of two pieces`() throws {
        // Random bytes that come again after 30 KB: whoever forgets them at the joint saves nothing.
        let half = Self.bytes("random", 30_000)
        let stream = try joined(half + half, pieceSize: 30_000, level: .default)
        #expect(stream.count < 31_000)
        #expect(try inflate(stream) == half + half)
    }

    @Test func `a whole buffer is deflated, or refused where it does not fit`() throws {
        let compressor = try #require(DeflateCompressor(.default))
        let text = Self.bytes("text", 5000)
        var output = [UInt8](repeating: 0, count: 4999)
        let count = try #require(
            output.withUnsafeMutableBytes { output in text.withUnsafeBytes { compressor.deflate($0, into: output) } })
        #expect(try inflate(Array(output[..<count])) == text)
        let random = Self.bytes("random", 5000)
        let refused = output.withUnsafeMutableBytes { output in
            random.withUnsafeBytes { compressor.deflate($0, into: output) }
        }
        #expect(refused == nil)
    }

    @Test func `storing needs no compressor`() {
        #expect(DeflateCompressor(.store) == nil)
        #expect(PieceDeflater(.store) == nil)
    }

    @Test func `the versions of both libraries are told`() {
        #expect(CompressorVersion.text.contains(/^libdeflate 1\.\d+, zlib 1\.\d+/))
    }
}
