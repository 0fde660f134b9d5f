import TestSupport
import Testing

@testable import ArchiveFormats

@Suite struct ZipRecordsTests {
    private static let time = ZipTime(secondsSince1970: 1_700_000_000)  // 2023-11-14 22:13:20

    private static func member(
        _ name: String = "a.txt", _ kind: ZipMember.Kind = .file, method: ZipMember.Method = .stored,
        size: UInt64 = 3, compressedSize: UInt64 = 3, offset: UInt64 = 0
    ) -> ZipMember {
        ZipMember(
            name: Array(name.utf8), kind: kind, permissions: kind == .directory ? 0o755 : 0o644, time: time,
            method: method, checksum: 0x1234_5678, size: size, compressedSize: compressedSize, offset: offset)
    }

    @Test func `the local header of a small stored file is these 35 bytes`() {
        #expect(
            ZipRecords.localHeader(Self.member())
                == [
                    0x50, 0x4B, 0x03, 0x04,  // signature
                    10, 0,  // version needed: 1.0
                    0, 0,  // flags
                    0, 0,  // stored
                    0xAA, 0xB1,  // 22:13:20
                    0x6E, 0x57,  // 2023-11-14
                    0x78, 0x56, 0x34, 0x12,  // CRC-32
                    3, 0, 0, 0,  // compressed size
                    3, 0, 0, 0,  // size
                    5, 0,  // length of the name
                    0, 0,  // length of the extra field
                ] + Array("a.txt".utf8))
    }

    @Test func `the central header of the same is these 51 bytes`() {
        #expect(
            ZipRecords.centralHeader(Self.member(offset: 0x0102_0304))
                == [
                    0x50, 0x4B, 0x01, 0x02,  // signature
                    45, 3,  // made by the rules of 4.5, on Unix
                    10, 0, 0, 0, 0, 0,  // version needed, flags, method
                    0xAA, 0xB1, 0x6E, 0x57,  // time, date
                    0x78, 0x56, 0x34, 0x12,  // CRC-32
                    3, 0, 0, 0, 3, 0, 0, 0,  // compressed size, size
                    5, 0, 0, 0, 0, 0,  // lengths of name, extra field, comment
                    0, 0, 0, 0,  // disk, internal attributes
                    0, 0, 0xA4, 0x81,  // 0100644
                    0x04, 0x03, 0x02, 0x01,  // offset
                ] + Array("a.txt".utf8))
    }

    @Test func `the end record of a small zip is these 22 bytes`() {
        #expect(
            ZipRecords.end(count: 2, size: 0x66, offset: 0x1000)
                == [
                    0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0, 2, 0, 2, 0, 0x66, 0, 0, 0, 0, 0x10, 0, 0, 0, 0,
                ])
    }

    @Test func `version needed is 1.0 for what is stored, 2.0 for deflate and folders, 4.5 for Zip64`() {
        func version(_ member: ZipMember) -> UInt8 { ZipRecords.localHeader(member)[4] }
        #expect(version(Self.member()) == 10)
        #expect(version(Self.member("l", .symlink)) == 10)
        #expect(version(Self.member(method: .deflated)) == 20)
        #expect(version(Self.member("d/", .directory)) == 20)
        #expect(version(Self.member(size: 0xFFFF_FFFF)) == 45)
    }

    @Test(arguments: [("a.txt", false), ("~", false), ("é.txt", true), ("日本", true)])
    func `the UTF-8 flag is set exactly for names beyond ASCII`(name: String, isSet: Bool) {
        let member = Self.member(name)
        let expected: [UInt8] = isSet ? [0, 0x08] : [0, 0]
        #expect(Array(ZipRecords.localHeader(member)[6..<8]) == expected)
        #expect(Array(ZipRecords.centralHeader(member)[8..<10]) == expected)
    }

    @Test(arguments: [
        (ZipMember.Kind.file, 0o100644 << 16), (.directory, 0o040755 << 16 | 0x10), (.symlink, 0o120644 << 16),
    ])
    func `external attributes hold the Unix mode and the mark of a folder`(kind: ZipMember.Kind, expected: UInt32) {
        var reader = LittleEndianReader(ZipRecords.centralHeader(Self.member("x", kind))[38..<42])
        #expect(reader.nextUInt32() == expected)
    }

    // MARK: Zip64

    @Test(arguments: [(0xFFFF_FFFE, false), (0xFFFF_FFFF, true), (0x1_0000_0000, true)])
    func `a size needs Zip64 from 0xFFFFFFFF on`(size: UInt64, isLarge: Bool) {
        let member = Self.member(size: size, compressedSize: 7)
        let local = ZipRecords.localHeader(member)
        let central = ZipRecords.centralHeader(member)
        if isLarge {
            // Both sizes in the local header, in this order; only the large one in the directory.
            #expect(Array(local[18..<26]) == [UInt8](repeating: 0xFF, count: 8))
            #expect(Array(local[35...]) == [1, 0, 16, 0] + Self.bytes(size) + Self.bytes(7))
            #expect(Array(central[20..<24]) == [7, 0, 0, 0])
            #expect(Array(central[51...]) == [1, 0, 8, 0] + Self.bytes(size))
        } else {
            #expect(local.count == 35)
            #expect(Array(local[22..<26]) == [0xFE, 0xFF, 0xFF, 0xFF])
            #expect(central.count == 51)
        }
    }

    @Test(arguments: [(0xFFFF_FFFE, false), (0xFFFF_FFFF, true)])
    func `an offset needs Zip64 from 0xFFFFFFFF on, in the directory alone`(offset: UInt64, isLarge: Bool) {
        let member = Self.member(offset: offset)
        #expect(ZipRecords.localHeader(member).count == 35)
        let central = ZipRecords.centralHeader(member)
        #expect(central[6] == (isLarge ? 45 : 10))
        #expect(Array(central[51...]) == (isLarge ? [1, 0, 8, 0] + Self.bytes(offset) : []))
    }

    @Test func `a record of the making is the last extra field of the directory's header, and of no other`() {
        let member = Self.member(offset: 0x1_0000_0001)
        let central = ZipRecords.centralHeader(member, record: Array("made".utf8))
        #expect(Array(central[30..<32]) == [20, 0])
        #expect(
            Array(central[51...]) == [1, 0, 8, 0] + Self.bytes(0x1_0000_0001) + [0x69, 0x6B, 4, 0] + Array("made".utf8))
    }

    @Test func `the record is found in the first header, whatever fields stand before it`() throws {
        func found(_ extra: [UInt8], longest: Int = 100) throws -> [UInt8]? {
            var member = Self.member()
            member.offset = 0
            let local = ZipRecords.localHeader(member) + Array("abc".utf8)
            var central = ZipRecords.centralHeader(member) + extra
            central[30] = UInt8(extra.count)
            let bytes =
                local + central
                + ZipRecords.end(count: 1, size: UInt64(central.count), offset: UInt64(local.count))
            return try withTemporaryFolder { folder in
                let file = try ReadableFile(folder.write("o.zip", bytes))
                guard let found = try ZipRecordField.find(in: file, longest: longest) else { return nil }
                #expect(found.directory == UInt64(local.count))
                #expect(Array(bytes[Int(found.position)...].prefix(found.text.count)) == found.text)
                return found.text
            }
        }
        let field: [UInt8] = [0x69, 0x6B, 2, 0, 7, 8]
        #expect(try found(field) == [7, 8])
        #expect(try found([1, 2, 1, 0, 5] + field) == [7, 8])
        #expect(try found(field + [9]) == [7, 8])
        #expect(try found(field, longest: 1) == nil)
        // Absent, cut off, and behind a field that is so.
        #expect(try found([]) == nil)
        #expect(try found([0x69, 0x6B, 3, 0, 7, 8]) == nil)
        #expect(try found([1, 2, 99, 0] + field) == nil)
    }

    @Test func `three numbers that don't fit stand in the order of the specification`() {
        let member = Self.member(size: 0x1_0000_0003, compressedSize: 0x1_0000_0002, offset: 0x1_0000_0001)
        #expect(
            Array(ZipRecords.centralHeader(member)[51...])
                == [1, 0, 24, 0] + Self.bytes(0x1_0000_0003) + Self.bytes(0x1_0000_0002) + Self.bytes(0x1_0000_0001))
    }

    @Test(arguments: [
        (65_534, 0, 0, false), (65_535, 0, 0, true), (65_536, 0, 0, true),
        (1, 0xFFFF_FFFE, 0, false), (1, 0xFFFF_FFFF, 0, true),
        (1, 46, 0xFFFF_FFFE, false), (1, 46, 0xFFFF_FFFF, true),
    ])
    func `C05: the end needs Zip64 from 65,535 entries, or a size or offset of 0xFFFFFFFF, on`(
        count: Int, size: UInt64, offset: UInt64, isLarge: Bool
    ) {
        let end = ZipRecords.end(count: count, size: size, offset: offset)
        let record: [UInt8] =
            [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0] + Self.bytes(UInt16(min(count, 0xFFFF)))
            + Self.bytes(UInt16(min(count, 0xFFFF))) + Self.bytes(UInt32(min(size, 0xFFFF_FFFF)))
            + Self.bytes(UInt32(min(offset, 0xFFFF_FFFF))) + [0, 0]
        guard isLarge else {
            #expect(end == record)
            return
        }
        let large: [UInt8] =
            [0x50, 0x4B, 0x06, 0x06, 44, 0, 0, 0, 0, 0, 0, 0, 45, 3, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            + Self.bytes(UInt64(count)) + Self.bytes(UInt64(count)) + Self.bytes(size) + Self.bytes(offset)
        let locator: [UInt8] =
            [0x50, 0x4B, 0x06, 0x07, 0, 0, 0, 0] + Self.bytes(offset + size) + [1, 0, 0, 0]
        #expect(end == large + locator + record)
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
