import Findings
import Packaging
import PropertyLists
import Testing

@testable import Checks

/// Which line a finding is shown with, and what of it is meant.
@Suite struct SourceLinesTests {
    /// What is meant at a position, in brackets in its line.
    private func meant(
        _ bytes: some Sequence<UInt8>, _ line: Int, _ column: Int, _ format: PropertyListFormat = .xml
    ) -> String? {
        var lines = SourceLines(Array(bytes), format)
        guard let found = lines?.line(at: TextPosition(line: line, column: column)) else { return nil }
        var text = TextColumn.all(in: found.bytes).map { column in
            switch column {
            case .scalar(let scalar): String(scalar)
            case .byte(let byte): "\\x" + String(byte, radix: 16)
            }
        }
        text.insert("]", at: found.columns.upperBound)
        text.insert("[", at: found.columns.lowerBound)
        return text.joined()
    }

    @Test func `in XML a value is meant to the tag behind it, a tag whole, else one column`() {
        let text = "<plist>\n\t<string>Cat &amp; Dog</string><foo>\n  x\n</plist>"
        #expect(meant(text.utf8, 2, 10) == "\t<string>[Cat &amp; Dog]</string><foo>")
        #expect(meant(text.utf8, 2, 2) == "\t[<string>]Cat &amp; Dog</string><foo>")
        #expect(meant(text.utf8, 2, 32) == "\t<string>Cat &amp; Dog</string>[<foo>]")
        #expect(meant(text.utf8, 3, 3) == "  [x]")
        #expect(meant(text.utf8, 4, 9) == "</plist>[]")
        #expect(meant("<string></string>".utf8, 1, 9) == "<string>[]</string>")
        #expect(meant("<string>Cat \n</string>".utf8, 1, 9) == "<string>[Cat ]")
    }

    @Test func `in an old-style list a value is meant without its quotes`() {
        #expect(meant(#"{ "a \" b" = c.d-e; }"#.utf8, 1, 4, .oldStyle) == #"{ "[a \" b]" = c.d-e; }"#)
        #expect(meant("{ a = c.d-e; }".utf8, 1, 7, .oldStyle) == "{ a = [c.d-e]; }")
        #expect(meant("{ a = <0102>; }".utf8, 1, 8, .oldStyle) == "{ a = <[0102]>; }")
        #expect(meant("{ a = 'b".utf8, 1, 8, .oldStyle) == "{ a = '[b]")
        #expect(meant(#"{ a = "b\"#.utf8, 1, 8, .oldStyle) == #"{ a = "[b\]"#)
    }

    @Test func `a conflict marker is meant whole`() {
        #expect(meant("a\n<<<<<<< HEAD\n".utf8, 2, 1) == "[<<<<<<<] HEAD")
        #expect(meant("a\n=======\n".utf8, 2, 1) == "[=======]")
    }

    @Test func `every end of a line counts, and a byte-order mark does not`() {
        let text = "\u{FEFF}<a>\r\n<b>\r<c>\n<d>"
        #expect((1...4).map { meant(text.utf8, $0, 1) } == ["[<a>]", "[<b>]", "[<c>]", "[<d>]"])
    }

    @Test func `findings need not come in order, and a place that is none has no line`() {
        var lines = SourceLines(Array("<a>\n<b>\n".utf8), .xml)
        #expect(lines?.line(at: TextPosition(line: 2, column: 1))?.bytes == Array("<b>".utf8))
        #expect(lines?.line(at: TextPosition(line: 1, column: 1))?.bytes == Array("<a>".utf8))
        #expect(lines?.line(at: TextPosition(line: 3, column: 1))?.bytes == [])
        #expect(lines?.line(at: TextPosition(line: 4, column: 1)) == nil)
        #expect(lines?.line(at: TextPosition(line: 1, column: 5)) == nil)
    }

    @Test func `a text in another encoding is shown as what it says`() {
        let text = "<?xml version=\"1.0\"?>\n<a>ö</a>"
        let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(meant(utf16, 2, 4) == "<a>[ö]</a>")
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>".utf8) + [0xF6] + Array("</a>".utf8)
        #expect(meant(latin, 2, 4) == "<a>[ö]</a>")
    }

    @Test func `bytes that are not UTF-8 are there, with the rest of their line`() {
        let bytes = Array("<a>\n<b>caf".utf8) + [0xE9] + Array("</b>\n".utf8)
        #expect(meant(bytes, 2, 7) == "<b>caf[\\xe9]</b>")
        #expect(meant(bytes, 2, 4) == "<b>[caf\\xe9]</b>")
    }

    @Test func `of a very long line only what is near is carried`() throws {
        let text = "<a>" + String(repeating: "日", count: 2_000_000) + "<b>"
        var lines = SourceLines(Array(text.utf8), .xml)
        let start = lines?.line(at: TextPosition(line: 1, column: 4))
        let first = try #require(start)
        #expect(first.bytes.count == 3 + 400 * 3)
        #expect(!first.isCutAtStart && first.isCutAtEnd)
        #expect(first.columns == 3..<403)
        let end = lines?.line(at: TextPosition(line: 1, column: 2_000_004))
        let last = try #require(end)
        #expect(last.bytes.count == 400 * 3 + 3)
        #expect(last.isCutAtStart && !last.isCutAtEnd)
        #expect(last.columns == 400..<403)
    }

    @Test func `a binary list has no lines`() {
        #expect(SourceLines(Array("bplist00".utf8), .binary) == nil)
        #expect(SourceLines(nil, .xml) == nil)
        #expect(SourceLines([], nil) == nil)
    }

    @Test func `a finding has the line of the file that was judged, in a folder and in a package`() throws {
        let sketch = ContentSketch.contentFolder(productIdentifier: "Cat Photos")
        for sketch in [sketch, sketch.with { $0.kind = .zip }] {
            let findings = Examination.findings(for: sketch)
            let line = try #require(findings.first { $0.location.position != nil }?.sourceLine)
            #expect(String(decoding: line.bytes, as: UTF8.self) == "\t<string>Cat Photos</string>")
            #expect(line.columns == 9..<19)
        }
    }
}
