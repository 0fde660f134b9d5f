import ContentModel
import Testing

struct ContentPathTests {
    @Test(arguments: [
        ("Contents/a b.txt", "Contents/a b.txt"),
        ("é and e\u{301}", "é and e\u{301}"),
        ("👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ("a\\b", "a\\x5Cb"),
        ("a\nb\u{1B}[31m\u{7F}", "a\\x0Ab\\x1B[31m\\x7F"),
        ("a\u{85}b", "a\\xC2\\x85b"),
        ("a\u{202E}gpj.exe", "a\\xE2\\x80\\xAEgpj.exe"),
        ("a\u{2066}b\u{2028}c\u{2029}", "a\\xE2\\x81\\xA6b\\xE2\\x80\\xA8c\\xE2\\x80\\xA9"),
        ("a\u{200B}b\u{FEFF}\u{AD}", "a\\xE2\\x80\\x8Bb\\xEF\\xBB\\xBF\\xC2\\xAD"),
    ])
    func `a path is shown so that nothing in it is hidden`(path: String, shown: String) {
        // Compared by bytes: `==` would take é and e with an accent for the same.
        #expect(Array(ContentPath(path).displayText.utf8) == Array(shown.utf8))
    }

    @Test(
        arguments: [
            ([0x61, 0xE9, 0x62], "a\\xE9b"),
            ([0xE9], "\\xE9"),
            // Cut short at the end, and before another character.
            ([0x61, 0xE2, 0x82], "a\\xE2\\x82"),
            ([0xE2, 0x82, 0x61, 0xC3, 0xA9], "\\xE2\\x82aé"),
            // Overlong, a surrogate, beyond Unicode, a lone continuation.
            ([0xC0, 0xAF], "\\xC0\\xAF"),
            ([0xE0, 0x80, 0xAF], "\\xE0\\x80\\xAF"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
            ([0xF0, 0x82, 0x82, 0xAC], "\\xF0\\x82\\x82\\xAC"),
            ([0x80], "\\x80"),
            ([0xFF, 0xC3, 0xA9], "\\xFFé"),
            ([0xF0, 0x9F, 0x9A, 0x98], "🚘"),
            ([0xEF, 0xBF, 0xBD], "\u{FFFD}"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are shown as bytes`(bytes: [UInt8], shown: String) {
        #expect(ContentPath.displayText(of: bytes) == shown)
        if shown.contains("\\") { #expect(ContentPath(bytes: bytes).text == nil) }
    }

    @Test func `paths are taken apart at the slashes`() {
        let path = ContentPath("Contents/b/c.txt")
        #expect(Array(path.name) == Array("c.txt".utf8))
        #expect(path.parent == ContentPath("Contents/b"))
        #expect(ContentPath("Contents").parent == nil)
        #expect(Array(ContentPath("Contents").name) == Array("Contents".utf8))
        #expect(path.components.map(Array.init) == ["Contents", "b", "c.txt"].map { Array($0.utf8) })
        #expect(path.isInside(ContentPath("Contents")))
        #expect(path.isInside(path))
        #expect(!ContentPath("Contents2/a").isInside(ContentPath("Contents")))
        #expect(ContentPath("Contents").appending("a".utf8) == ContentPath("Contents/a"))
    }

    @Test func `paths are ordered by their bytes`() {
        let paths = ["a", "a b", "a/b", "aa", "b", "é"].map { ContentPath($0) } + [ContentPath(bytes: [0xFF])]
        #expect(paths.reversed().sorted() == paths)
        #expect(!(paths[0] < paths[0]))
    }
}
