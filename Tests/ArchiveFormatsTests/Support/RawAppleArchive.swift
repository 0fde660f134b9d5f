import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// Apple Archives from parts, right or wrong.
enum RawAppleArchive {
    /// A field: the key with the character of its type, and the bytes of the value.
    static func field(_ key: String, _ value: [UInt8] = []) -> [UInt8] { Array(key.utf8) + value }

    /// A field of text; `length` in place of the true one.
    static func text(_ key: String, _ text: String, length: UInt16? = nil) -> [UInt8] {
        var bytes = Array((key + "P").utf8)
        bytes.append(littleEndian: length ?? UInt16(text.utf8.count))
        return bytes + text.utf8
    }

    /// A number, the lowest byte first.
    static func number(_ value: UInt64, width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The header of an entry; `size` in place of the true one.
    static func header(_ fields: [[UInt8]], magic: String = "AA01", size: UInt16? = nil) -> [UInt8] {
        let all = fields.flatMap { $0 }
        var bytes = Array(magic.utf8)
        bytes.append(littleEndian: size ?? UInt16(6 + all.count))
        return bytes + all
    }

    /// A plain file with content.
    static func file(_ path: String, _ content: [UInt8]) -> [UInt8] {
        let data = field("DATB", number(UInt64(content.count), width: 4))
        return header([field("TYP1", [0x46]), text("PAT", path), data]) + content
    }

    /// A folder.
    static func folder(_ path: String) -> [UInt8] { header([field("TYP1", [0x44]), text("PAT", path)]) }

    /// A file of blocks, each with the size that its header names and its bytes.
    static func blocks(
        _ letter: Character, size: UInt64, _ blocks: [(unpacked: UInt64, bytes: [UInt8])]
    ) -> [UInt8] {
        var file = Array("pbz\(letter)".utf8)
        file.append(bigEndian: size)
        for block in blocks {
            file.append(bigEndian: block.unpacked)
            file.append(bigEndian: UInt64(block.bytes.count))
            file += block.bytes
        }
        return file
    }

    /// The pieces of so many bytes of a stream.
    static func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    /// A stream in blocks of a size, each packed; those that `pack` gives `nil` for, or nothing smaller, are stored.
    static func packed(
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
    static func lz4Stored(_ bytes: [UInt8], pieceSize: Int = 1000) -> [UInt8] {
        var stream: [UInt8] = []
        for piece in pieces(bytes, pieceSize) {
            stream += "bv4-".utf8
            stream.append(littleEndian: UInt32(piece.count))
            stream += piece
        }
        return stream + "bv4$".utf8
    }

    /// A block in Apple's framing of LZ4.
    static func lz4Packed(_ block: [UInt8], unpacked: UInt32) -> [UInt8] {
        var stream = Array("bv41".utf8)
        stream.append(littleEndian: unpacked)
        stream.append(littleEndian: UInt32(block.count))
        return stream + block
    }

    /// Bytes as our encoder packs them.
    static func lzfsePacked(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        bytes.withUnsafeBytes { LzfseEncoder().encode($0, into: &packed) }
        return packed
    }

    /// What a line of Python makes of bytes: an expression of `data`.
    static func python(_ expression: String, _ bytes: [UInt8]) throws -> [UInt8] {
        let code = "import sys, zlib, lzma; data = sys.stdin.buffer.read(); sys.stdout.buffer.write(\(expression))"
        let outcome = try #require(Program("python3")).run(["-c", code], input: Data(bytes))
        #expect(outcome.errorText == "")
        return Array(outcome.output)
    }

    /// Text with some repetition, the same on every run.
    static func words(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = TestRandom(seed: seed)
        var text: [UInt8] = []
        while text.count < count { text += Array("word\(random.next() % 300) ".utf8) }
        return Array(text[..<count])
    }
}

extension AppleArchiveFile {
    /// Opens an archive of these bytes.
    static func open(_ bytes: [UInt8]) throws -> AppleArchiveFile {
        try withTemporaryFolder { folder in
            try AppleArchiveFile(try ReadableFile(try folder.write("sample.aar", bytes)))
        }
    }

    /// Opens an archive of these bytes, which are put in place of a file that may be there.
    static func open(_ bytes: [UInt8], at path: String) throws -> AppleArchiveFile {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try AppleArchiveFile(try ReadableFile(path))
    }

    /// All entries.
    func allEntries() throws(AppleArchiveFault) -> [AppleArchiveEntry] {
        let walk = entries()
        var all: [AppleArchiveEntry] = []
        while let entry = try walk.next() { all.append(entry) }
        return all
    }

    /// The content of an entry.
    func content(_ entry: AppleArchiveEntry) throws(StreamFault) -> [UInt8] { try stream(entry.data ?? 0..<0).all() }

    /// The paths of all entries with their contents.
    func contents() throws -> [String: [UInt8]] {
        Dictionary(
            try allEntries().map { (String(decoding: $0.path, as: UTF8.self), try content($0)) },
            uniquingKeysWith: { $1 })
    }

    /// Why an archive of these bytes can't be listed; `nil` where it can.
    static func fault(_ bytes: [UInt8]) throws -> AppleArchiveFault? {
        do {
            _ = try open(bytes).allEntries()
            return nil
        } catch let fault as AppleArchiveFault {
            return fault
        }
    }
}
