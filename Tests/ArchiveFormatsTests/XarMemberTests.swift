import Foundation
import TestSupport
import Testing

@testable import ArchiveFormats

/// The contents of entries, and what is wrong with some.
@Suite struct XarMemberTests {
    private static let text = Array(String(repeating: "knights and castles, ", count: 20_000).utf8)

    private static func sha1(_ bytes: [UInt8]) -> String { Digest.hexadecimal(Digest.of(bytes, .sha1)) }

    /// A xar with one file, kept in some way.
    private static func archive(
        _ stored: [UInt8], _ content: [UInt8], as encoding: String = "application/x-gzip", size: Int? = nil,
        sums: (String, String)? = nil
    ) throws -> XarArchive {
        let files = RawXar.packed(
            "a", encoding, at: 20, length: stored.count, size: size ?? content.count,
            sums: sums ?? (sha1(stored), sha1(content)))
        return try XarArchive.read(RawXar(files: files, heap: stored).bytes())
    }

    private static func fault(of archive: XarArchive) throws -> StreamFault? {
        do {
            _ = try archive.content(of: "a")
            Issue.record("no fault")
            return nil
        } catch let fault as StreamFault {
            return fault
        }
    }

    @Test func `content is unpacked piece by piece, whatever size the pieces have`() throws {
        let archive = try Self.archive(try #require(ZlibStream.deflated(Self.text)), Self.text)
        for pieceSize in [1, 7, 65_536, 1 << 20] {
            let count = pieceSize == 1 ? 3000 : Self.text.count
            let stream = try XarMemberStream(archive.entries[0], in: archive)
            var bytes: [UInt8] = []
            while bytes.count < count {
                let piece = try stream.bytes(min(pieceSize, count - bytes.count))
                if piece.isEmpty { break }
                bytes += piece
            }
            #expect(bytes == Array(Self.text[..<count]))
            if count == Self.text.count { #expect(try stream.bytes(1) == []) }
        }
    }

    @Test func `the stored bytes can be had as they are`() throws {
        let stored = try #require(ZlibStream.deflated(Self.text))
        let archive = try Self.archive(stored, Self.text)
        #expect(try XarStoredStream(archive.entries[0], in: archive).allBytes(limit: 1 << 20) == stored)
        let wrong = try Self.archive(stored, Self.text, sums: (Self.sha1([]), Self.sha1(Self.text)))
        #expect(throws: StreamFault(.damaged, "its bytes in the file do not match their sha1 checksum")) {
            try XarStoredStream(wrong.entries[0], in: wrong).allBytes(limit: 1 << 20)
        }
    }

    @Test func `a wrong checksum is told, that of the bytes in the file first`() throws {
        let stored = try #require(ZlibStream.deflated(Self.text))
        let none = Self.sha1([])
        for (sums, reason) in [
            ((none, none), "its bytes in the file do not match their sha1 checksum"),
            ((none, Self.sha1(Self.text)), "its bytes in the file do not match their sha1 checksum"),
            ((Self.sha1(stored), none), "its bytes do not match their sha1 checksum"),
        ] {
            let archive = try Self.archive(stored, Self.text, sums: sums)
            #expect(try Self.fault(of: archive) == StreamFault(.damaged, reason))
        }
        let plain = try Self.archive(
            Self.text, Self.text, as: "application/octet-stream", sums: (Self.sha1(Self.text), none))
        #expect(try Self.fault(of: plain) == StreamFault(.damaged, "its bytes do not match their sha1 checksum"))
    }

    @Test func `whoever reads no further than the size has met the checksum all the same`() throws {
        let archive = try Self.archive(
            Self.text, Self.text, as: "application/octet-stream", sums: (Self.sha1([]), Self.sha1(Self.text)))
        let stream = try XarMemberStream(archive.entries[0], in: archive)
        #expect(throws: StreamFault(.damaged, "its bytes in the file do not match their sha1 checksum")) {
            try stream.bytes(Self.text.count)
        }
    }

    @Test func `content is held to its size`() throws {
        let stored = try #require(ZlibStream.deflated(Self.text))
        let less = try Self.archive(stored, Self.text, size: Self.text.count - 1)
        #expect(try Self.fault(of: less) == StreamFault(.damaged, "it holds more than its 419999 bytes"))
        let more = try Self.archive(stored, Self.text, size: Self.text.count + 1)
        #expect(try Self.fault(of: more) == StreamFault(.damaged, "it ends after 420000 of its 420001 bytes"))
        // A bomb: nobody unpacks more of it than it says, and nobody reserves what it says.
        let bomb = try Self.archive(stored, Self.text, size: 1 << 60)
        #expect(
            try bomb.content(ofPrefix: 10) == Array(Self.text[..<10]), "what is there is given")
        let plain = try Self.archive(Self.text, Self.text, as: "application/octet-stream", size: 1)
        #expect(
            throws: XarFault.damagedEntry(
                name: Array("a".utf8), "it is not packed, yet has one size packed and another unpacked")
        ) { try XarMemberStream(plain.entries[0], in: plain) }
    }

    @Test func `bytes behind the end of what is packed are damage, and so is an end that is missing`() throws {
        let stored = try #require(ZlibStream.deflated(Self.text))
        #expect(
            try Self.fault(of: Self.archive(stored + [1, 2, 3], Self.text))
                == StreamFault(.damaged, "3 bytes stand behind the end of what is packed"))
        #expect(
            try Self.fault(of: Self.archive(Array(stored.dropLast(2)), Self.text))
                == StreamFault(.truncated, "its compressed bytes end too early"))
        #expect(
            try Self.fault(of: Self.archive([0x1F, 0x8B, 8, 0], Self.text))
                == StreamFault(.damaged, "its compressed bytes are damaged"))
    }

    @Test func `checksums may be missing, or of a style that is not known`() throws {
        let bare = "<length>3</length><offset>20</offset><size>3</size>"
        func archive(_ checksums: String) throws -> XarArchive {
            try XarArchive.read(
                RawXar(
                    files: "<file id='1'><name>a</name><data>\(bare)\(checksums)</data></file>", heap: Array("abc".utf8)
                )
                .bytes())
        }
        let none = try archive("")
        #expect(none.remarks.isEmpty)
        #expect(try none.content(of: "a") == Array("abc".utf8))
        let path = Array("a".utf8)
        let unknown = try archive("<extracted-checksum style='crc'>00</extracted-checksum>")
        #expect(unknown.remarks == [.unknownChecksum(path: path, style: "crc")])
        #expect(try unknown.content(of: "a") == Array("abc".utf8))
        let sum = Self.sha1(Array("abc".utf8))
        let half = try archive("<archived-checksum style='sha1'>\(sum)</archived-checksum>")
        #expect(half.remarks == [.missingExtractedChecksum(path: path)])
        #expect(half.remarks.map(\.isRefusedByApple) == [true])
        let alias = try archive(
            "<archived-checksum style='SHA1'>\(sum.uppercased())</archived-checksum>"
                + "<unarchived-checksum style='sha1'>\(Self.sha1([]))</unarchived-checksum>")
        #expect(alias.remarks.isEmpty)
        #expect(try Self.fault(of: alias) == StreamFault(.damaged, "its bytes do not match their sha1 checksum"))
        for text in ["", "00", "zz", sum + "0", sum + "00"] {
            #expect(
                throws: XarFault.damagedEntry(name: path, "one of its checksums is no sha1 digest"), "\(text)"
            ) { try archive("<extracted-checksum style='sha1'>\(text)</extracted-checksum>") }
        }
    }

    @Test(arguments: DigestAlgorithm.allCases)
    func `every digest is compared`(algorithm: DigestAlgorithm) throws {
        let bytes = Array("abc".utf8)
        for (content, isRight) in [(bytes, true), ([], false)] {
            let sum = Digest.hexadecimal(Digest.of(content, algorithm))
            let archive = try XarArchive.read(
                RawXar(
                    files: """
                        <file id='1'><name>a</name><data><length>3</length><offset>20</offset><size>3</size>\
                        <extracted-checksum style='\(algorithm.rawValue)'>\(sum)</extracted-checksum></data></file>
                        """, heap: bytes
                ).bytes())
            if isRight {
                #expect(try archive.content(of: "a") == bytes)
            } else {
                #expect(
                    try Self.fault(of: archive)
                        == StreamFault(.damaged, "its bytes do not match their \(algorithm.rawValue) checksum"))
            }
        }
    }

    @Test func `an encoding that is not known is listed, and refused when it is opened`() throws {
        let archive = try Self.archive(Self.text, Self.text, as: "application/x-lzfse")
        #expect(archive.entries[0].data?.encoding == .other("application/x-lzfse"))
        #expect(archive.remarks == [.unknownEncoding(path: Array("a".utf8), style: "application/x-lzfse")])
        #expect(throws: XarFault.unsupported("'a' is packed as 'application/x-lzfse', which is not read")) {
            try XarMemberStream(archive.entries[0], in: archive)
        }
    }

    @Test(arguments: [("bz2", "application/x-bzip2"), ("lzma", "application/x-lzma"), ("xz", "application/x-xz")])
    func `bzip2, LZMA and xz are unpacked, and held to what is said of them`(module: String, encoding: String) throws {
        let python = try #require(Program("python3"))
        let call =
            module == "lzma"
            ? "lzma.compress(d, lzma.FORMAT_ALONE)" : module == "xz" ? "lzma.compress(d)" : "bz2.compress(d)"
        func packed(_ bytes: [UInt8]) throws -> [UInt8] {
            let outcome = try python.run(
                ["-c", "import sys, bz2, lzma; d = sys.stdin.buffer.read(); sys.stdout.buffer.write(\(call))"],
                input: Data(bytes))
            #expect(outcome.status == 0, "\(outcome.errorText)")
            return Array(outcome.output)
        }
        let stored = try packed(Self.text)
        #expect(try Self.archive(stored, Self.text, as: encoding).content(of: "a") == Self.text)
        #expect(try Self.archive(try packed([]), [], as: encoding).content(of: "a") == [])
        let long = try Self.fault(of: Self.archive(stored, Self.text, as: encoding, size: 100))
        #expect(long == StreamFault(.damaged, "it holds more than its 100 bytes"))
        let short = try Self.fault(of: Self.archive(Array(stored.dropLast(20)), Self.text, as: encoding))
        #expect(short != nil)
        let plain = try Self.fault(of: Self.archive(Self.text, Self.text, as: encoding))
        #expect(plain == StreamFault(.damaged, "its bytes are not packed as is said of them"))
        let wrong = try Self.fault(
            of: Self.archive(stored, Self.text, as: encoding, sums: (Self.sha1([]), Self.sha1(Self.text))))
        #expect(wrong == StreamFault(.damaged, "its bytes in the file do not match their sha1 checksum"))
    }
}

extension XarArchive {
    /// The first bytes of the first entry.
    fileprivate func content(ofPrefix count: Int) throws -> [UInt8] {
        try XarMemberStream(entries[0], in: self).bytes(count)
    }
}
