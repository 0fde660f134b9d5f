import Testing
import XMLReading

@Suite struct XMLReaderTests {
    /// Events in short: `<name @line:column`, `>name`, and text in quotes.
    private func events(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) -> (events: [String], faults: [XMLFault]) {
        var events: [String] = []
        let faults = XMLReader.read(bytes, limits: limits) { event in
            switch event {
            case .start(let tag):
                events.append(
                    "<\(tag.name)" + tag.attributes.map { " \($0.name)=\($0.value)" }.joined()
                        + " @" + text(tag.position) + " " + text(tag.contentPosition))
            case .end(let name): events.append(">\(name)")
            case .text(let run):
                events.append("'\(run.content)' @\(text(run.position)) \(text(run.firstVisiblePosition))")
            }
            return true
        }
        return (events, faults)
    }

    private func events(_ text: String) -> (events: [String], faults: [XMLFault]) { events(Array(text.utf8)) }

    private func text(_ position: SourcePosition?) -> String { position.map { "\($0.line):\($0.column)" } ?? "-" }

    @Test(arguments: [
        ("a &amp; b", "a & b"), ("&#38;&#x26;&amp;", "&&&"), ("&amp;#38;", "&#38;"), ("&amp;amp;", "&amp;"),
        ("&lt;&gt;&quot;&apos;&#9;&#233;", "<>\"'\té"), ("&", nil),
    ])
    func `references in an attribute are resolved, that to an ampersand too`(written: String, value: String?) {
        var found: String?
        let faults = XMLReader.read(Array("<a b='\(written)'/>".utf8)) { event in
            if case .start(let tag) = event { found = tag["b"] }
            return true
        }
        #expect(found == value)
        #expect(faults.isEmpty == (value != nil))
    }

    @Test func `tags, attributes and text come in order with their places`() {
        let result = events("<a x='1' y=\"&lt;2\">\n  <b/>é\u{1F698}<c>t</c>\n</a>")
        #expect(result.faults.isEmpty)
        #expect(
            result.events == [
                "<a x=1 y=<2 @1:1 1:20", "'\n  ' @1:20 -", "<b @2:3 2:7", ">b", "'é\u{1F698}' @2:7 2:7", "<c @2:9 2:12",
                "'t' @2:12 2:12", ">c", "'\n' @2:17 -", ">a",
            ])
    }

    @Test func `CDATA, references and comments become one text`() {
        let result = events("<a> x<!-- c -->&#46;&amp;<![CDATA[<&]]>&#128664;<?pi y?>z</a>")
        #expect(result.faults.isEmpty)
        #expect(result.events == ["<a @1:1 1:4", "' x.&<&\u{1F698}z' @1:4 1:5", ">a"])
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `every kind of line end counts as one`(end: String) {
        let result = events("<a>\(end)<!-- \(end) -->\(end) <b/></a>")
        #expect(result.faults.isEmpty)
        #expect(result.events.dropFirst(2).first == "<b @4:2 4:6")
        #expect(result.events.dropFirst(1).first == "'\n\n ' @1:4 -")
    }

    @Test func `a long text keeps exact places`() {
        let long = String(repeating: "é", count: 200_000)
        let result = events("<a>\(long)<b/>\(String(repeating: "\n", count: 100_000))<c/></a>")
        #expect(result.faults.isEmpty)
        #expect(result.events.dropFirst(2).first == "<b @1:200004 1:200008")
        #expect(result.events.dropFirst(5).first == "<c @100001:1 100001:5")
    }

    @Test func `a name space is left as written`() {
        #expect(events("<p:a xmlns:p='u' p:b='1'/>").events == ["<p:a xmlns:p=u p:b=1 @1:1 1:27", ">p:a"])
    }

    private static let sample = "<?xml version=\"1.0\"?>\n<a>é\u{1F698}<b/></a>"

    private static let unicodeForms: [(mark: [UInt8], text: [UInt8])] = [
        ([0xEF, 0xBB, 0xBF], Array(sample.utf8)),
        ([0xFF, 0xFE], utf16(sample, isBigEndian: false)),
        ([0xFE, 0xFF], utf16(sample, isBigEndian: true)),
        ([], utf16(sample, isBigEndian: false)),
        ([], utf16(sample, isBigEndian: true)),
        ([0xFF, 0xFE, 0, 0], utf32(sample, isBigEndian: false)),
        ([0, 0, 0xFE, 0xFF], utf32(sample, isBigEndian: true)),
        ([], utf32(sample, isBigEndian: false)),
        ([], utf32(sample, isBigEndian: true)),
    ]

    @Test(arguments: unicodeForms)
    func `every Unicode form gives the same events`(mark: [UInt8], text: [UInt8]) {
        let result = events(mark + text)
        #expect(result.faults.isEmpty)
        #expect(
            result.events == ["<a @2:1 2:4", "'é\u{1F698}' @2:4 2:4", "<b @2:6 2:10", ">b", ">a"])
    }

    private static let foreign: [(encoding: String, bytes: [UInt8], text: String)] = [
        ("ISO-8859-1", [0xE9], "é"), ("iso-8859-1", [0xA4], "\u{A4}"), ("windows-1252", [0x80, 0xE9], "€é"),
        ("ISO-8859-15", [0xA4], "€"), ("Shift_JIS", [0x83, 0x8A], "リ"), ("macintosh", [0x8E], "é"),
    ]

    @Test(arguments: foreign)
    func `a declared encoding is obeyed`(encoding: String, bytes: [UInt8], text: String) {
        let head = "<?xml version='1.0' encoding='\(encoding)'?><a>"
        let result = events(Array(head.utf8) + bytes + Array("<b/></a>".utf8))
        #expect(result.faults.isEmpty)
        let column = head.count + 1
        #expect(result.events.dropFirst(1).first == "'\(text)' @1:\(column) 1:\(column)")
        #expect(result.events.dropFirst(2).first?.hasPrefix("<b @1:\(column + text.count) ") == true)
    }

    @Test func `bytes outside the declared encoding are one fault with a place`() {
        let head = Array("<?xml version='1.0' encoding='US-ASCII'?>\n<a>".utf8)
        #expect(
            events(head + [0xE9] + Array("</a>".utf8)).faults == [
                XMLFault(
                    .wrongEncoding, position: SourcePosition(line: 2, column: 4),
                    detail: "the byte 0xE9 is not US-ASCII, which the file declares")
            ])
        #expect(
            events(Array("<a>\n".utf8) + [0xE9] + Array("</a>".utf8)).faults == [
                XMLFault(
                    .wrongEncoding, position: SourcePosition(line: 2, column: 1),
                    detail: "the byte 0xE9 is not UTF-8 text")
            ])
    }

    @Test func `an unknown encoding is a fault, and a false one too, but the text is read`() {
        #expect(
            events("<?xml version='1.0' encoding='x-klingon'?><a/>").faults == [
                XMLFault(.wrongEncoding, detail: "the encoding 'x-klingon' that the file declares is not known here")
            ])
        let result = events("<?xml version='1.0' encoding='UTF-16'?><a/>")
        #expect(result.events == ["<a @1:40 1:44", ">a"])
        #expect(
            result.faults == [
                XMLFault(
                    .wrongEncoding, detail: "the XML declaration says UTF-16, but the text is not in that encoding")
            ])
    }

    @Test func `an empty text is cut short`() {
        #expect(events([]).faults.map(\.kind) == [.truncated])
    }
}

func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

func utf32(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
        let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
        return isBigEndian ? bytes : bytes.reversed()
    }
}
