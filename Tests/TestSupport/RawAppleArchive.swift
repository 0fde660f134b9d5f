import Foundation

/// Apple Archives from parts, right or wrong, without a line of the code that is tested.
public enum RawAppleArchive {
    /// A field: the key with the character of its type, and the bytes of the value.
    public static func field(_ key: String, _ value: [UInt8] = []) -> [UInt8] { Array(key.utf8) + value }

    /// A field of text; `length` in place of the true one.
    public static func text(_ key: String, _ text: String, length: UInt16? = nil) -> [UInt8] {
        Array((key + "P").utf8) + number(UInt64(length ?? UInt16(text.utf8.count)), width: 2) + text.utf8
    }

    /// A number, the lowest byte first.
    public static func number(_ value: UInt64, width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The header of an entry; `size` in place of the true one.
    public static func header(_ fields: [[UInt8]], magic: String = "AA01", size: UInt16? = nil) -> [UInt8] {
        let all = fields.flatMap { $0 }
        return Array(magic.utf8) + number(UInt64(size ?? UInt16(6 + all.count)), width: 2) + all
    }

    /// A plain file with content.
    public static func file(_ path: String, _ content: [UInt8], magic: String = "AA01") -> [UInt8] {
        let data = field("DATB", number(UInt64(content.count), width: 4))
        return header([field("TYP1", [0x46]), text("PAT", path), data], magic: magic) + content
    }

    /// A plain file of text.
    public static func file(_ path: String, _ content: String) -> [UInt8] { file(path, Array(content.utf8)) }

    /// A folder.
    public static func folder(_ path: String, magic: String = "AA01") -> [UInt8] {
        header([field("TYP1", [0x44]), text("PAT", path)], magic: magic)
    }

    /// A file of blocks, each with the size that its header names and its bytes.
    public static func blocks(
        _ letter: Character, size: UInt64, _ blocks: [(unpacked: UInt64, bytes: [UInt8])]
    ) -> [UInt8] {
        var file = Array("pbz\(letter)".utf8) + number(size, width: 8).reversed()
        for block in blocks {
            file += number(block.unpacked, width: 8).reversed()
            file += number(UInt64(block.bytes.count), width: 8).reversed()
            file += block.bytes
        }
        return file
    }

    /// The pieces of so many bytes of a stream.
    public static func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    /// A stream in blocks of a size, each packed; those that `pack` gives `nil` for, or nothing smaller, are stored.
    public static func packed(
        _ letter: Character, _ stream: [UInt8], size: Int, _ pack: ([UInt8]) throws -> [UInt8]?
    ) rethrows -> [UInt8] {
        blocks(
            letter, size: UInt64(size),
            try pieces(stream, size).map { piece in
                let packed = try pack(piece) ?? piece
                return (UInt64(piece.count), packed.count < piece.count ? packed : piece)
            })
    }

    /// Bytes in Apple's framing of LZ4, stored, in pieces of a size.
    public static func lz4Stored(_ bytes: [UInt8], pieceSize: Int = 1000) -> [UInt8] {
        pieces(bytes, pieceSize).flatMap { Array("bv4-".utf8) + number(UInt64($0.count), width: 4) + $0 }
            + Array("bv4$".utf8)
    }

    /// A block in Apple's framing of LZ4, without the end of the frame.
    public static func lz4Packed(_ block: [UInt8], unpacked: UInt32) -> [UInt8] {
        Array("bv41".utf8) + number(UInt64(unpacked), width: 4) + number(UInt64(block.count), width: 4) + block
    }

    /// Bytes in Apple's framing of LZ4: stored, but for the run of one byte at their end, which is packed.
    public static func lz4RunPacked(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last else { return lz4Stored(bytes) }
        let run = bytes.reversed().prefix { $0 == last }.count
        guard run >= 40 else { return lz4Stored(bytes) }
        // One literal, a copy of it over and over, and five literals, which a block has to end with.
        let more = run - 6 - 19
        let block =
            [0x1F, last, 1, 0] + [UInt8](repeating: 255, count: more / 255) + [UInt8(more % 255), 0x50]
            + [UInt8](repeating: last, count: 5)
        return Array(lz4Stored(Array(bytes.dropLast(run)), pieceSize: 100_000).dropLast(4))
            + lz4Packed(block, unpacked: UInt32(run)) + Array("bv4$".utf8)
    }

    /// What a line of Python makes of bytes: an expression of `data`.
    public static func python(_ expression: String, _ bytes: [UInt8]) throws -> [UInt8] {
        let code = "import sys, zlib, lzma; data = sys.stdin.buffer.read(); sys.stdout.buffer.write(\(expression))"
        guard let python = Program("python3") else { throw PythonFailure(text: "python3 is not installed") }
        let outcome = try python.run(["-c", code], input: Data(bytes))
        guard outcome.status == 0, outcome.error.isEmpty else { throw PythonFailure(text: outcome.errorText) }
        return Array(outcome.output)
    }

    private struct PythonFailure: Error { let text: String }

    /// Text with some repetition, the same on every run.
    public static func words(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = TestRandom(seed: seed)
        var text: [UInt8] = []
        while text.count < count { text += Array("word\(random.next() % 300) ".utf8) }
        return Array(text[..<count])
    }
}
