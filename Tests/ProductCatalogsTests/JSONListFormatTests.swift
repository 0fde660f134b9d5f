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
            (
                "[\"a\",\n 5]", 2,
                "item 2 of the array is a number, and only product IDs as strings, or objects throughout, are read"
            ),
            (
                "[null]", 1,
                "item 1 of the array is null, and only product IDs as strings, or objects throughout, are read"
            ),
            ("[\"a\", \"\"]", 1, "item 2 of the array is an empty string"),
            ("{\"a\": 1}", nil, nil), ("{}", nil, nil),
            (
                "[{\"id\": \"1234567890\"}, {\"id\": \"1\"}]", nil,
                "what its objects have as 'id' are numbers, which are the App Store's and no product IDs"
            ),
            (
                "[{\"name\": \"Cats\"}]", nil,
                "its objects have none of the keys under which a product ID is looked for, as a string: productId, "
                    + "productID, product_id, productIdentifier, product_identifier, store_identifier, sku, id"
            ),
        ] as [(String, Int?, String?)])
    func `other JSON is an error that says what is read`(text: String, line: Int?, reason: String?) {
        let error = #expect(throws: ProductSourceError.self) { try read(text) }
        #expect(
            error?.reason
                == reason
                ?? "JSON whose top level is an object, of no kind that is known and without a list of product IDs")
        #expect(error?.line == line)
    }

    @Test(arguments: [
        ("{\"products\": [\"com.x.a\"]}", ["The list was read from the key 'products'."]),
        ("[{\"productId\": \"com.x.a\", \"id\": \"1\"}]", ["Product IDs were read from the key 'productId'."]),
        ("[{\"sku\": \"com.x.a\"}]", ["Product IDs were read from the key 'sku'."]),
        (
            "{\"items\": [{\"store_identifier\": \"com.x.a\"}]}",
            ["The list was read from the key 'items'.", "Product IDs were read from the key 'store_identifier'."]
        ),
    ])
    func `objects with a product ID are read, and the key is told`(text: String, guesses: [String]) throws {
        let source = try read(text)
        #expect(source.products.map(\.identifier) == ["com.x.a"])
        #expect(source.guesses == guesses)
        #expect(source.format == "json")
    }

    @Test func `what objects tell besides is kept`() throws {
        let source = try read(
            """
            [{"product_id": "com.x.a", "type": "non_consumable", "name": "Cats", "state": "APPROVED", "hosted": true},
             {"name": "without"}, {"product_id": ""}]
            """)
        #expect(
            source.products == [
                KnownProduct(
                    identifier: "com.x.a", source: "l.json", type: .nonConsumable, state: "APPROVED", name: "Cats",
                    hosted: true, position: SourcePosition(line: 1, column: 17))
            ])
        #expect(source.remarks == ["Left out, since without a product ID: 2 products."])
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
        #expect(
            error?.reason
                == "item 1 of the array is a number, and only product IDs as strings, or objects throughout, are read")
    }

    private func read(_ text: String) throws -> ProductSource {
        try ProductSourceFormats.read(SourceContent(name: "l.json", bytes: Array(text.utf8)))
    }
}
