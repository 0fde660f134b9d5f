import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct ZlibStreamTests {
    private static let text = Array(String(repeating: "a castle for a knight, ", count: 9000).utf8)

    @Test(arguments: [0, 1, 20, 65_536, 200_000])
    func `what is deflated is inflated again, and Python sees the same`(count: Int) throws {
        let bytes = Array(Self.text.prefix(count))
        let stream = try #require(ZlibStream.deflated(bytes))
        #expect(try ZlibStream.inflated(stream, limit: count) == bytes)
        let python = try #require(Program("python3"))
        let code = """
            import sys, zlib
            data = sys.stdin.buffer.read()
            stream = zlib.decompressobj()
            text = stream.decompress(data) + stream.flush()
            assert stream.eof and not stream.unused_data and zlib.compress(text, 9) == data
            sys.stdout.buffer.write(text)
            """
        let outcome = try python.run(["-c", code], input: Data(stream))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(Array(outcome.output) == bytes)
    }

    @Test(arguments: [0, 1, 20, 200_000])
    func `what libdeflate packs is the same to Python`(count: Int) throws {
        let bytes = Array(Self.text.prefix(count))
        let stream = try #require(ZlibStream.deflatedFast(bytes))
        #expect(try ZlibStream.inflated(stream, limit: count) == bytes)
        let code = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))"
        let outcome = try #require(Program("python3")).run(["-c", code], input: Data(stream))
        #expect(outcome.status == 0 && Array(outcome.output) == bytes)
    }

    @Test func `a stream that gives more than is allowed is refused`() throws {
        let stream = try #require(ZlibStream.deflated([UInt8](repeating: 0, count: 100_000)))
        #expect(throws: StreamFault(.damaged, "it unpacks to more than 99999 bytes")) {
            try ZlibStream.inflated(stream, limit: 99_999)
        }
        #expect(throws: StreamFault(.damaged, "it unpacks to more than 0 bytes")) {
            try ZlibStream.inflated(stream, limit: 0)
        }
    }

    @Test func `a stream is refused where it is cut, changed or continued`() throws {
        let stream = try #require(ZlibStream.deflated(Array("abcabcabcabc".utf8)))
        for count in 0..<stream.count {
            #expect(throws: StreamFault(.truncated, "its compressed bytes end too early"), "cut at \(count)") {
                try ZlibStream.inflated(Array(stream[..<count]), limit: 100)
            }
        }
        #expect(throws: StreamFault(.damaged, "2 bytes stand behind its end")) {
            try ZlibStream.inflated(stream + [0, 0], limit: 100)
        }
        var changed = stream
        changed[stream.count - 1] ^= 1
        #expect(throws: StreamFault(.damaged, "its compressed bytes are damaged")) {
            try ZlibStream.inflated(changed, limit: 100)
        }
        // FDICT: RFC 1950, 2.2.
        #expect(throws: StreamFault(.damaged, "its compressed bytes ask for a dictionary that nobody has")) {
            try ZlibStream.inflated([0x78, 0xBB, 0, 0, 0, 1, 3, 0], limit: 100)
        }
    }
}
