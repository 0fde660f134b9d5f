import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// What is written here, read by a program that shares no code with ours.
@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct AppleArchiveForeignReaderTests {
    private static let time = AppleArchiveTime(seconds: 1_436_645_229)

    private static func entry(
        _ kind: AppleArchiveEntry.Kind, _ path: String, mode: UInt16, size: Int? = nil
    ) -> AppleArchiveOutputEntry {
        AppleArchiveOutputEntry(
            kind: kind, path: Array(path.utf8), mode: mode, creationTime: time, modificationTime: time,
            dataSize: size.map { UInt64($0) })
    }

    private static let large = RawAppleArchive.words(200_000)

    private static func stream() throws -> [UInt8] {
        var stream = try AppleArchiveWriting.header(of: entry(.directory, "", mode: 0o755))
        stream += try AppleArchiveWriting.header(of: entry(.directory, "Contents", mode: 0o755))
        stream += try AppleArchiveWriting.header(of: entry(.file, "Contents/caf\u{E9}", mode: 0o644, size: large.count))
        stream += large
        stream += try AppleArchiveWriting.header(of: entry(.file, "Contents/empty", mode: 0o600, size: 0))
        var link = entry(.symlink, "Contents/link", mode: 0o755)
        link.linkTarget = Array("empty".utf8)
        link.userID = 501
        link.groupID = 70_000
        link.modificationTime = .init(seconds: -5, nanoseconds: 7)
        stream += try AppleArchiveWriting.header(of: link)
        stream += try AppleArchiveWriting.header(of: entry(.file, "Manifest.json", mode: 0o644, size: 2))
        return stream + Array("{}".utf8)
    }

    /// The stream bare, and in blocks that are stored or packed.
    private static func archive(_ form: String) throws -> [UInt8] {
        let stream = try stream()
        if form == "bare" { return stream }
        let compression: AppleArchiveCompression = form == "zlib" ? .zlib : .lzfse
        var bytes = AppleArchiveWriting.containerHeader(compression: compression, blockSize: 65_536)
        for piece in RawAppleArchive.pieces(stream, 65_536) {
            let packed =
                switch form {
                case "zlib": try #require(ZlibStream.deflated(piece))
                case "LZFSE": RawAppleArchive.lzfsePacked(piece)
                default: piece
                }
            bytes += AppleArchiveWriting.block(unpackedSize: piece.count, packed: packed.count) + packed
        }
        return bytes
    }

    private func field<Value>(_ key: String, _ entry: [String: Any]) -> Value? { entry[key] as? Value }

    @Test(arguments: ["bare", "stored", "zlib"])
    func `another reader lists every field that was written`(form: String) throws {
        try withTemporaryFolder { folder in
            let reader = try #require(AppleArchiveReader())
            let path = try folder.write("sample.aar", try Self.archive(form))
            let entries = try reader.entries(of: path)
            #expect(entries.map { field("TYP", $0) } == ["D", "D", "F", "F", "L", "F"])
            #expect(
                entries.map { field("PAT", $0) }
                    == ["", "Contents", "Contents/café", "Contents/empty", "Contents/link", "Manifest.json"])
            #expect(entries.map { field("MOD", $0) } == [0o755, 0o755, 0o644, 0o600, 0o755, 0o644])
            #expect(entries.map { field("UID", $0) } == [0, 0, 0, 0, 501, 0])
            #expect(entries.map { field("GID", $0) } == [0, 0, 0, 0, 70_000, 0])
            #expect(entries.allSatisfy { field("FLG", $0) == 0 })
            #expect(entries.allSatisfy { field("CTM", $0) == [1_436_645_229, 0] })
            #expect(field("MTM", entries[0]) == [1_436_645_229, 0] && field("MTM", entries[4]) == [-5, 7])
            #expect(entries.map { field("DAT", $0) } == [nil, nil, 200_000, 0, nil, 2])
            #expect(field("crc32", entries[2]) == Int(CRC32.of(Self.large)))
            #expect(
                field("fields", entries[4])
                    == ["TYP1", "PATP", "LNKP", "UID2", "GID4", "MOD2", "FLG1", "CTMS", "MTMT"])
            // Ours sees the same keys.
            let ours = try AppleArchiveFile.open(try Self.archive(form)).allEntries()
            #expect(entries.map { field("fields", $0) } == ours.map { .some($0.fieldKeys) })
        }
    }

    @Test(arguments: ["bare", "stored", "zlib"])
    func `another reader writes out what was put in`(form: String) throws {
        try withTemporaryFolder { folder in
            let reader = try #require(AppleArchiveReader())
            let path = try folder.write("sample.aar", try Self.archive(form))
            try reader.extract(path, to: folder.path("out"))
            let files = FileManager.default
            #expect(files.contents(atPath: folder.path("out/Contents/café")).map { Array($0) } == Self.large)
            #expect(files.contents(atPath: folder.path("out/Contents/empty")) == Data())
            #expect(files.contents(atPath: folder.path("out/Manifest.json")) == Data("{}".utf8))
            #expect(try files.destinationOfSymbolicLink(atPath: folder.path("out/Contents/link")) == "empty")
            #expect(try files.subpathsOfDirectory(atPath: folder.path("out")).count == 5)
            let attributes = try files.attributesOfItem(atPath: folder.path("out/Contents/empty"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_436_645_229))
        }
    }

    @Test(.enabled(if: AppleArchiveReader.readsLzfse, "the Python module liblzfse is not installed"))
    func `another reader and the reference decoder read what is packed with LZFSE`() throws {
        try withTemporaryFolder { folder in
            let reader = try #require(AppleArchiveReader())
            let path = try folder.write("sample.aar", try Self.archive("LZFSE"))
            let blocks: [[Int]] = try #require(field("blocks", try reader.info(of: path)))
            #expect(blocks.count == 4 && blocks.allSatisfy { $0[1] < $0[0] })
            let entries = try reader.entries(of: path)
            #expect(entries.count == 6)
            #expect(field("crc32", entries[2]) == Int(CRC32.of(Self.large)))
        }
    }

    @Test func `another reader sees the blocks as they were written`() throws {
        try withTemporaryFolder { folder in
            let reader = try #require(AppleArchiveReader())
            let info = try reader.info(of: folder.write("sample.aar", try Self.archive("stored")))
            let count = try Self.stream().count
            #expect(field("container", info) == "pbze" && field("blockSize", info) == 65_536)
            #expect(field("size", info) == count)
            let last = count - 3 * 65_536
            #expect(field("blocks", info) == [[65_536, 65_536], [65_536, 65_536], [65_536, 65_536], [last, last]])
        }
    }

    @Test func `another reader refuses what is damaged`() throws {
        try withTemporaryFolder { folder in
            let reader = try #require(AppleArchiveReader())
            for (name, bytes) in [
                ("cut", try Self.archive("bare").dropLast()), ("block", try Self.archive("zlib").dropLast()),
                ("other", Array("PK\u{3}\u{4}".utf8)[...]), ("path", RawAppleArchive.folder("../a")[...]),
            ] {
                let path = try folder.write(name, bytes)
                #expect(throws: AppleArchiveReader.Refusal.self) {
                    try reader.extract(path, to: folder.path("out." + name))
                }
            }
        }
    }
}
