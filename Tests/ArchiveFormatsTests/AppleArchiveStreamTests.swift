import TestSupport
import Testing

@testable import ArchiveFormats

/// The unpacked stream, from any byte on, however it is packed.
@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct AppleArchiveStreamTests {
    private typealias Raw = RawAppleArchive

    /// How a sample is packed.
    enum Packing: String, CaseIterable {
        case bare, stored, lzfse, zlib, lzma, lz4, mixed

        /// An archive of a stream in blocks of a size.
        func file(_ stream: [UInt8], size: Int) throws -> [UInt8] {
            switch self {
            case .bare: return stream
            case .stored: return RawAppleArchive.packed("e", stream, size: size) { _ in nil }
            case .lzfse: return RawAppleArchive.packed("e", stream, size: size, RawAppleArchive.lzfsePacked)
            case .zlib: return try RawAppleArchive.packed("z", stream, size: size, Self.zlibPacked)
            case .lzma:
                return try RawAppleArchive.packed("x", stream, size: size) {
                    try RawAppleArchive.python("lzma.compress(data)", $0)
                }
            case .lz4:
                // Stored by LZ4 it would be larger than unpacked, so the first half is a run.
                return RawAppleArchive.packed("4", stream, size: size) { piece in
                    let run = piece.prefix { $0 == piece[0] }.count
                    guard run > 100 else { return nil }
                    return Lz4Sample.run(of: piece[0], run) + RawAppleArchive.lz4Stored(Array(piece[run...]))
                }
            case .mixed:
                var isStored = false
                return try RawAppleArchive.packed("z", stream, size: size) { piece in
                    isStored.toggle()
                    return isStored ? nil : try Self.zlibPacked(piece)
                }
            }
        }

        private static func zlibPacked(_ bytes: [UInt8]) throws -> [UInt8] {
            try RawAppleArchive.python("zlib.compress(data, 5)", bytes)
        }
    }

    /// Files with runs at places where blocks begin, and what is hard to pack.
    private static func sample(_ scale: Int) -> (stream: [UInt8], contents: [String: [UInt8]]) {
        let contents: [String: [UInt8]] = [
            "a": Raw.words(3 * scale + 7), "b": [], "c": [UInt8](repeating: 9, count: 6 * scale),
            "d": Raw.words(scale / 2, seed: 2), "e": [1],
        ]
        let stream = contents.keys.sorted().reduce(into: Raw.folder("")) { $0 += Raw.file($1, contents[$1] ?? []) }
        return (stream, contents.merging(["": []]) { $1 })
    }

    @Test(arguments: Packing.allCases, [300, 1000, 50_000])
    func `entries and contents are read, whatever packs them`(packing: Packing, size: Int) throws {
        let (stream, contents) = Self.sample(size < 50_000 ? 1000 : 20_000)
        let file = try AppleArchiveFile.open(packing.file(stream, size: size))
        #expect(file.unpackedSize == UInt64(stream.count))
        #expect(file.blockCount == (packing == .bare ? 0 : (stream.count + size - 1) / size))
        #expect(try file.contents() == contents)
        #expect(try file.stream(0..<file.unpackedSize).all() == stream)
        if size == 300 { #expect(try file.stream(0..<file.unpackedSize).all(pieceSize: 13) == stream) }
    }

    @Test(arguments: Packing.allCases, [700, 90_000])
    func `a stream begins and ends anywhere, and moves on and back`(packing: Packing, size: Int) throws {
        let (stream, _) = Self.sample(size < 90_000 ? 1400 : 40_000)
        let file = try AppleArchiveFile.open(packing.file(stream, size: size))
        var random = TestRandom(seed: 5)
        let mover = file.stream(0..<0)
        #expect(try mover.all() == [])
        for _ in 0..<25 {
            let start = Int.random(in: 0...stream.count, using: &random)
            let end = Int.random(in: start...stream.count, using: &random)
            let range = UInt64(start)..<UInt64(end)
            #expect(try file.stream(range).all(pieceSize: 5000) == Array(stream[start..<end]))
            mover.move(to: range)
            #expect(try mover.bytes((end - start) / 2) == Array(stream[start..<start + (end - start) / 2]))
            mover.move(to: range)
            #expect(try mover.all() == Array(stream[start..<end]))
        }
    }

    @Test func `bytes behind the end are a fault, once those before it are read`() throws {
        for packing in [Packing.bare, .zlib] {
            let (stream, _) = Self.sample(500)
            let file = try AppleArchiveFile.open(packing.file(stream, size: 600))
            let reader = file.stream(file.unpackedSize - 3..<file.unpackedSize + 4)
            #expect(try reader.bytes(3) == Array(stream.suffix(3)))
            let fault = StreamFault(.truncated, "it ends 4 bytes too early")
            #expect(throws: fault) { try reader.bytes(1) }
            #expect(throws: fault) { try reader.bytes(1) }
            #expect(throws: StreamFault(.truncated, "it ends 1 bytes too early")) {
                try file.stream(UInt64.max - 1..<UInt64.max).all()
            }
        }
    }

    @Test func `blocks that hold nothing but content are passed over`() throws {
        let stream = Raw.file("a", Raw.words(5000)) + Raw.folder("b") + Raw.file("c", Raw.words(3000))
        let size = 500
        let zeros = [UInt8](repeating: 0, count: 20)
        // Every block that no header lies in is packed so that nothing can unpack it.
        let headers = Set([0, stream.count - 3000 - 20 - 18, stream.count - 3000 - 1].map { $0 / size })
        var index = -1
        let bytes = Raw.packed("z", stream, size: size) { _ in
            index += 1
            return headers.contains(index) ? nil : zeros
        }
        let file = try AppleArchiveFile.open(bytes)
        let entries = try file.allEntries()
        #expect(entries.map(\.path) == [[0x61], [0x62], [0x63]])
        #expect(file.storedBlockCount == headers.count && headers.count == 2)
        let fault = StreamFault(
            .damaged, "the block at its byte 528 can't be unpacked: its compressed bytes are damaged")
        let reader = file.stream(try #require(entries[0].data))
        #expect(try reader.bytes(400) == Array(Raw.words(5000).prefix(400)))
        #expect(throws: fault) { try reader.bytes(1000) }
        #expect(throws: fault) { try reader.bytes(1000) }
    }

    @Test func `a block is held to the size that its header names`() throws {
        let stream = Raw.file("f", Raw.words(500))
        let count = UInt64(stream.count)
        for letter: Character in ["e", "z", "x"] {
            let packed =
                switch letter {
                case "e": Raw.lzfsePacked(stream)
                case "z": try Raw.python("zlib.compress(data)", stream)
                default: try Raw.python("lzma.compress(data)", stream)
                }
            func fault(_ unpacked: UInt64, _ bytes: [UInt8]) throws -> StreamFault? {
                let file = try AppleArchiveFile.open(Raw.blocks(letter, size: count + 9, [(unpacked, bytes)]))
                do throws(StreamFault) { _ = try file.stream(0..<unpacked).all() } catch { return error }
                return nil
            }
            func damage(_ text: String) -> StreamFault { StreamFault(.damaged, "the block at its byte 12 " + text) }
            #expect(try fault(count, packed) == nil)
            #expect(
                try fault(count - 1, packed)
                    == damage("unpacks to more than the \(count - 1) bytes that its header names"))
            #expect(
                try fault(count + 1, packed) == damage("unpacks to \(count) bytes, where its header names \(count + 1)")
            )
            #expect(try fault(count, packed + [0, 0]) == damage("has 2 bytes behind the end of what is packed"))
            #expect(
                try fault(count, packed.dropLast())
                    == StreamFault(
                        .truncated,
                        "the block at its byte 12 can't be unpacked: "
                            + (letter == "e"
                                ? "it breaks off before its end block" : "its compressed bytes end too early")))
        }
    }

    /// Entries with the content of a line so many times, packed by the reference encoder (through pyliblzfse 0.4.1).
    @Test(arguments: [
        (
            "a", "a castle for a knight, ", 300,
            """
            627678320e1b00003400e00100040000b3a5b693550f0060a100000032c0800c8fc021000000c0218700000000f0183c1a8f0200c0a3000000
            00000000000000000000c067710c0000000000f00f00f05e000000c7c0f13f00000000fc0dc71c730c00c08f00fc0800c700c0dfc031c7c7c7
            c7c71c1f737c0cc7c7ff0000000000000000000000000000000000000000000000000000000000000000700c00000000f0de5ad7b3955069aa
            cd64ac596dec9987467edd3f1faf30c2de568b010000000000000000009bf37fe6ff1562767824
            """
        ),
        (
            "b", "a moat, ", 60,
            """
            6276786efa01000036000000e012414130311a0054595031465041545001006244415442e001000061206d6f61742c203808f0fff0ace3742c
            20060000000000000062767824
            """
        ),
    ])
    func `blocks that the reference encoder packs are read`(
        name: String, line: String, count: Int, packed: String
    ) throws {
        let digits = packed.filter { !$0.isWhitespace }.map { UInt8(String($0), radix: 16) ?? 0 }
        let block = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        let content = Array(String(repeating: line, count: count).utf8)
        let size = UInt64(content.count + 26)
        let file = try AppleArchiveFile.open(Raw.blocks("e", size: 4 << 20, [(size, block), (size, block)]))
        #expect(file.compression == .lzfse && file.storedBlockCount == 0 && file.blockCount == 2)
        let entries = try file.allEntries()
        #expect(entries.map(\.path) == [Array(name.utf8), Array(name.utf8)])
        #expect(try file.content(entries[0]) == content)
        #expect(try file.content(entries[1]) == content)
    }
}
