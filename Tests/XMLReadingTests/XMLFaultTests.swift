import Testing
import XMLReading

@Suite struct XMLFaultTests {
    private func faults(_ text: String, limits: XMLLimits = XMLLimits()) -> [XMLFault] {
        XMLReader.read(Array(text.utf8), limits: limits) { _ in true }
    }

    private static let broken: [(text: String, line: Int, column: Int, detail: String)] = [
        ("<a>\n<b>\n</a>", 3, 1, "the tag 'b' opened on line 2 is never closed; '</a>' stands here"),
        ("<a>\n<b>x</bb></a>", 2, 5, "the tag 'b' opened on line 2 is never closed; '</bb>' stands here"),
        ("<a>&nbsp;</a>", 1, 10, "the entity '&nbsp;' is not known; XML knows &amp; &lt; &gt; &apos; &quot;"),
        (
            "<!DOCTYPE a SYSTEM 'x'><a>&nbsp;</a>", 1, 33,
            "the entity '&nbsp;' is not known; XML knows &amp; &lt; &gt; &apos; &quot;"
        ),
        ("<a>\n Q & A</a>", 2, 5, "a '&' stands alone; write it as '&amp;'"),
        ("<a>1 < 2</a>", 1, 7, "a name is expected here; write a plain '<' as '&lt;'"),
        ("<a b></a>", 1, 5, "the attribute 'b' has no value"),
        ("<a b='1' b='2'></a>", 1, 15, "the attribute 'b' stands twice in one tag"),
        ("<a/>\n<b/>", 2, 1, "there is more text behind the root element"),
        ("<a>\u{1}</a>", 1, 4, "the character U+0001 may not stand here"),
        ("<a>&#0;</a>", 1, 8, "a character reference names no character that XML allows"),
        ("<a>]]></a>", 1, 4, "']]>' stands outside a CDATA section; write it as ']]&gt;'"),
        ("\n<?xml version='1.0'?><a/>", 2, 6, "'<?xml' may stand only at the very start of the file"),
        ("<a><!-- x </a>", 1, 15, "a comment is never closed"),
    ]

    @Test(arguments: broken)
    func `a broken rule is named with its place`(text: String, line: Int, column: Int, detail: String) {
        #expect(
            faults(text) == [
                XMLFault(.notWellFormed, position: SourcePosition(line: line, column: column), detail: detail)
            ])
    }

    @Test func `a text cut anywhere is told apart from a broken one`() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><!-- c -->
            <a>é &amp; &#46;<![CDATA[x]]></a><b/></plist>
            """
        for length in 1..<text.utf8.count {
            let faults = XMLReader.read(Array(text.utf8.prefix(length))) { _ in true }
            #expect(faults.map(\.kind) == [.truncated], "cut to \(length) bytes: \(faults)")
        }
        #expect(faults(text).isEmpty)
        #expect(
            faults("<a>\n <b>x") == [
                XMLFault(
                    .truncated, position: SourcePosition(line: 2, column: 6),
                    detail: "the text ends before the tag 'b' opened on line 2 is closed")
            ])
    }

    @Test func `doubled hyphens in comments are reported and read over`() {
        var names: [String] = []
        let faults = XMLReader.read(Array("<a>\n<!-- a -- b -- c -->\n<b/><!-- -- --></a>".utf8)) { event in
            if case .start(let tag) = event { names.append(tag.name) }
            return true
        }
        #expect(names == ["a", "b"])
        let detail = "'--' stands inside a comment, which XML forbids"
        #expect(
            faults == [
                XMLFault(.notWellFormed, position: SourcePosition(line: 2, column: 8), detail: detail),
                XMLFault(.notWellFormed, position: SourcePosition(line: 3, column: 10), detail: detail),
            ])
    }

    @Test func `hyphens by the million are one fault a comment`() {
        let faults = faults("<a><!--" + String(repeating: "-- ", count: 100_000) + "--><!----->  </a>")
        #expect(
            faults.map(\.position) == [SourcePosition(line: 1, column: 8), SourcePosition(line: 1, column: 300_015)])
    }

    @Test func `an entity declaration is refused before anything is read`() {
        var bomb = "<!DOCTYPE a [\n <!ENTITY e0 'ha'>\n"
        for level in 1..<60 {
            bomb += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>\n"
        }
        bomb += "]>\n<a>&e59;</a>"
        #expect(
            faults(bomb) == [
                XMLFault(
                    .entityDeclaration, position: SourcePosition(line: 2, column: 2),
                    detail: "the text declares the entity 'e0'")
            ])
        #expect(
            faults("<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]><a/>").map(\.kind)
                == [.entityDeclaration])
    }

    @Test func `words of a declaration in a comment, CDATA or quotes declare nothing`() {
        let text = "<!-- <!ENTITY a 'b'> --><a><![CDATA[<!ENTITY a 'b'>]]><?p <!ENTITY a 'b'> ?></a>"
        #expect(faults(text).isEmpty)
        #expect(faults("<!DOCTYPE a SYSTEM '<!ENTITY'><a/>").isEmpty)
    }

    @Test func `an inline declaration that is no entity is passed over`() {
        #expect(faults("<!DOCTYPE a [<!ELEMENT a ANY><!-- ' -->\n]><a/>").isEmpty)
    }

    @Test func `two hundred thousand nested elements are one fault`() {
        let text = String(repeating: "<a>", count: 200_000) + String(repeating: "</a>", count: 200_000)
        #expect(
            faults(text) == [
                XMLFault(
                    .limitExceeded, position: SourcePosition(line: 1, column: 3 * 512 + 1),
                    detail: "elements are nested more than 512 deep")
            ])
    }

    @Test func `too many elements, attributes, declarations and bytes are refused`() {
        #expect(
            faults("<a><b/><c/></a>", limits: XMLLimits(elements: 2)) == [
                XMLFault(
                    .limitExceeded, position: SourcePosition(line: 1, column: 8),
                    detail: "there are more than 2 elements"
                )
            ])
        let attributes = (0..<100_000).map { " a\($0)=''" }.joined()
        #expect(faults("<a\(attributes)/>").map(\.detail) == ["an element has more than 128 attributes"])
        let names = (0..<50_000).map { "n\($0)" }.joined(separator: "|")
        #expect(
            faults("<!DOCTYPE a [<!ATTLIST a b NOTATION (\(names)) #IMPLIED>]><a/>").map(\.detail)
                == ["the declarations take more than 16384 bytes"])
        #expect(faults("<a></a>", limits: XMLLimits(bytes: 6)).map(\.detail) == ["the text is longer than 6 bytes"])
    }

    @Test func `a receiver can stop the reading`() {
        var count = 0
        let faults = XMLReader.read(Array("<a><b/><c/></a>".utf8)) { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        #expect(faults.isEmpty)
    }

    @Test func `no damage to a text makes the reader crash`() {
        let sample = Array(
            "<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a ANY>]><a b='c&amp;'>é<!-- x --><![CDATA[y]]>&#46;<?p q?></a>"
                .utf8)
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<4_000 {
            var bytes = sample
            for _ in 0...next(4) {
                let place = next(bytes.count)
                switch next(4) {
                case 0: bytes[place] = UInt8(next(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: sample[next(sample.count)...].prefix(next(20)), at: place)
                default: bytes[place] = Array("<>&;'\"-![]?/=".utf8)[next(13)]
                }
                if bytes.isEmpty { bytes = sample }
            }
            _ = XMLReader.read(bytes) { _ in true }
        }
    }
}
