import Foundation
import TestSupport
import Testing

@testable import XMLReading

/// Every character of every table, held against Python's.
@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct ForeignEncodingPeerTests {
    private static let codecs: [(name: String, codec: String)] =
        (1250...1258).map { ("windows-\($0)", "cp\($0)") }
        + [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map { ("ISO-8859-\($0)", "iso8859_\($0)") }
        + [
            ("windows-874", "cp874"), ("IBM437", "cp437"), ("IBM850", "cp850"), ("IBM852", "cp852"),
            ("IBM866", "cp866"),
            ("KOI8-R", "koi8_r"), ("KOI8-U", "koi8_u"), ("macintosh", "mac_roman"), ("x-mac-ce", "mac_latin2"),
            ("x-mac-cyrillic", "mac_cyrillic"), ("x-mac-greek", "mac_greek"), ("x-mac-turkish", "mac_turkish"),
            ("Shift_JIS", "cp932"), ("EUC-JP", "euc_jp"), ("GB18030", "gb18030"), ("EUC-KR", "cp949"),
            ("Big5", "cp950"),
        ]

    /// What Python makes of every byte from 0x80 on, of every two such bytes, and of every two behind 0x8F: a line each,
    /// `bytes character`, both in hexadecimal.
    private static let script = """
        import sys
        def show(codec, code):
            try: text = code.decode(codec)
            except UnicodeDecodeError: return
            if len(text) == 1: print(code.hex(), format(ord(text), 'x'))
        codec = sys.argv[1]
        high = range(0x80, 0x100)
        for a in high: show(codec, bytes([a]))
        if codec in ('cp932', 'euc_jp', 'gb18030', 'cp949', 'cp950'):
            for a in high:
                for b in range(0x40, 0x100): show(codec, bytes([a, b]))
        if codec == 'euc_jp':
            for a in high:
                for b in high: show(codec, bytes([0x8F, a, b]))
        """

    /// What Windows' table of JIS X 0208 has other characters for than the standard; WHATWG takes them for EUC-JP, too.
    private static let windowsOwn: Set<String> = ["a1c1", "a1c2", "a1dd", "a1f1", "a1f2", "a2cc"]

    @Test(arguments: codecs)
    func `every character is Python's too, and comes back`(name: String, codec: String) throws {
        let encoding = try #require(ForeignEncoding(name))
        let outcome = try #require(Program("python3")).run(["-c", Self.script, codec])
        var known = 0
        for line in outcome.outputText.split(separator: "\n") {
            let parts = line.split(separator: " ")
            let code = parts[0]
            // What Windows gives a single byte for that means nothing elsewhere.
            if codec == "cp932", ["80", "a0", "fd", "fe", "ff"].contains(code) { continue }
            if codec == "euc_jp", Self.windowsOwn.contains(String(code)) { continue }
            let bytes = stride(from: 0, to: code.count, by: 2).compactMap {
                UInt8(code.dropFirst($0).prefix(2), radix: 16)
            }
            let scalar = try #require(UInt32(parts[1], radix: 16).flatMap(Unicode.Scalar.init))
            let utf8 = Array(String(scalar).utf8)
            let decoded = encoding.decode(bytes)
            if decoded.utf8 != utf8 || !decoded.isWhole { Issue.record("\(code) is \(parts[1])") }
            let back = encoding.encode(utf8).map { encoding.decode($0).utf8 }
            if back != utf8 { Issue.record("\(parts[1]) does not come back") }
            known += 1
        }
        #expect(known > 70)
        try expectNoMore(than: outcome.outputText, encoding, codec)
    }

    /// Whether we know nothing that Python does not. EUC-JP is left out, which has Windows' additions here.
    private func expectNoMore(than output: String, _ encoding: ForeignEncoding, _ codec: String) throws {
        guard codec != "euc_jp" else { return }
        let codes = Set(output.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
        for first in UInt8(0x80)...0xFF {
            let one = String(first, radix: 16)
            if encoding.decode([first]).isWhole {
                if !codes.contains(one) { Issue.record("\(one) is known") }
                continue
            }
            if case .singleByte = encoding { continue }
            for second in UInt8(0x40)...0xFF where encoding.decode([first, second]).isWhole {
                let two = one + String(second, radix: 16)
                if !codes.contains(two) { Issue.record("\(two) is known") }
            }
        }
    }

    @Test func `a character has the bytes in GB 18030 that Python gives it`() throws {
        let script = """
            for value in [*range(0x80, 0xD800, 7), *range(0xE000, 0x10000), *range(0x10000, 0x110000, 997)]:
                print(format(value, 'x'), chr(value).encode('gb18030').hex())
            """
        for line in try #require(Program("python3")).run(["-c", script]).outputText.split(separator: "\n") {
            let parts = line.split(separator: " ")
            let scalar = try #require(UInt32(parts[0], radix: 16).flatMap(Unicode.Scalar.init))
            let utf8 = Array(String(scalar).utf8)
            let bytes = try #require(ForeignEncoding.gb18030.encode(utf8))
            let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            if hexadecimal != parts[1] { Issue.record("\(parts[0]) is \(hexadecimal)") }
            if ForeignEncoding.gb18030.decode(bytes).utf8 != utf8 { Issue.record("\(parts[0]) does not come back") }
        }
    }
}
