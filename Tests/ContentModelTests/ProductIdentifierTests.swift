import ContentModel
import Testing

@Suite struct ProductIdentifierTests {
    @Test(arguments: [
        "a", "94", "com.example.app.pack1", "CatPhotos", "a-b_c.D", ".", String(repeating: "x", count: 100),
    ])
    func `F01, F06: any hundred letters, digits, hyphens, periods and underscores will do`(text: String) {
        #expect(ProductIdentifier.violations(of: text) == [])
    }

    @Test func `F01: what is not allowed is named with its place`() {
        #expect(ProductIdentifier.violations(of: "") == [.empty])
        #expect(ProductIdentifier.violations(of: String(repeating: "x", count: 101)) == [.tooLong(101)])
        #expect(ProductIdentifier.violations(of: "com/x") == [.character("/", position: 4)])
        #expect(ProductIdentifier.violations(of: "b\u{E4}r") == [.character("\u{E4}", position: 2)])
        #expect(ProductIdentifier.violations(of: "ba\u{308}r") == [.character("\u{308}", position: 3)])
    }

    @Test func `F08: a space is a character like any other`() {
        #expect(ProductIdentifier.violations(of: "com.example.Chapter 2") == [.character(" ", position: 20)])
    }

    @Test func `each character is reported once, where it stands first`() {
        #expect(
            ProductIdentifier.violations(of: "/a b/c $" + String(repeating: "x", count: 100)) == [
                .tooLong(108), .character("/", position: 1), .character(" ", position: 3), .character("$", position: 8),
            ])
    }

    @Test func `white space at the ends is told apart`() {
        #expect(SurroundingWhiteSpace(in: "a b") == nil)
        #expect(SurroundingWhiteSpace(in: "") == nil)
        let padded = SurroundingWhiteSpace(in: "\n\t\tcom.example\u{A0}\u{FEFF}")
        #expect(padded?.trimmed == "com.example")
        #expect(padded?.leading == ["\n", "\t", "\t"])
        #expect(padded?.trailing == ["\u{A0}", "\u{FEFF}"])
        let blank = SurroundingWhiteSpace(in: " \r\n \u{200B}\u{202E}")
        #expect(blank?.trimmed == "")
        #expect(blank?.trailing == [])
        #expect(blank?.leading == [" ", "\r", "\n", " ", "\u{200B}", "\u{202E}"])
    }

    @Test func `a length counts code points, as the checks do`() {
        #expect(ProductIdentifier.violations(of: String(repeating: "\r\n", count: 51)).first == .tooLong(102))
    }
}
