import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct GzipTests {
    private let text = Array("hello world\n".utf8)

    private func unpacked(_ bytes: [UInt8], most: Int = .max, pieceSize: Int = 100_000) -> Result<[UInt8], StreamFault>
    {
        Result { () throws(StreamFault) in
            try GzipReader(BytesStream(bytes, most: most)).all(pieceSize: pieceSize)
        }
    }

    private func fault(_ bytes: [UInt8]) -> StreamFault? {
        if case .failure(let fault) = unpacked(bytes) { fault } else { nil }
    }

    private static func words(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = TestRandom(seed: seed)
        var text: [UInt8] = []
        while text.count < count {
            let number = generator.next()
            text += number % 7 == 0 ? Array(String(number).utf8) : Array("word\(number % 50) ".utf8)
        }
        return Array(text[..<count])
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"), arguments: [0, 1, 300_000])
    func `a stream fed piece by piece is the one that zlib makes at once`(count: Int) throws {
        let bytes = Self.words(count, seed: 3)
        let program = """
            import sys, zlib
            stream = zlib.compressobj(int(sys.argv[1]), zlib.DEFLATED, -15, 8)
            data = sys.stdin.buffer.read()
            sys.stdout.buffer.write(stream.compress(data) + stream.flush())
            """
        var generator = TestRandom(seed: 4)
        for level: Int32 in [6, 9, 1] {
            let expected = try #require(Program("python3")).run(["-c", program, "\(level)"], input: Data(bytes))
            #expect(expected.errorText == "")
            let deflater = try #require(ZlibDeflater(level: level))
            for pieces in [0, 1, 3, 40, 1000] {
                let cuts = (0..<pieces).map { _ in Int(generator.next() % UInt64(count + 1)) }
                #expect(deflated(bytes, cuts: cuts, by: deflater) == Array(expected.output), "\(pieces) at \(level)")
            }
        }
        #expect(ZlibDeflater(level: 10) == nil)
    }

    @Test func `the last piece may come with the end`() throws {
        let deflater = try #require(ZlibDeflater())
        var output: [UInt8] = []
        text.withUnsafeBytes { deflater.deflate($0, isLast: true) { output += $0 } }
        #expect(output == deflated(text, cuts: []))
    }

    @Test(.enabled(if: Program("gzip") != nil, "gzip is not installed"))
    func `gzip takes what is framed here`() throws {
        let bytes = Self.words(200_000, seed: 5)
        let outcome = try #require(Program("gzip")).run(["-dc"], input: Data(gzipped(bytes)))
        #expect(outcome.errorText == "")
        #expect(Array(outcome.output) == bytes)
        let named = try #require(Program("gzip")).run(["-c", "-9"], input: Data(bytes))
        #expect(unpacked(Array(named.output)) == .success(bytes))
    }

    @Test(arguments: [1, 13, Int.max])
    func `a stream is unpacked however it comes and goes`(most: Int) {
        let bytes = Self.words(150_000, seed: 6)
        #expect(unpacked(gzipped(bytes), most: most, pieceSize: 777) == .success(bytes))
    }

    @Test func `several members are one stream, and empty ones add nothing`() {
        let bytes = gzipped([]) + gzipped(text) + gzipped([]) + gzipped(text)
        #expect(unpacked(bytes) == .success(text + text))
        #expect(unpacked(bytes, most: 1, pieceSize: 1) == .success(text + text))
    }

    /// A member with a header that has these flags and what they stand for.
    private func member(flags: UInt8, _ fields: [UInt8]) -> [UInt8] {
        var bytes = gzipped(text)
        bytes[3] = flags
        bytes.insert(contentsOf: fields, at: 10)
        return bytes
    }

    @Test func `every optional field of a header is passed over`() {
        let fields = [3, 0, 1, 2, 3] + Array("name\0comment\0".utf8)
        #expect(unpacked(member(flags: 0b0001_1100, fields)) == .success(text))
        var header = GzipFraming.header + fields
        header[3] = 0b0001_1111
        let sum = CRC32.of(header)
        let low = [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
        #expect(unpacked(member(flags: 0b0001_1111, fields + low)) == .success(text))
        #expect(
            fault(member(flags: 0b0001_1111, fields + [low[0] ^ 1, low[1]]))
                == StreamFault(.damaged, "its header does not match its checksum"))
    }

    @Test func `headers that no reader should take are refused`() {
        var method = gzipped(text)
        method[2] = 7
        #expect(
            fault(method) == StreamFault(.unsupported, "its compression method is 7, where gzip has only 8"))
        #expect(
            fault(member(flags: 0b0010_0000, []))
                == StreamFault(.unsupported, "its header has flags that the standard keeps free"))
        let endless = [UInt8](repeating: 97, count: GzipHeader.longestText + 1)
        #expect(
            fault(member(flags: 0b1000, endless))
                == StreamFault(.damaged, "a text in its header has no end within 65536 bytes"))
        #expect(
            fault(Array("pbzx".utf8) + [0, 0, 0])
                == StreamFault(.unsupported, "it is a pbzx archive, not compressed with gzip"))
    }

    @Test func `a stream that is cut off is truncated, wherever it is cut`() {
        let bytes = member(flags: 0b0001_1100, [3, 0, 1, 2, 3] + Array("name\0comment\0".utf8))
        for count in 0..<bytes.count { #expect(fault(Array(bytes[..<count]))?.kind == .truncated, "\(count)") }
        #expect(fault(bytes) == nil)
        #expect(fault([0x1F]) == StreamFault(.truncated, "it breaks off within its header"))
        #expect(fault(bytes.dropLast(8)) == StreamFault(.truncated, "it breaks off within its checksum"))
        #expect(fault(bytes.dropLast(9)) == StreamFault(.truncated, "it breaks off within the compressed bytes"))
    }

    private func fault(_ bytes: ArraySlice<UInt8>) -> StreamFault? { fault(Array(bytes)) }

    @Test func `damage shows in the checksum, the length, the deflated bytes or behind them`() {
        func changed(_ offset: Int) -> [UInt8] {
            var bytes = gzipped(text)
            bytes[bytes.count + offset] ^= 1
            return bytes
        }
        #expect(fault(changed(-8)) == StreamFault(.damaged, "its bytes do not match its checksum"))
        #expect(fault(changed(-4)) == StreamFault(.damaged, "its bytes do not match its length"))
        #expect(
            fault(GzipFraming.header + [7, 7, 7]) == StreamFault(.damaged, "its compressed bytes are no deflate stream")
        )
        #expect(fault(gzipped(text) + [0]) == StreamFault(.damaged, "something follows the compressed bytes"))
        #expect(fault(gzipped(text) + [0x1F]) == StreamFault(.damaged, "something follows the compressed bytes"))
        #expect(fault(gzipped(text) + [0x1F, 0x8B]) == StreamFault(.truncated, "it breaks off within its header"))
    }

    @Test func `a fault stays`() throws {
        let reader = try GzipReader(BytesStream(Array(gzipped(text).dropLast(9))))
        let fault = StreamFault(.truncated, "it breaks off within the compressed bytes")
        #expect(throws: fault) { try reader.bytes(100) }
        #expect(throws: fault) { try reader.bytes(100) }
    }
}
