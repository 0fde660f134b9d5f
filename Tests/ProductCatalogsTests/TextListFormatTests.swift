import Testing
import XMLReading

@testable import ProductCatalogs

struct TextListFormatTests {
    @Test(arguments: [
        "com.x.a\ncom.x.b\n", "com.x.a\r\ncom.x.b", "com.x.a\rcom.x.b\r", "\u{FEFF}com.x.a\n\n\ncom.x.b",
        "# a list\ncom.x.a # the first\n\t# more\n \tcom.x.b\t \n", "com.x.a\t#x\ncom.x.b",
    ])
    func `IDs are read whatever ends the lines and stands around them`(text: String) throws {
        let source = try ProductSourceFormats.read(SourceContent(name: "list.txt", bytes: Array(text.utf8)))
        #expect(source.products.map(\.identifier) == ["com.x.a", "com.x.b"])
        #expect(source.format == "text")
        #expect(source.name == "list.txt")
        #expect(source.remarks == [])
    }

    @Test(arguments: [true, false])
    func `UTF-16 with a byte-order mark is read`(isBigEndian: Bool) throws {
        let bytes = "\u{FEFF}com.x.a\r\ncom.x.é🚘\r\n".utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        let source = try ProductSourceFormats.read(SourceContent(name: "list.txt", bytes: bytes))
        #expect(source.products.map(\.identifier) == ["com.x.a", "com.x.é🚘"])
        #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "list.txt", bytes: bytes.dropLast()))
        }
    }

    @Test func `each ID has its line and column`() throws {
        let source = try read("# list\r\n\r\n  com.x.a\rcom.x.b\n")
        #expect(
            source.products == [
                KnownProduct(identifier: "com.x.a", source: "l", position: SourcePosition(line: 3, column: 3)),
                KnownProduct(identifier: "com.x.b", source: "l", position: SourcePosition(line: 4, column: 1)),
            ])
    }

    @Test func `an ID may hold a number sign that nothing blank precedes`() throws {
        #expect(try read("com.x#a").products.map(\.identifier) == ["com.x#a"])
    }

    @Test(arguments: [
        ("com.x.a\ncom.x.b com.x.c", 2, "the line holds more than one word, and a product ID has no white space in it"),
        ("a\n\n\"com.x.a\"", 3, "the line holds a quotation mark, and a product ID has none"),
        ("“com.x.a”", 1, "the line holds a quotation mark, and a product ID has none"),
        ("com.x.a,Cats,0.99", 1, "the line holds a comma, and a product ID has none"),
        ("com.x.a;Cats", 1, "the line holds a semicolon, and a product ID has none"),
        ("Apple_ID\tREFERENCE_NAME\tproduct", 1, "the line holds several columns, separated by tabs"),
        ("a\rcom.x.a\u{A0}", 2, "the line holds a character that can't be seen (U+00A0)"),
        ("com.x.\u{7}a", 1, "the line holds a character that can't be seen (U+0007)"),
        ("<<<<<<< HEAD\ncom.x.a", 1, "the line holds more than one word, and a product ID has no white space in it"),
    ])
    func `a line that is more than an ID is an error that names it`(text: String, line: Int, reason: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.line == line)
        #expect(error?.reason == reason)
        #expect(error?.source == "l")
    }

    @Test(arguments: ["", "\n\n", "# nothing\n", "\u{FEFF}"])
    func `an empty list is an error`(text: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason == "lists no product ID")
        #expect(error?.line == nil)
    }

    @Test func `text that is not UTF-8 is an error with its line`() {
        let bytes = Array("com.x.a\ncom.x.caf".utf8) + [0xE9, 0x0A]
        let error = #expect(throws: ProductSourceError.self) {
            try ProductSourceFormats.read(SourceContent(name: "l", bytes: bytes))
        }
        #expect(error?.description == "l:2: not UTF-8; save it as UTF-8")
    }

    @Test func `more lines than a list can have end in an error before they fill the memory`() throws {
        let most = String(repeating: "a\n", count: 100_000)
        #expect(try read(most).products.count == 100_000)
        let error = #expect(throws: ProductSourceError.self) { try read(most + "a\n") }
        #expect(error?.reason == "it lists more than 100000 products")
        #expect(error?.line == 100_001)
    }

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "l", bytes: Array(text.utf8)))
    }
}
