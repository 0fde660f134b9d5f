import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// Samples of LZ4 that are made by hand, from the description of its blocks.
enum Lz4Sample {
    /// "abcdefgh" three times and "12345": literals, a match of 16 bytes 8 back, literals.
    static let block: [UInt8] = [0x8C] + Array("abcdefgh".utf8) + [8, 0, 0x50] + Array("12345".utf8)
    static let text = Array("abcdefghabcdefghabcdefgh12345".utf8)

    /// A framed block that unpacks to a byte more than 20 times: a literal, a match one back, five literals.
    static func run(of byte: UInt8, _ count: Int) -> [UInt8] {
        let extra = count - 1 - 5 - 19
        let length = [UInt8](repeating: 255, count: extra / 255) + [UInt8(extra % 255)]
        let block = [0x1F, byte, 1, 0] + length + [0x50] + [UInt8](repeating: byte, count: 5)
        return RawAppleArchive.lz4Packed(block, unpacked: UInt32(count))
    }
}

@Suite struct Lz4ReaderTests {
    private typealias Raw = RawAppleArchive

    private static let end = Array("bv4$".utf8)

    private static func fault(_ bytes: [UInt8]) -> StreamFault? {
        do throws(StreamFault) { _ = try Lz4Reader(BytesStream(bytes)).allBytes(limit: 10 << 20) } catch {
            return error
        }
        return nil
    }

    @Test func `packed and stored blocks are one stream, however it comes and goes`() throws {
        let stored = Raw.words(150_000)
        let bytes =
            Raw.lz4Packed(Lz4Sample.block, unpacked: 29) + Raw.lz4Stored(stored, pieceSize: 140_000).dropLast(4)
            + Raw.lz4Packed([0], unpacked: 0) + Lz4Sample.run(of: 7, 3_000_000) + Self.end
        let expected = Lz4Sample.text + stored + [UInt8](repeating: 7, count: 3_000_000)
        for (most, pieceSize) in [(Int.max, 1 << 20), (1000, 777), (13, 65_536)] {
            let reader = Lz4Reader(BytesStream(bytes + [1, 2, 3], most: most))
            #expect(try reader.all(pieceSize: pieceSize) == expected)
            #expect(try reader.drain() == 3)
        }
        #expect(try Lz4Reader(BytesStream(Self.end)).all() == [])
    }

    @Test func `a match reaches 64 KiB back into the blocks before, and no further`() throws {
        // Four literals, a match of 16 bytes so far back, five literals.
        func block(_ distance: Int) -> [UInt8] {
            [0x4C] + Array("wxyz".utf8) + [UInt8(distance & 0xFF), UInt8(distance >> 8), 0x50] + Array("12345".utf8)
        }
        let before = Raw.words(70_000)
        let stored = Array(Raw.lz4Stored(before, pieceSize: 50_000).dropLast(4))
        for distance in [4, 20, 65_535] {
            let output = try Lz4Reader(
                BytesStream(stored + Raw.lz4Packed(block(distance), unpacked: 25) + Self.end)
            ).all()
            var expected = before + Array("wxyz".utf8)
            for _ in 0..<16 { expected.append(expected[expected.count - distance]) }
            #expect(output == expected + Array("12345".utf8))
        }
        let few = Array(Raw.lz4Stored(Raw.words(100)).dropLast(4))
        #expect(Self.fault(few + Raw.lz4Packed(block(104), unpacked: 25) + Self.end) == nil)
        for distance in [105, 65_535] {
            #expect(
                Self.fault(few + Raw.lz4Packed(block(distance), unpacked: 25) + Self.end)
                    == StreamFault(.damaged, "its compressed bytes are damaged"), "\(distance)")
        }
    }

    @Test(.enabled(if: Program("lz4") != nil, "lz4 is not installed"))
    func `blocks that lz4 makes, each with matches in those before, are unpacked`() throws {
        let bytes = Raw.words(400_000)
        let outcome = try #require(Program("lz4")).run(
            ["-c", "-q", "-B4", "-BD", "--no-frame-crc", "-"], input: Data(bytes))
        #expect(outcome.errorText == "")
        let frame = Array(outcome.output)
        // The header of a frame without sizes has 7 bytes; then come blocks, each with its size.
        #expect(Array(frame[..<4]) == [0x04, 0x22, 0x4D, 0x18])
        var (position, left, stream): (Int, Int, [UInt8]) = (7, bytes.count, [])
        while left > 0 {
            let size = Int(LittleEndian.number(frame[position..<position + 4]))
            #expect(size < 65_536)
            let block = Array(frame[position + 4..<position + 4 + size])
            stream += Raw.lz4Packed(block, unpacked: UInt32(min(left, 65_536)))
            (position, left) = (position + 4 + size, left - 65_536)
        }
        #expect(frame.count - position == 4)
        #expect(try Lz4Reader(BytesStream(stream + Self.end)).all() == bytes)
        // The second block alone wants what is before it.
        let second = Array(stream.dropFirst(12 + Int(LittleEndian.number(stream[8..<12]))))
        #expect(Self.fault(second + Self.end) == StreamFault(.damaged, "its compressed bytes are damaged"))
    }

    @Test func `sizes that are wrong or too large are refused before memory is taken`() {
        let damage = StreamFault(.damaged, "its compressed bytes are damaged")
        for size: UInt32 in [0, 1, 28, 30, 1000, 4 << 20] {
            #expect(Self.fault(Raw.lz4Packed(Lz4Sample.block, unpacked: size) + Self.end) == damage, "\(size)")
        }
        #expect(
            Self.fault(Raw.lz4Packed(Lz4Sample.block, unpacked: 4 << 20 + 1))
                == StreamFault(
                    .unsupported,
                    "a block of LZ4 in it has 17 bytes that unpack to \(4 << 20 + 1), where 4194304 are the most"))
        #expect(Self.fault(Raw.lz4Packed([], unpacked: 0) + Self.end) == damage)
        let endless: [UInt8] = Array("bv4-".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2]
        #expect(Self.fault(endless) == StreamFault(.truncated, "its compressed bytes end too early"))
        let packed: [UInt8] = Array("bv41".utf8) + [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(Self.fault(packed)?.kind == .unsupported)
    }

    @Test func `a stream is refused where it is cut, changed or begins otherwise`() {
        let bytes = Raw.lz4Packed(Lz4Sample.block, unpacked: 29) + Raw.lz4Stored(Raw.words(50))
        for count in 0..<bytes.count {
            let fault = StreamFault(.truncated, "its compressed bytes end too early")
            #expect(Self.fault(Array(bytes[..<count])) == fault, "cut at \(count)")
        }
        #expect(
            Self.fault(Array("bv42".utf8) + bytes)
                == StreamFault(.damaged, "its compressed bytes are no LZ4 as Apple frames it"))
        // No checksum shows a changed literal; but nothing else may happen.
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= change
                _ = Self.fault(changed)
            }
        }
    }
}
