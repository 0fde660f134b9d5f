import TestSupport
import Testing

@testable import PropertyLists

/// In an old-style list too the value's bytes change, and no other.
@Suite struct OldStyleEditingTests {
    private static func edited(_ text: String, _ key: String = "K", to value: String) throws -> String {
        String(decoding: try PropertyListEditor.set(key, to: value, in: Array(text.utf8)).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("{ K = old; }", "com.x_1", "{ K = com.x_1; }"),
        ("{ K = old; }", "com.x-1", "{ K = \"com.x-1\"; }"),
        ("{ K = old; }", "", "{ K = \"\"; }"),
        ("{\r\n /* K = x; */ K=\"old\" ;\r\n A = 1;}\r\n", "new", "{\r\n /* K = x; */ K=\"new\" ;\r\n A = 1;}\r\n"),
        ("{ D = { K = inner; }; 'K' = 'o\\'ld'; }", "it's", "{ D = { K = inner; }; 'K' = 'it\\'s'; }"),
        (
            "K = \"old\"; // K = x\nB = (K, \"K\");", "a\"b\\c\n\u{1}",
            "K = \"a\\\"b\\\\c\\n\\U0001\"; // K = x\nB = (K, \"K\");"
        ),
        ("{ A; K; B = <00>; }", "new", "{ A; K = \"new\"; B = <00>; }"),
        ("\u{FEFF}{ \"é\" = \"ü\"; K = \"ä\"; }", "ö😀", "\u{FEFF}{ \"é\" = \"ü\"; K = \"ö😀\"; }"),
    ])
    func `the quotes stay, and nothing else changes`(text: String, value: String, expected: String) throws {
        #expect(try Self.edited(text, to: value).utf8.elementsEqual(expected.utf8))
    }

    @Test func `UTF-16 stays UTF-16`() throws {
        func file(_ value: String) -> [UInt8] {
            [0xFF, 0xFE] + "{ T = \"é\"; K = \"\(value)\"; }".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        #expect(try PropertyListEditor.set("K", to: "あ", in: file("old")).bytes == file("あ"))
    }

    @Test(arguments: [
        ("{ K = old; K = new; }", "1:12", "the key 'K' stands twice"), ("{ K = (old); }", "1:8", "of type array"),
        ("{ K = old }", "1:10", "missing semicolon"), ("(K)", "1:2", "its root is not a dictionary"),
        ("{ A = old; }", "1:2", "there is no key 'K'"),
    ])
    func `a file with a fault is not touched`(text: String, place: String, reason: String) {
        let error = #expect(throws: PropertyListEditError.self) {
            try PropertyListEditor.set("K", to: "v", in: Array(text.utf8))
        }
        #expect(described(error?.position) == place)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `a missing key is not added, and what to write is told`() {
        let error = #expect(throws: PropertyListEditError.self) {
            try PropertyListEditor.set("K", to: "v", in: Array("{ A = 1; }".utf8), addsMissingKey: true)
        }
        #expect(error?.remedy == "add K = \"…\"; between the outer braces")
    }

    @Test func `any value is read back`() throws {
        var random = TestRandom(seed: 12)
        for number in 0..<300 {
            let text = ["{ A = 1; K = old; B = 2; }", "{ K = \"o ld\"; }", "{ 'K' = 'old'; }"][number % 3]
            let value = HostileText.next(using: &random) + (number % 5 == 0 ? "\u{0}\u{1B}" : "")
            let edit = try PropertyListEditor.set("K", to: value, in: Array(text.utf8))
            #expect(PropertyListReader.read(edit.bytes).string("K") == value)
        }
    }
}
