import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// The file around the entries: what it starts with, and its blocks.
@Suite struct AppleArchiveBlocksTests {
    private typealias Raw = RawAppleArchive

    @Test func `a file is recognised by its first four bytes`() throws {
        for start in ["AA01", "YAA1", "AEA1", "pbze", "pbzx", "pbz?"] {
            #expect(AppleArchiveFile.isRecognised(start.utf8))
            #expect(AppleArchiveFile.isRecognised((start + "more").utf8))
        }
        for start in ["", "AA0", "AA02", "PK\u{3}\u{4}", "pbx!", "xar!"] {
            #expect(!AppleArchiveFile.isRecognised(start.utf8))
            #expect(try AppleArchiveFile.fault(Array(start.utf8)) == .notAnArchive)
        }
    }

    @Test func `an encrypted archive is refused politely`() throws {
        let fault = try AppleArchiveFile.fault(Array("AEA1".utf8) + [1, 0, 0, 0])
        #expect(fault == .encrypted)
        #expect(
            fault?.reason == "it is an encrypted or signed Apple Archive (AEA1), which is not read here; "
                + "Apple's aea decrypts it for whoever has the key")
    }

    @Test func `each letter stands for an algorithm, and has a name`() {
        let names: [(Character, AppleArchiveCompression, String)] = [
            ("-", .none, "none"), ("e", .lzfse, "LZFSE"), ("z", .zlib, "zlib"), ("4", .lz4, "LZ4"),
            ("x", .lzma, "LZMA"),
            ("b", .lzbitmap, "LZBITMAP"), ("f", .lzvn, "LZVN"), ("q", .unknown(0x71), "compression 0x71"),
            ("\n", .unknown(10), "compression 0x0a"),
        ]
        for (letter, compression, name) in names {
            let byte = letter.asciiValue ?? 0
            #expect(
                AppleArchiveCompression(byte) == compression && compression.byte == byte && compression.name == name)
        }
        #expect(names.filter { $0.1.isReadable }.map(\.2) == ["none", "LZFSE", "zlib", "LZ4", "LZMA"])
    }

    @Test func `an algorithm that is not read is named, unless every block is stored`() throws {
        let stream = Raw.folder("d") + Raw.file("f", Raw.words(500))
        for (letter, name): (Character, String) in [("b", "LZBITMAP"), ("f", "LZVN"), ("q", "compression 0x71")] {
            let stored = try AppleArchiveFile.open(Raw.packed(letter, stream, size: 100) { _ in nil })
            #expect(stored.blockCount == 6 && stored.storedBlockCount == 6 && stored.blockSize == 100)
            #expect(try stored.contents() == ["d": [], "f": Raw.words(500)])
            let packed = Raw.packed(letter, stream, size: 100) { Array($0.dropLast()) }
            #expect(
                try AppleArchiveFile.fault(packed)
                    == .unsupported("its blocks are packed with \(name), which is not read"))
        }
        let bare = Raw.packed("-", stream, size: 100) { Array($0.dropLast()) }
        #expect(
            try AppleArchiveFile.fault(bare)
                == .damaged("the block at its byte 12 is packed, though nothing packs its blocks"))
    }

    @Test func `a payload of Apple's packages, framed just so, is no archive`() throws {
        let payload = Raw.packed("x", Array("070707".utf8) + Raw.words(200), size: 1000) { _ in nil }
        #expect(try AppleArchiveFile.fault(payload) == .notAnArchive)
    }

    @Test func `an archive may have no entry, and blocks may be empty or small`() throws {
        #expect(try AppleArchiveFile.open(Raw.blocks("e", size: 0, [])).allEntries() == [])
        let stream = Raw.folder("a") + Raw.folder("b")
        let blocks = [[]] + Raw.pieces(stream, 1).flatMap { [$0, []] } + [[], []]
        let file = try AppleArchiveFile.open(Raw.blocks("e", size: 7, blocks.map { (UInt64($0.count), $0) }))
        #expect(file.blockCount == 75 && file.storedBlockCount == 75 && file.unpackedSize == 36)
        #expect(try file.allEntries().map(\.path) == [[0x61], [0x62]])
        #expect(try file.stream(0..<36).all() == stream)
    }

    @Test func `what the headers of blocks can't say is told`() throws {
        let five = Raw.words(5)
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: 4, [(5, five)]))
                == .damaged("the block at its byte 12 unpacks to 5 bytes, where 4 are the most"))
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: 9, [(5, five), (4, five)]))
                == .damaged("the block at its byte 33 is larger packed than unpacked"))
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: 9, [(5, five)]).dropLast(2))
                == .truncated("it breaks off 2 bytes before the end of a block"))
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: 9, [(5, five)]) + [0])
                == .truncated("it breaks off within the header of a block"))
        #expect(
            try AppleArchiveFile.fault(Array("pbze".utf8) + [0, 0, 0]) == .truncated("it breaks off within its header"))
        let huge = UInt64(Int64.max)
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: huge, [(huge, [1]), (1, [1])]))
                == .damaged("its blocks unpack to more bytes than any file has"))
        // Blocks that are larger than any memory, of which only what is there is read.
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("z", size: huge, [(huge, [0x78])]))
                == .truncated("the block at its byte 12 can't be unpacked: its compressed bytes end too early"))
    }

    @Test(arguments: [UInt64(Int64.max) + 1, .max])
    func `a size of blocks that no file has is damage`(size: UInt64) throws {
        #expect(
            try AppleArchiveFile.fault(Raw.blocks("e", size: size, []))
                == .damaged("its header says that blocks have up to \(size) bytes, which is more than any file has"))
        #expect(
            try AppleArchiveFile.open(Raw.blocks("e", size: UInt64(Int64.max), [])).blockSize == 0x7FFF_FFFF_FFFF_FFFF)
    }

    @Test func `more blocks than a number are refused, which is a million`() throws {
        try withTemporaryFolder { folder in
            let file = try ReadableFile(
                folder.write("many.aar", Raw.blocks("e", size: 1, [(UInt64, [UInt8])](repeating: (0, []), count: 100))))
            #expect(AppleArchiveBlocks.mostBlocks == 1_048_576)
            let blocks = try AppleArchiveBlocks(of: file, from: 12, blockSize: 1, most: 100)
            #expect(blocks.count == 100 && blocks.unpackedSize == 0 && blocks.storedCount == 100)
            #expect(
                throws: AppleArchiveFault.unsupported("it has more than 99 blocks, which is as far as it is read")
            ) { try AppleArchiveBlocks(of: file, from: 12, blockSize: 1, most: 99) }
        }
    }

    @Test func `a file that grows or shrinks while it is read does no harm`() throws {
        try withTemporaryFolder { folder in
            let whole = Raw.packed("e", Raw.file("f", Raw.words(300)), size: 100) { _ in nil }
            let (start, end) = (whole[..<250], whole[250...])
            let path = try folder.write("sample.aar", start)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            let short = try ReadableFile(path)
            try handle.seekToEnd()
            try handle.write(contentsOf: end)
            #expect(throws: AppleArchiveFault.truncated("it breaks off within the header of a block")) {
                try AppleArchiveFile(short)
            }
            let file = try AppleArchiveFile(ReadableFile(path))
            #expect(try file.contents() == ["f": Raw.words(300)])
            try handle.truncate(atOffset: 50)
            #expect(throws: StreamFault(.truncated, "it ends 78 bytes too early")) {
                try file.stream(0..<100).all()
            }
            #expect(throws: AppleArchiveFault.self) { try file.allEntries() }
        }
    }

    @Test func `a byte that lies in no file is told by the system's words`() {
        #expect(AppleArchiveFault.unreadable(SystemError(2)).reason == "it can't be read: No such file or directory")
        #expect(AppleArchiveFault.notAnArchive.reason == "it is no Apple Archive")
    }
}

extension AppleArchiveFile {
    fileprivate static func fault(_ bytes: ArraySlice<UInt8>) throws -> AppleArchiveFault? { try fault(Array(bytes)) }
}
