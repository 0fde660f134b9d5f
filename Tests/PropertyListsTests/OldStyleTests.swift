import PropertyLists
import Testing
import XMLReading

@Suite struct OldStyleTests {
    @Test func `B26: braces and semicolons are read and named as the old style`() {
        let reading = read("{ IAPProductIdentifier = \"com.example.app.pack1\"; ContentVersion = \"1.0\"; }")
        #expect(reading.format == .oldStyle)
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{IAPProductIdentifier: \"com.example.app.pack1\", ContentVersion: \"1.0\"}")
        #expect(reading.entry("IAPProductIdentifier")?.keyPosition == SourcePosition(line: 1, column: 3))
        #expect(reading.entry("IAPProductIdentifier")?.node.position == SourcePosition(line: 1, column: 27))
    }

    @Test func `all that the form has is read`() {
        let reading = read(
            """
            // comment
            {
              /* another */ list = ( a, 'b c', "d", );
              path = /usr/lib:x-1.$y_z;
              data = <0f bd
                77>; short;
              nested = { "k 1" = {}; e = (); };
            }
            // end
            """)
        #expect(reading.faults.isEmpty)
        #expect(
            described(reading.root)
                == "{list: [\"a\", \"b c\", \"d\"], path: \"/usr/lib:x-1.$y_z\", data: <f bd 77>, short: \"short\", "
                + "nested: {k 1: {}, e: []}}")
        #expect(reading.entry("nested")?.node.position == SourcePosition(line: 7, column: 13))
        #expect(reading.entry("data")?.node.position == SourcePosition(line: 5, column: 11))
    }

    @Test func `escapes mean what Apple's reader takes them for`() {
        let reading = read(#"{ a = "\n\t\"\\\U00e9\101\351\Ud83d\Ude98\q'é\U41x"; b = 'it\'s'; }"#)
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("a")?.node.value == .string("\n\t\"\\\u{E9}A\u{D8}\u{1F698}q'éAx"))
        #expect(reading.entry("b")?.node.value == .string("it's"))
    }

    @Test func `a file without braces is a dictionary`() {
        let reading = read("/* x */\n\"IAPProductIdentifier\" = \"a\";\nContentVersion = 1.0;\n")
        #expect(reading.format == .oldStyle)
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{IAPProductIdentifier: \"a\", ContentVersion: \"1.0\"}")
        #expect(reading.entry("ContentVersion")?.node.position == SourcePosition(line: 3, column: 18))
    }

    @Test func `UTF-16 is read too`() {
        let bytes = "{ a = \"é\"; }".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let reading = PropertyListReader.read([0xFF, 0xFE] + bytes)
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{a: \"é\"}")
    }

    private static let broken: [(text: String, fault: String)] = [
        (
            "{\n  X = \"1\"\n  Y = 2;\n}",
            "notWellFormed 2:10 missing semicolon after the value of 'X'; a value with a space in it needs quotes"
        ),
        ("{ X = \"1\" }", "notWellFormed 1:10 missing semicolon after the value of 'X'"),
        ("{ X = { Y = 1; } }", "notWellFormed 1:17 missing semicolon after the value of 'X'"),
        (
            "{ X = Chapter 2; }",
            "notWellFormed 1:14 missing semicolon after the value of 'X'; a value with a space in it needs quotes"
        ),
        ("X = \"1\"", "notWellFormed 1:8 missing semicolon after the value of 'X'"),
        ("{ X 1; }", "notWellFormed 1:4 missing '=' after the key 'X'"),
        ("{ = 1; }", "notWellFormed 1:3 a key is expected here"),
        ("{ X = ; }", "notWellFormed 1:7 a value is expected here; the key 'X' has none"),
        ("(a b)", "notWellFormed 1:3 missing comma after an item of the list"),
        ("{} x", "notWellFormed 1:4 there is more text behind the end of the root value"),
        ("{ X = <0g>; }", "notWellFormed 1:9 data between '<' and '>' must be hexadecimal"),
        ("{ X = <0>; }", "notWellFormed 1:9 data has an odd number of hexadecimal digits"),
        ("{ X = \"\\Ud83d\"; }", "notWellFormed 1:7 a quoted text holds half a surrogate pair"),
        ("{\n X = 1;", "truncated 2:8 the text ends before the '{' opened on line 1 is closed"),
        ("{ X = (\n1", "truncated 2:2 the text ends before the '(' opened on line 1 is closed"),
        ("{ X = \"1; }", "truncated 1:12 the text ends inside the quoted text opened on line 1"),
        ("{ /* X = 1; }", "truncated 1:14 the text ends inside the comment opened on line 1"),
        ("// nothing", "empty - it holds nothing but comments"),
    ]

    @Test(arguments: broken)
    func `a broken text is one fault with its place`(text: String, fault: String) {
        let reading = read(text)
        #expect(described(reading.faults) == [fault])
        #expect(reading.root == nil)
        #expect(reading.format == .oldStyle)
    }

    @Test func `bytes that are not UTF-8 are the fault, not what they hide`() {
        let reading = PropertyListReader.read(Array("{ a = \"caf".utf8) + [0xE9] + Array("\"; }".utf8))
        #expect(described(reading.faults) == ["notWellFormed 1:11 the byte 0xE9 is not UTF-8 text"])
    }

    @Test func `a doubled key and deep nesting are reported`() {
        let reading = read("{ a = 1; a = 2; }")
        #expect(described(reading.faults) == ["duplicateKey 1:10 a"])
        #expect(described(reading.root) == "{a: \"1\", a: \"2\"}")
        let deep = read(String(repeating: "(", count: 200_000))
        #expect(described(deep.faults) == ["limitExceeded 1:258 values are nested more than 256 deep"])
    }

    @Test func `too many values are a limit`() {
        let reading = read("(" + String(repeating: "a,", count: 260_000) + ")")
        #expect(described(reading.faults) == ["limitExceeded 1:500000 there are more than 250000 values"])
    }
}
