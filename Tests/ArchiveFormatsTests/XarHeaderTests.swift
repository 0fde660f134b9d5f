import TestSupport
import Testing

@testable import ArchiveFormats

/// The header, the checksum of the table of contents, and files that are cut or continued.
@Suite struct XarHeaderTests {
    private static let files = RawXar.stored("a", "abc", at: 20)

    private static func xar(_ change: (inout RawXar) -> Void) throws -> [UInt8] {
        var xar = RawXar(files: files, heap: Array("abc".utf8))
        change(&xar)
        return try xar.bytes()
    }

    @Test func `a header of Apple's size has nothing odd to it`() throws {
        let archive = try XarArchive.read(Self.xar { _ in })
        #expect(archive.remarks.isEmpty)
        #expect(archive.header.headerSize == 28 && archive.header.version == 1)
        #expect(archive.header.digestAlgorithm == .sha1 && archive.header.checksumAlgorithm == 1)
        #expect(archive.heapStart == 28 + archive.header.compressedLength)
        #expect(archive.creationTime == nil)
    }

    @Test(arguments: [UInt16(29), 32, 64])
    func `a longer header is read, though not by Apple`(size: UInt16) throws {
        let archive = try XarArchive.read(Self.xar { $0.headerSize = size })
        #expect(archive.remarks == [.headerSize(size)])
        #expect(archive.remarks.map(\.isRefusedByApple) == [true])
        #expect(archive.heapStart == UInt64(size) + archive.header.compressedLength)
        #expect(try archive.content(of: "a") == Array("abc".utf8))
    }

    @Test(arguments: [UInt16(0), 27, 65, .max])
    func `a header of a size that nobody writes is refused`(size: UInt16) throws {
        #expect(
            try XarArchive.fault(of: Self.xar { $0.headerSize = size })
                == .damaged("its header claims to have \(size) bytes"))
    }

    @Test func `another version is read and remarked`() throws {
        #expect(try XarArchive.read(Self.xar { $0.version = 2 }).remarks == [.version(2)])
    }

    @Test(arguments: [(UInt32(3), DigestAlgorithm.sha256), (4, .sha512)])
    func `the newer digests are read, and Apple's reader has nothing against them`(
        number: UInt32, algorithm: DigestAlgorithm
    ) throws {
        func bytes(_ digest: DigestAlgorithm) throws -> [UInt8] {
            let offset = algorithm.length
            return try RawXar(
                files: RawXar.stored("a", "abc", at: offset),
                checksum: "<checksum style='\(algorithm.rawValue)'><offset>0</offset><size>\(offset)</size></checksum>",
                algorithm: number, digest: digest, heap: Array("abc".utf8) + [UInt8](repeating: 0, count: 64)
            ).bytes()
        }
        let archive = try XarArchive.read(bytes(algorithm))
        #expect(archive.remarks.isEmpty)
        #expect(try archive.content(of: "a") == Array("abc".utf8))
        #expect(
            try XarArchive.fault(of: bytes(.md5)) == .damaged("its table of contents does not match its checksum"))
    }

    @Test func `an MD5 is compared and remarked`() throws {
        func bytes(_ digest: DigestAlgorithm) throws -> [UInt8] {
            try RawXar(
                checksum: "<checksum style='md5'><offset>0</offset><size>16</size></checksum>", algorithm: 2,
                digest: digest
            ).bytes()
        }
        let archive = try XarArchive.read(bytes(.md5))
        #expect(archive.remarks == [.weakTableChecksum])
        #expect(archive.remarks.map(\.isRefusedByApple) == [true])
        #expect(
            try XarArchive.fault(of: bytes(.sha1)) == .damaged("its table of contents does not match its checksum"))
    }

    @Test func `a table without a checksum is read and remarked`() throws {
        for checksum in [
            "", "<checksum style='none'><offset>0</offset><size>0</size></checksum>", "<checksum style='none'/>",
        ] {
            let archive = try XarArchive.read(RawXar(checksum: checksum, algorithm: 0, digest: nil).bytes())
            #expect(archive.remarks == [.noTableChecksum])
            #expect(archive.remarks.map(\.isRefusedByApple) == [true])
            #expect(archive.trailingBytes == 0)
        }
        let archive = try XarArchive.read(RawXar(checksum: "").bytes())
        #expect(archive.remarks == [.missingTableChecksum])
        #expect(archive.tableOfContentsChecksum == nil)
    }

    @Test func `a checksum by another name than the header's is compared by either, and remarked`() throws {
        #expect(
            try XarArchive.read(Self.xar { $0.algorithm = 3 }).remarks
                == [.checksumStyles(header: "sha256", table: "sha1")])
        #expect(
            try XarArchive.read(Self.xar { $0.algorithm = 9 }).remarks
                == [.unknownTableChecksum(9), .checksumStyles(header: "9", table: "sha1")])
        #expect(
            try XarArchive.read(Self.xar { $0.checksum = $0.checksum.replacing("sha1", with: "SHA1") }).remarks
                == [.checksumStyles(header: "sha1", table: "SHA1")])
        #expect(
            try XarArchive.fault(
                of: Self.xar {
                    $0.algorithm = 3
                    $0.digest = .sha256
                    $0.heap += [UInt8](repeating: 0, count: 64)
                }) == .damaged("its table of contents does not match its checksum"))
    }

    @Test func `a table that does not match its checksum is refused`() throws {
        var bytes = try Self.xar { _ in }
        bytes[bytes.count - 4] ^= 1
        #expect(try XarArchive.fault(of: bytes) == .damaged("its table of contents does not match its checksum"))
        #expect(
            try XarArchive.fault(
                of: Self.xar { $0.checksum = "<checksum style='sha1'><offset>0</offset><size>9</size></checksum>" })
                == .damaged("the checksum of its table of contents has 9 bytes"))
        #expect(
            try XarArchive.fault(of: Self.xar { $0.checksum = "<checksum style='sha1'><size>20</size></checksum>" })
                == .damaged("its table of contents does not say where the checksum of it lies"))
        #expect(
            try XarArchive.fault(of: Self.xar { $0.checksum += $0.checksum })
                == .damaged("its table of contents names two checksums of itself"))
        #expect(
            try XarArchive.fault(
                of: Self.xar {
                    $0.checksum =
                        "<checksum style='sha1'><offset>9223372036854775807</offset><size>20</size></checksum>"
                }) == .damaged("its table of contents does not match its checksum"))
    }

    @Test func `the lengths of the table must be right`() throws {
        let header = try XarArchive.read(Self.xar { _ in }).header
        let (packed, length) = (header.compressedLength, header.uncompressedLength)
        for (change, comparison) in [(-1, "more"), (1, "fewer")] {
            let claim = UInt64(Int(length) + change)
            #expect(
                try XarArchive.fault(of: Self.xar { $0.uncompressedLength = claim })
                    == .damaged("its table of contents has \(comparison) than the \(claim) bytes that its header names")
            )
        }
        #expect(
            try XarArchive.fault(of: Self.xar { $0.compressedLength = 5 })
                == .damaged("its table of contents can't be unpacked: its compressed bytes end too early"))
        #expect(
            try XarArchive.fault(of: Self.xar { $0.compressedLength = .max })
                == .damaged("its table of contents claims \(UInt64.max) bytes, and \(length) when it is unpacked"))
        #expect(
            try XarArchive.fault(of: Self.xar { $0.uncompressedLength = 1 << 40 })
                == .damaged("its table of contents claims \(packed) bytes, and 1099511627776 when it is unpacked"))
        #expect(
            try XarArchive.fault(of: Self.xar { $0.compressedLength = XarArchive.largestCompressedTable })
                == .truncated("it ends within its table of contents"))
    }

    @Test func `a bomb is unpacked no further than the header says`() throws {
        let xml = [UInt8](repeating: 0x20, count: 20 << 20)
        #expect(
            try XarArchive.fault(of: RawXar(xml: xml, uncompressedLength: 1000).bytes())
                == .damaged("its table of contents has more than the 1000 bytes that its header names"))
    }

    @Test func `bytes between the table and the heap are remarked`() throws {
        let archive = try XarArchive.read(Self.xar { $0.padding = [0, 0, 0] })
        #expect(archive.remarks == [.bytesBehindTable(3)])
        #expect(try archive.content(of: "a") == Array("abc".utf8))
    }

    @Test func `a file that is no xar is damage, wherever it is cut a xar is cut`() throws {
        #expect(try XarArchive.fault(of: Array("PK\u{3}\u{4}".utf8)) == .damaged("it does not start with 'xar!'"))
        let bytes = try Self.xar { _ in }
        for count in bytes.indices {
            guard case .truncated = try XarArchive.fault(of: Array(bytes[..<count])) else {
                Issue.record("cut at \(count)")
                continue
            }
        }
        #expect(try XarArchive.fault(of: Array(bytes.dropLast())) == .truncated("it ends 1 bytes too early"))
        #expect(
            try XarArchive.fault(of: Array(bytes.dropLast(4)))
                == .truncated("it ends before the checksum of its table of contents"))
        #expect(try XarArchive.read(bytes + [0, 0]).trailingBytes == 2)
    }
}
