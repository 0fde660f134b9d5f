import Testing

@testable import ArchiveFormats

/// The bytes that are written, one by one.
@Suite struct AppleArchiveWritingTests {
    private static func root(_ change: (inout AppleArchiveOutputEntry) -> Void = { _ in }) -> AppleArchiveOutputEntry {
        let time = AppleArchiveTime(seconds: 0x0102_0304)
        var entry = AppleArchiveOutputEntry(
            kind: .directory, path: [], mode: 0o755, creationTime: time, modificationTime: time)
        change(&entry)
        return entry
    }

    private static let time: [UInt8] = [4, 3, 2, 1, 0, 0, 0, 0]

    @Test func `the header of a folder is written byte by byte`() throws {
        let expected: [UInt8] =
            Array("AA01".utf8) + [62, 0] + Array("TYP1D".utf8) + Array("PATP".utf8) + [0, 0] + Array("UID1".utf8) + [0]
            + Array("GID1".utf8) + [0] + Array("MOD2".utf8) + [0xED, 1] + Array("FLG1".utf8) + [0]
            + Array("CTMS".utf8) + Self.time + Array("MTMS".utf8) + Self.time
        #expect(try AppleArchiveWriting.header(of: Self.root()) == expected)
    }

    /// As in the archive of Apple's whose root §`AppleArchiveHeaderTests` reads, but that both times change places.
    @Test func `with nanoseconds the header of a root has the 70 bytes that Apple's has`() throws {
        let entry = Self.root {
            $0.groupID = 80
            $0.modificationTime = .init(seconds: 0x635F_985A, nanoseconds: 123_456_789)
            $0.creationTime = .init(seconds: 0x635F_9800, nanoseconds: 999_999_999)
        }
        let expected: [UInt8] =
            Array("AA01".utf8) + [0x46, 0] + Array("TYP1D".utf8) + Array("PATP".utf8) + [0, 0] + Array("UID1".utf8)
            + [0] + Array("GID1".utf8) + [0x50] + Array("MOD2".utf8) + [0xED, 0x01] + Array("FLG1".utf8) + [0]
            + Array("CTMT".utf8) + [0x00, 0x98, 0x5F, 0x63, 0, 0, 0, 0, 0xFF, 0xC9, 0x9A, 0x3B]
            + Array("MTMT".utf8) + [0x5A, 0x98, 0x5F, 0x63, 0, 0, 0, 0, 0x15, 0xCD, 0x5B, 0x07]
        #expect(try AppleArchiveWriting.header(of: entry) == expected)
    }

    @Test func `the header of a link is written byte by byte`() throws {
        let entry = Self.root {
            $0.kind = .symlink
            $0.path = Array("a/é".utf8)
            $0.linkTarget = Array("b".utf8)
            $0.userID = 501
            $0.groupID = 70_000
            $0.mode = 0o7777
            $0.flags = 1 << 40
            $0.creationTime = .init(seconds: -2)
        }
        let expected: [UInt8] =
            Array("AA01".utf8) + [0x54, 0] + Array("TYP1L".utf8) + Array("PATP".utf8) + [4, 0] + Array("a/é".utf8)
            + Array("LNKP".utf8) + [1, 0] + Array("b".utf8) + Array("UID2".utf8) + [0xF5, 1] + Array("GID4".utf8)
            + [0x70, 0x11, 1, 0] + Array("MOD2".utf8) + [0xFF, 0x0F] + Array("FLG8".utf8) + [0, 0, 0, 0, 0, 1, 0, 0]
            + Array("CTMS".utf8) + [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + Array("MTMS".utf8) + Self.time
        #expect(try AppleArchiveWriting.header(of: entry) == expected)
    }

    @Test(
        arguments: [
            (0, "A", [0, 0]), (65_535, "A", [0xFF, 0xFF]), (65_536, "B", [0, 0, 1, 0]),
            (0xFFFF_FFFF, "B", [0xFF, 0xFF, 0xFF, 0xFF]), (1 << 32, "C", [0, 0, 0, 0, 1, 0, 0, 0]),
        ] as [(UInt64, String, [UInt8])])
    func `the size of a content takes as few bytes as hold it`(size: UInt64, type: String, bytes: [UInt8]) throws {
        let folder = try AppleArchiveWriting.header(of: Self.root())
        let header = try AppleArchiveWriting.header(
            of: Self.root {
                $0.kind = .file
                $0.dataSize = size
            })
        #expect(Array(header.suffix(4 + bytes.count)) == Array("DAT\(type)".utf8) + bytes)
        #expect(header.count == folder.count + 4 + bytes.count && header[4] == UInt8(header.count))
        #expect(header[10] == UInt8(ascii: "F"))
    }

    @Test func `a header that its size can't hold is refused`() throws {
        let most = 65_535 - 62
        let long = Self.root { $0.path = [UInt8](repeating: 0x61, count: most) }
        #expect(try AppleArchiveWriting.header(of: long).count == 65_535)
        for count in [most + 1, 65_536, 100_000] {
            let size = count > 65_535 ? count : count + 62
            #expect(
                throws: AppleArchiveFault.unsupported(
                    "the header of an entry would have \(size) bytes or more, where 65535 are the most")
            ) {
                try AppleArchiveWriting.header(of: Self.root { $0.path = [UInt8](repeating: 0x61, count: count) })
            }
        }
    }

    @Test func `the headers of the file and of blocks are written byte by byte`() {
        #expect(
            AppleArchiveWriting.containerHeader(compression: .lzfse, blockSize: AppleArchiveWriting.blockSize)
                == Array("pbze".utf8) + [0, 0, 0, 0, 0, 0x40, 0, 0])
        #expect(
            AppleArchiveWriting.containerHeader(compression: .zlib, blockSize: 1 << 33)
                == Array("pbzz".utf8) + [0, 0, 0, 2, 0, 0, 0, 0])
        #expect(
            AppleArchiveWriting.block(unpackedSize: 0x40_0000, packed: 0x102)
                == [0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    }

    @Test func `what is written is read again`() throws {
        let file = Self.root {
            $0.kind = .file
            $0.path = Array("Contents/a".utf8)
            $0.userID = 65_536
            $0.flags = 0x20
            $0.mode = 0o644
            $0.modificationTime = .init(seconds: 1, nanoseconds: 2)
            $0.dataSize = 5
        }
        let bytes =
            try AppleArchiveWriting.header(of: Self.root()) + AppleArchiveWriting.header(of: file) + Array("12345".utf8)
        let archive = try AppleArchiveFile.open(bytes)
        let entries = try archive.allEntries()
        #expect(entries.map(\.kind) == [.directory, .file])
        #expect(entries[1].path == file.path && entries[1].userID == 65_536 && entries[1].groupID == 0)
        #expect(entries[1].flags == 0x20 && entries[1].mode == 0o644 && entries[1].backupTime == nil)
        #expect(entries[1].creationTime == .init(seconds: 0x0102_0304))
        #expect(entries[1].modificationTime == file.modificationTime)
        #expect(
            entries[1].fieldKeys == ["TYP1", "PATP", "UID4", "GID1", "MOD2", "FLG1", "CTMS", "MTMT", "DATA"])
        #expect(try archive.content(entries[1]) == Array("12345".utf8))
    }
}
