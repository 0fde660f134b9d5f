import Testing

@testable import XMLReading

/// What stands in a file for a text, in encodings that are not Unicode's.
@Suite struct ForeignEncodingTests {
    static let samples: [(name: String, text: String, bytes: [UInt8])] = [
        ("windows-1252", "a€é", [0x61, 0x80, 0xE9]), ("windows-1251", "Жж", [0xC6, 0xE6]),
        ("KOI8-R", "Жж", [0xF6, 0xD6]),
        ("ISO-8859-15", "€\u{85}", [0xA4, 0x85]), ("ISO-8859-9", "İ", [0xDD]), ("macintosh", "é", [0x8E]),
        ("IBM850", "é", [0x82]), ("Shift_JIS", "\\ｱ日ソ～", [0x5C, 0xB1, 0x93, 0xFA, 0x83, 0x5C, 0x81, 0x60]),
        ("Shift_JIS", "①\u{E000}\u{E757}", [0x87, 0x40, 0xF0, 0x40, 0xF9, 0xFC]),
        ("EUC-JP", "ｱ日丂", [0x8E, 0xB1, 0xC6, 0xFC, 0x8F, 0xB0, 0xA1]), ("GBK", "中\u{E000}", [0xD6, 0xD0, 0xAA, 0xA1]),
        ("gb2312", "\u{E4C6}\u{E505}\u{E765}", [0xA1, 0x40, 0xA1, 0x80, 0xA7, 0xA0]),
        (
            "GB18030", "\u{80}\u{FFFF}\u{10000}\u{10FFFF}",
            [0x81, 0x30, 0x81, 0x30, 0x84, 0x31, 0xA4, 0x39, 0x90, 0x30, 0x81, 0x30, 0xE3, 0x32, 0x9A, 0x35]
        ),
        ("EUC-KR", "한갂", [0xC7, 0xD1, 0x81, 0x41]), ("Big5", "中", [0xA4, 0xA4]),
    ]

    @Test(arguments: samples)
    func `bytes become a text, and the text these bytes`(name: String, text: String, bytes: [UInt8]) throws {
        let encoding = try #require(ForeignEncoding(name))
        let decoded = encoding.decode(bytes)
        #expect(decoded.isWhole)
        #expect(String(decoding: decoded.utf8, as: UTF8.self).unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(encoding.encode(Array(text.utf8)) == bytes)
    }

    @Test(
        arguments: [
            ("windows-1252", [0x81]), ("Shift_JIS", [0x80]), ("Shift_JIS", [0x93, 0x20]),
            ("EUC-JP", [0x8E, 0x41]), ("EUC-JP", [0x8F, 0xB0]), ("GBK", [0x81, 0x7F]), ("GBK", [0xA1, 0x7F]),
            ("GB18030", [0xFF]),
            ("GB18030", [0x81, 0x30, 0x81]), ("GB18030", [0x85, 0x30, 0x81, 0x30]),
            ("GB18030", [0xE3, 0x32, 0x9A, 0x36]),
            ("GB18030", [0xFE, 0x39, 0xFE, 0x39]), ("EUC-KR", [0xC9, 0xA1]), ("Big5", [0x80, 0x40]),
        ] as [(String, [UInt8])])
    func `bytes that mean nothing end the text before them`(name: String, bytes: [UInt8]) throws {
        let decoded = try #require(ForeignEncoding(name)).decode([0x61] + bytes + [0x62])
        #expect(!decoded.isWhole)
        #expect(decoded.utf8 == [0x61])
    }

    @Test(arguments: [
        ("windows-1252", "Ж"), ("ISO-8859-2", "€"), ("Shift_JIS", "é"), ("GBK", "\u{80}"), ("GBK", "😀"),
        ("EUC-JP", "😀"),
        ("EUC-KR", "\u{E000}"), ("Big5", "é"),
    ])
    func `a character that an encoding lacks has no bytes`(name: String, text: String) throws {
        #expect(try #require(ForeignEncoding(name)).encode(Array(text.utf8)) == nil)
    }

    @Test func `a name counts by its letters and digits`() {
        for name in [
            "shift-jis", "SHIFT_JIS", "x-sjis", "csWindows31J", "CP1252", "x-cp1252", "l2", "csISOLatin2", "x-x-big5",
        ] {
            #expect(ForeignEncoding(name) != nil, "\(name)")
        }
        for name in ["", "x", "cs", "x-klingon", "UTF-7", "ISO-8859-12", "cp1259", "1252"] {
            #expect(ForeignEncoding(name) == nil, "\(name)")
        }
    }

    @Test func `a fault in a file has its place`() {
        let bytes =
            Array("<?xml version='1.0' encoding='Shift_JIS'?>\n<a>".utf8) + [0x83, 0x5C, 0x80] + Array("</a>".utf8)
        #expect(
            XMLReader.read(bytes) { _ in true } == [
                XMLFault(
                    .wrongEncoding, position: SourcePosition(line: 2, column: 5),
                    detail: "the bytes are not Shift_JIS, which the file declares")
            ])
    }
}
