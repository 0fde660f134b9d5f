import Testing

@testable import XMLReading

@Suite struct XMLEscapingTests {
    @Test func `an attribute keeps every character through a reader`() {
        #expect(
            XMLEscaping.attribute("<a> & \"b\" 'c'\t\n\r ü 🏰")
                == "&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;&#9;&#10;&#13; ü 🏰")
    }

    @Test func `text between tags needs less`() {
        #expect(XMLEscaping.text("<a> & \"b\" 'c'\t\n\r\n]]> ü") == "&lt;a&gt; &amp; \"b\" 'c'\t\n&#13;\n]]&gt; ü")
    }

    @Test func `what XML can't hold becomes the replacement character`() {
        #expect(XMLEscaping.text("a\u{0}b\u{1F}c\u{FFFE}d\u{7F}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{7F}")
        #expect(XMLEscaping.attribute("\u{8}") == "\u{FFFD}")
        #expect(!XMLEscaping.canHold("a\u{1}") && !XMLEscaping.canHold("\u{FFFE}"))
        #expect(XMLEscaping.canHold("a\t\r\n\u{20}\u{10FFFF}"))
    }
}
