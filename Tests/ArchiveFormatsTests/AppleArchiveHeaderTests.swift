import TestSupport
import Testing

@testable import ArchiveFormats

/// What headers of entries say, and which are none.
@Suite struct AppleArchiveHeaderTests {
    private typealias Raw = RawAppleArchive

    /// The header of the root of an archive that Apple's tool made, as The Apple Wiki shows it.
    private static let root: [UInt8] =
        Array("AA01".utf8) + [0x46, 0] + Array("TYP1D".utf8) + Array("PATP".utf8) + [0, 0] + Array("UID1".utf8) + [0]
        + Array("GID1".utf8) + [0x50] + Array("MOD2".utf8) + [0xED, 0x01] + Array("FLG1".utf8) + [0]
        + Array("MTMT".utf8) + [0x5A, 0x98, 0x5F, 0x63, 0, 0, 0, 0, 0x15, 0xCD, 0x5B, 0x07]
        + Array("CTMT".utf8) + [0x00, 0x98, 0x5F, 0x63, 0, 0, 0, 0, 0xFF, 0xC9, 0x9A, 0x3B]

    @Test func `the header of a root that Apple's tool made is read`() throws {
        #expect(Self.root.count == 70)
        let file = try AppleArchiveFile.open(Self.root)
        #expect(file.compression == .none && file.blockSize == nil && file.unpackedSize == 70)
        #expect(file.blockCount == 0 && file.storedBlockCount == 0)
        var expected = AppleArchiveEntry(kind: .directory, path: [], header: 0..<70, end: 70)
        expected.userID = 0
        expected.groupID = 80
        expected.mode = 0o755
        expected.flags = 0
        expected.modificationTime = .init(seconds: 0x635F_985A, nanoseconds: 123_456_789)
        expected.creationTime = .init(seconds: 0x635F_9800, nanoseconds: 999_999_999)
        expected.fieldKeys = ["TYP1", "PATP", "UID1", "GID1", "MOD2", "FLG1", "MTMT", "CTMT"]
        #expect(try file.allEntries() == [expected])
    }

    @Test(arguments: ["AA01", "YAA1"], [1, 2, 4, 8])
    func `numbers are read in every width, with either magic number, in any order`(magic: String, width: Int) throws {
        func number(_ key: String, _ value: UInt64) -> [UInt8] {
            Raw.field(key + "\(width)", Raw.number(value, width: width))
        }
        let fields = [
            number("UID", 7), number("TYP", 0x46), number("SIZ", 3), Raw.text("PAT", "a"), number("FLG", 9),
            number("GID", 8), number("MOD", 0o144),
        ]
        for turn in 0..<fields.count {
            let turned = Array(fields[turn...] + fields[..<turn])
            let entry = try #require(try AppleArchiveFile.open(Raw.header(turned, magic: magic)).allEntries().first)
            #expect(entry.kind == .file && entry.path == [0x61] && entry.data == nil)
            #expect(entry.userID == 7 && entry.groupID == 8 && entry.flags == 9 && entry.mode == 0o144)
            #expect(entry.declaredSize == 3)
            #expect(entry.fieldKeys == turned.map { String(decoding: $0[..<4], as: UTF8.self) })
        }
    }

    @Test func `the largest numbers and the earliest times are read`() throws {
        let fields = [
            Raw.field("TYP1", [0x4C]), Raw.text("PAT", "link"), Raw.text("LNK", "../to"),
            Raw.field("UID8", Raw.number(.max, width: 8)), Raw.field("MOD2", [0xFF, 0xFF]),
            Raw.field("MTMS", Raw.number(UInt64(bitPattern: -1), width: 8)),
            Raw.field("BTMT", Raw.number(1 << 63, width: 8) + Raw.number(1, width: 4)),
        ]
        let entry = try #require(try AppleArchiveFile.open(Raw.header(fields)).allEntries().first)
        #expect(entry.kind == .symlink && entry.linkTarget == Array("../to".utf8))
        #expect(entry.userID == .max && entry.mode == 0xFFFF && entry.groupID == nil && entry.creationTime == nil)
        #expect(entry.modificationTime == .init(seconds: -1))
        #expect(entry.backupTime == .init(seconds: .min, nanoseconds: 1))
    }

    @Test func `every kind is told by its letter`() throws {
        let kinds: [(Character, AppleArchiveEntry.Kind)] = [
            ("F", .file), ("D", .directory), ("L", .symlink), ("P", .fifo), ("C", .device(.character)),
            ("B", .device(.block)), ("S", .socket), ("M", .metadata), ("W", .other(0x57)), ("\0", .other(0)),
        ]
        for (letter, kind) in kinds {
            let byte = try #require(letter.asciiValue)
            let bytes = Raw.header([Raw.field("TYP1", [byte]), Raw.text("PAT", "x")])
            #expect(try AppleArchiveFile.open(bytes).allEntries().map(\.kind) == [kind])
            #expect(kind.letter == byte)
        }
    }

    @Test func `digests are told, and keys that are not known passed over by their types`() throws {
        let fields =
            [
                Raw.field("NEW*"), Raw.field("NEW*"), Raw.field("ABC1", [1]), Raw.field("ABC2", [1, 2]),
                Raw.field("ABC4", [1, 2, 3, 4]), Raw.field("ABC8", [UInt8](repeating: 1, count: 8)),
                Raw.text("YAF", "TYP"),
                Raw.field("ABCS", [UInt8](repeating: 1, count: 8)),
                Raw.field("ABCT", [UInt8](repeating: 255, count: 12)),
                Raw.field("TYP1", [0x4D]), Raw.field("CKSF", [1, 2, 3, 4]),
            ]
            + [("SH1G", 20), ("SH2H", 32), ("SH3I", 48), ("SH5J", 64)].map { key, count in
                Raw.field(key, [UInt8](repeating: UInt8(count), count: count))
            }
        let entry = try #require(try AppleArchiveFile.open(Raw.header(fields)).allEntries().first)
        #expect(entry.kind == .metadata && entry.path == [] && entry.checksum == [1, 2, 3, 4])
        #expect(entry.digests.map(\.name) == ["SHA-1", "SHA-256", "SHA-384", "SHA-512"])
        #expect(entry.digests.map(\.bytes.count) == [20, 32, 48, 64])
        #expect(entry.digests.map(\.bytes.last) == [20, 32, 48, 64])
        #expect(entry.fieldKeys.count == 15 && entry.fieldKeys.last == "SH5J")
    }

    @Test func `blobs stand behind the header in the order of their fields`() throws {
        let bytes =
            Raw.header([
                Raw.field("XATA", [3, 0]), Raw.field("TYP1", [0x46]), Raw.field("DATB", [4, 0, 0, 0]),
                Raw.text("PAT", "f"),
                Raw.field("ACLC", Raw.number(2, width: 8)), Raw.field("YECA", [1, 0]),
            ]) + Array("xxxDATAaa.".utf8) + Raw.folder("d")
        let file = try AppleArchiveFile.open(bytes)
        let entries = try file.allEntries()
        #expect(entries.map(\.path) == [Array("f".utf8), Array("d".utf8)])
        #expect(entries[0].hasExtendedAttributes && entries[0].hasAccessControlList)
        #expect(!entries[1].hasExtendedAttributes && !entries[1].hasAccessControlList)
        #expect(try file.content(entries[0]) == Array("DATA".utf8))
        #expect(entries[0].header.upperBound + 10 == entries[0].end)
        #expect(entries[1].header.lowerBound == entries[0].end)
        #expect(entries[1].data == nil)
    }

    @Test func `the largest header is read`() throws {
        let path = String(repeating: "p", count: 65_535 - 6 - 5 - 6)
        let bytes = Raw.header([Raw.field("TYP1", [0x44]), Raw.text("PAT", path)])
        #expect(bytes.count == 65_535)
        #expect(try AppleArchiveFile.open(bytes + bytes).allEntries().map(\.path.count) == [65_518, 65_518])
    }

    private static let type = Raw.field("TYP1", [0x46])
    private static let path = Raw.text("PAT", "f")

    @Test(arguments: [
        ([path], " of 'f' does not say what it is of (TYP)"), ([type], " has no path (PAT)"),
        ([type, path, path], " of 'f' has two fields PAT"),
        ([type, type, path], " has two fields TYP"),
        ([Raw.field("TYP2", [0, 1]), path], " has 256 for TYP"),
        ([Raw.text("TYP", "F"), path], " has a field TYP of the type P, which it can't be"),
        ([type, path, Raw.field("MOD4", [0, 0, 1, 0])], " of 'f' has 65536 for MOD"),
        ([type, Raw.field("PAT1", [1])], " has a field PAT of the type 1, which it can't be"),
        ([type, path, Raw.field("DAT1", [1])], " of 'f' has a field DAT of the type 1, which it can't be"),
        ([type, path, Raw.field("MTM1", [1])], " of 'f' has a field MTM of the type 1, which it can't be"),
        ([type, path, Raw.field("CKS1", [1])], " of 'f' has a field CKS of the type 1, which it can't be"),
        (
            [type, path, Raw.field("SH2G", [UInt8](repeating: 1, count: 20))],
            " of 'f' has a field SH2 of the type G, which it can't be"
        ),
        (
            [type, path, Raw.field("MTMT", [UInt8](repeating: 0, count: 8) + [0, 0xCA, 0x9A, 0x3B])],
            " of 'f' has 1000000000 nanoseconds in MTM"
        ),
        ([type, path, Raw.text("LNK", "x", length: 2)], " ends within a field"),
        ([type, path, Raw.field("DATC", [1, 0, 0, 0])], " ends within a field"),
        ([type, path, Raw.field("XX")], " ends within a field"),
        ([type, path, Raw.field("TY\u{1}1", [1])], " has a field whose key is no text"),
        (
            [type, path, Raw.field("DATC", Raw.number(.max, width: 8))],
            " of 'f' has a field DAT whose bytes would end where no file reaches"
        ),
        (
            [
                type, path, Raw.field("XATC", Raw.number(1, width: 8)),
                Raw.field("DATC", Raw.number(.max - 40, width: 8)),
            ],
            " of 'f' has a field DAT whose bytes would end where no file reaches"
        ),
    ])
    func `a header that contradicts itself is damage`(fields: [[UInt8]], text: String) throws {
        let bytes = Raw.header(fields)
        #expect(try AppleArchiveFile.fault(bytes + [0]) == .damaged("the header at its byte 0" + text))
        let second = Raw.folder("d") + bytes + [0]
        #expect(try AppleArchiveFile.fault(second) == .damaged("the header at its byte 18" + text))
    }

    @Test func `a field of a type that nobody knows is not guessed at`() throws {
        let bytes = Raw.header([Self.type, Self.path, Raw.field("NEWZ", [1])])
        #expect(
            try AppleArchiveFile.fault(bytes)
                == .unsupported("the header at its byte 0 has a field NEW of the type 0x5a, which is not known"))
    }

    @Test func `sizes of headers and blobs that can't be are told`() throws {
        let small = Raw.header([], size: 5)
        #expect(try AppleArchiveFile.fault(small) == .damaged("the header at its byte 0 claims to have 5 bytes"))
        let cut = AppleArchiveFault.truncated("it breaks off within the header of an entry")
        #expect(try AppleArchiveFile.fault(Raw.header([Self.type], size: 12)) == cut)
        #expect(try AppleArchiveFile.fault(Raw.folder("d") + Array("AA0".utf8)) == cut)
        #expect(
            try AppleArchiveFile.fault(Raw.folder("d") + Array("AB".utf8))
                == .damaged("no header of an entry stands at its byte 18"))
        let short = Raw.file("f", Array("12345".utf8)).dropLast(2)
        #expect(
            try AppleArchiveFile.fault(Array(short)) == .truncated("it breaks off 2 bytes before the end of an entry"))
        // A size alone has no fields, and so no type.
        #expect(
            try AppleArchiveFile.fault(Raw.header([]))
                == .damaged("the header at its byte 0 does not say what it is of (TYP)"))
    }

    @Test func `a fault of the walk stays`() throws {
        let walk = try AppleArchiveFile.open(Raw.folder("d") + [1]).entries()
        #expect(try walk.next()?.kind == .directory)
        let fault = AppleArchiveFault.damaged("no header of an entry stands at its byte 18")
        #expect(throws: fault) { try walk.next() }
        #expect(throws: fault) { try walk.next() }
    }
}
