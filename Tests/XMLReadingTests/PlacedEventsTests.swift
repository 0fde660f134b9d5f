import Testing

@testable import XMLReading

/// Where tags stand, and how text between them is replaced.
@Suite struct PlacedEventsTests {
    private static func places(_ text: String) -> [String] {
        let source = SourceText(Array(text.utf8))
        var places: [String] = []
        let faults = XMLReader.readPlaced(source) { event, place in
            if case .text = event {
                #expect(place == nil)
            } else {
                places.append(place.map { String(decoding: source.utf8[$0], as: UTF8.self) } ?? "nowhere")
            }
            return true
        }
        #expect(faults.isEmpty)
        return places
    }

    @Test(arguments: [
        ("<a>x</a>", ["<a>", "</a>"]),
        ("\u{FEFF}<?xml version='1.0'?><!-- <a> -->\n<a >é</a\n>\n<!-- </a> -->", ["<a >", "</a\n>"]),
        (
            "<a b='>' c=\"/>\"><b/>é<c d='1' /><!-- </c> --></a>",
            [
                "<a b='>' c=\"/>\">", "<b/>", "", "<c d='1' />", "", "</a>",
            ]
        ),
        ("<a><![CDATA[</a><b/>]]><?p </a>?>&lt;</a>", ["<a>", "</a>"]),
        ("<n:a><n:a></n:a></n:a>", ["<n:a>", "<n:a>", "</n:a>", "</n:a>"]),
        ("<a>\r\n<b>\r</b>\r\n</a>", ["<a>", "<b>", "</b>", "</a>"]),
    ])
    func `each tag is told with its bytes, and the end of an empty element has none`(text: String, tags: [String]) {
        #expect(Self.places(text) == tags)
    }

    @Test func `an element longer than the parser's buffers has its place too`() {
        let long = String(repeating: "é &amp; <!-- </a> --> ", count: 50_000)
        let attribute = String(repeating: "ü>", count: 20_000)
        #expect(
            Self.places("<a>\(long)<b c='\(attribute)'>\(long)</b><d/></a>")
                == ["<a>", "<b c='\(attribute)'>", "</b>", "<d/>", "", "</a>"])
    }

    @Test(arguments: ["UTF-8", "US-ASCII", "ISO-8859-1", "windows-1252", "Shift_JIS", "EUC-JP", "GB18030", "KOI8-R"])
    func `a part is replaced, and the bytes round it stay`(encoding: String) {
        let head = Array("<?xml version='1.0' encoding='\(encoding)'?><a>".utf8)
        let tail = Array("</a>\r\n".utf8)
        let source = SourceText(head + Array("old".utf8) + tail)
        #expect(source.fault == nil)
        let edited = source.replacing(
            head.count..<head.count + 3, of: head + Array("old".utf8) + tail, with: "new & longer")
        #expect(edited == head + Array("new & longer".utf8) + tail)
    }

    @Test func `an encoding says what it holds, and a text that is not the file's is refused`() {
        func encoding(_ name: String) -> SourceEncoding {
            SourceText(Array("<?xml version='1.0' encoding='\(name)'?><a/>".utf8)).encoding
        }
        let cases: [(String, String, String)] = [
            ("UTF-8", "aé€😀", ""), ("US-ASCII", "a", "é€😀"), ("ISO-8859-1", "aé", "€😀"), ("windows-1252", "aé€", "😀"),
            ("Shift_JIS", "aあ", "é😀"), ("KOI8-R", "aж", "é€😀"),
        ]
        for (name, held, lacking) in cases {
            for scalar in held.unicodeScalars { #expect(encoding(name).holds(scalar), "\(name) \(scalar)") }
            for scalar in lacking.unicodeScalars { #expect(!encoding(name).holds(scalar), "\(name) \(scalar)") }
        }
        let source = SourceText(Array("abc".utf8))
        #expect(source.replacing(1..<2, of: Array("abd".utf8), with: "x") == nil)
        #expect(source.replacing(1..<2, of: Array("abcd".utf8), with: "x") == nil)
        let latin = SourceText(Array("<?xml version='1.0' encoding='latin1'?>".utf8))
        #expect(latin.replacing(0..<0, of: latin.utf8, with: "€") == nil)
    }

    @Test func `what the encoding of a file lacks is written as a reference`() {
        let ascii = SourceText(Array("<?xml version='1.0' encoding='US-ASCII'?>".utf8)).encoding
        #expect(XMLEscaping.text("é<&>\r\n😀\u{85}", in: ascii) == "&#233;&lt;&amp;&gt;&#13;\n&#128512;&#133;")
        #expect(XMLEscaping.text("é\u{2028}", in: SourceText([]).encoding) == "é&#8232;")
    }
}
