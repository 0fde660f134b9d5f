import Findings
import Testing

@Suite struct SafeTextTests {
    @Test func `plain text is only quoted`() {
        #expect(SafeText.quoted("com.example.app.pack1") == "'com.example.app.pack1'")
        #expect(SafeText.quoted("Köln 中 👍") == "'Köln 中 👍'")
    }

    @Test(arguments: [
        ("\u{1B}[31m", "<U+001B>[31m"), ("a\nb\r\n", "a<U+000A>b<U+000D><U+000A>"), ("a\tb", "a<U+0009>b"),
        ("a\u{A0}b", "a<U+00A0>b"), ("a\u{200B}b", "a<U+200B>b"), ("\u{FEFF}a", "<U+FEFF>a"),
        ("a\u{202E}b", "a<U+202E>b"), ("a\u{2028}b", "a<U+2028>b"), ("a\u{AD}b", "a<U+00AD>b"),
        ("a\u{E0041}", "a<U+E0041>"), ("\u{3164}", "<U+3164>"), ("\u{2800}", "<U+2800>"), ("\0", "<U+0000>"),
        ("\u{301}a", "<U+0301>a"), ("e\u{301}", "e\u{301}"), ("a b", "a b"),
    ])
    func `what can't be seen is written as its code point`(text: String, shown: String) {
        #expect(SafeText.escaped(text).utf8.elementsEqual(shown.utf8))
    }

    @Test func `long text keeps its start and its end`() {
        let text = String(repeating: "a", count: 500) + "end"
        let shown = SafeText.quoted(text, limit: 40)
        #expect(shown == "'" + String(repeating: "a", count: 30) + "…" + String(repeating: "a", count: 7) + "end'")
    }

    @Test func `one character with a thousand marks is long text`() {
        let text = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(SafeText.quoted(text, limit: 40).unicodeScalars.count < 60)
    }
}
