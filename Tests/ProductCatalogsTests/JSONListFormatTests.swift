import ProductCatalogs
import Testing
import XMLReading

struct JSONListFormatTests {
    @Test func `an array of strings is read exactly, with positions`() throws {
        let source = try read("\u{FEFF}[\n  \"com.x.a\", \"é\",  \" b\\u0020\",\r\n\"com\\u002Ex\\/\\ud83d\\ude98\"]\n")
        #expect(source.format == "json")
        #expect(
            source.products == [
                KnownProduct(identifier: "com.x.a", source: "l.json", position: SourcePosition(line: 2, column: 3)),
                KnownProduct(identifier: "é", source: "l.json", position: SourcePosition(line: 2, column: 14)),
                KnownProduct(identifier: " b ", source: "l.json", position: SourcePosition(line: 2, column: 20)),
                KnownProduct(identifier: "com.x/🚘", source: "l.json", position: SourcePosition(line: 3, column: 1)),
            ])
    }

    @Test(
        arguments: [
            ("[]", nil, "lists no product ID"),
            ("[\"a\",\n 5]", 2, "item 2 of the array is a number, and only product IDs as strings are read"),
            ("[null]", 1, "item 1 of the array is null, and only product IDs as strings are read"),
            ("[\"a\", \"\"]", 1, "item 2 of the array is an empty string"),
            ("{\"a\": 1}", nil, nil),
            ("{}", nil, nil),
            (
                "{\"errors\": [{\"code\": \"NOT_AUTHORIZED\"}]}", nil,
                "an error that App Store Connect answered with, not a list of products"
            ),
            (
                "{\"products\": [\"com.x.a\"]}", nil,
                "a JSON object with the key 'products', and only an array of product IDs is read"
            ),
        ] as [(String, Int?, String?)])
    func `other JSON is an error that says what is read`(text: String, line: Int?, reason: String?) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(
            error?.reason
                == reason
                ?? "JSON whose top level is an object, and only an array of product IDs, as strings, or a StoreKit "
                + "configuration file is read")
        #expect(error?.line == line)
    }

    @Test(arguments: [
        ("{\"data\": [], \"links\": {\"self\": \"u\"}}", "jq -r '.data[].attributes.productId' l.json > products.txt"),
        ("[{\"productId\": \"com.x.a\"}]", "jq -r '.[].productId' l.json > products.txt"),
        ("[{\"data\": []}]", "jq -r '.[].data[].attributes.productId' l.json > products.txt"),
        ("{\"products\": [{\"id\": \"com.x.a\", \"type\": 1}]}", "jq -r '.products[].id' l.json > products.txt"),
    ])
    func `the way out is the command that makes a list`(text: String, command: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.remedy.hasSuffix(command) == true, "\(error?.remedy ?? "")")
    }

    @Test func `the command is safe for a shell`() {
        for (name, word) in [("a b;$(touch X)'s", "'a b;$(touch X)'\\''s'"), ("-x.json", "./-x.json"), ("-", "")] {
            let error = #expect(throws: ProductSourceError.self) {
                try ProductSourceFormats.read(SourceContent(name: name, bytes: Array("{\"data\": []}".utf8)))
            }
            let file = word.isEmpty ? "" : " " + word
            #expect(error?.remedy.hasSuffix("productId'\(file) > products.txt") == true, "\(error?.remedy ?? "")")
        }
    }

    @Test func `a page of several is said to be one`() {
        let error = #expect(throws: ProductSourceError.self) {
            try read("{\"data\": [], \"links\": {\"next\": \"u\"}}")
        }
        #expect(error?.reason.contains("only one page of several") == true)
    }

    @Test(arguments: [
        ("[\"a\",]", 1, "a comma stands before a closing bracket (column 6)"),
        ("[\"a\"\n\"b\"]", 2, "a comma or a closing bracket is missing (column 1)"),
        ("[\"a\"", 1, "it ends too early (column 5)"),
        ("[\"a", 1, "it ends too early (column 4)"),
        ("[\"a\nb\"]", 1, "a string holds a line break or another control character (column 4)"),
        ("[\"\\x\"]", 1, "a string holds a backslash that starts no escape (column 5)"),
        ("[\"\\ud800\"]", 1, "an escape stands for half a character (column 9)"),
        ("[\"\\u12g4\"]", 1, "an escape lacks a digit (column 7)"),
        ("[\"a\"] x", 1, "more text follows its end (column 7)"),
        ("[01]", 1, "a comma or a closing bracket is missing (column 3)"),
        ("[1.]", 1, "a digit is missing (column 4)"), ("[tru]", 1, "a value is missing (column 2)"),
        ("{a: 1}", 1, "a key in quotation marks is missing (column 2)"),
        ("{\"a\" 1}", 1, "a colon is missing (column 6)"),
        ("{\"a\": 1,}", 1, "a comma stands before a closing brace (column 9)"),
        ("{\"a\": 1 \"b\"}", 1, "a comma or a closing brace is missing (column 9)"),
        ("[\n# no remarks\n]", 2, "a value is missing (column 1)"),
    ])
    func `JSON that is not well-formed is an error with its place`(text: String, line: Int, reason: String) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason == "not well-formed JSON: " + reason)
        #expect(error?.line == line)
    }

    @Test func `nesting of any depth ends in an error`() {
        for text in [String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 200_000)] {
            let error = #expect(throws: ProductSourceError.self) { try read(text) }
            #expect(error?.reason.contains("nested deeper than 128 levels") == true)
        }
    }

    @Test func `more values than a list can have end in an error before they fill the memory`() {
        let error = #expect(throws: ProductSourceError.self) {
            try read("[" + String(repeating: "0,", count: 2_000_001) + "0]")
        }
        #expect(error?.reason.contains("more than 2000000 values") == true)
    }

    @Test func `every JSON value is understood`() {
        let text = "[0, -1.5e+10, 2E-3, true, false, null, {\"a\": {}, \"a\": []}, [[]], \"\\b\\f\\n\\r\\t\\\"\\\\\"]"
        // It is well-formed, so the error is about the first item.
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(error?.reason == "item 1 of the array is a number, and only product IDs as strings are read")
    }

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "l.json", bytes: Array(text.utf8)))
    }
}
