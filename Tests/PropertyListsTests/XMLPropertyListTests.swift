import PropertyLists
import TestSupport
import Testing
import XMLReading

@Suite struct XMLPropertyListTests {
    @Test func `what Xcode writes is read with the place of each value`() {
        let reading = read(ContentInfoText.xml())
        #expect(reading.format == .xml)
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{ContentVersion: \"1.0\", IAPProductIdentifier: \"com.example.app.pack1\"}")
        #expect(reading.entry("IAPProductIdentifier")?.node.position == SourcePosition(line: 8, column: 10))
        #expect(reading.entry("IAPProductIdentifier")?.keyPosition == SourcePosition(line: 7, column: 7))
    }

    @Test func `every type is read`() {
        let reading = read(
            xml(
                """
                <key>a</key><array><string>x</string><string/><true/><false></false></array>
                <key>i</key><integer>-42</integer><key>h</key><integer> + 0xfF</integer>
                <key>r</key><real>1.10</real><key>e</key><real>-2.5E+1</real><key>n</key><real>+Infinity</real>
                <key>d</key><date>2001-01-02T00:00:01Z</date><key>o</key><date>1999-12-31T23:59:59Z</date>
                <key>b</key><data>
                AAEC/w==
                </data><key>u</key><dict/>
                """))
        #expect(reading.faults.isEmpty)
        #expect(
            described(reading.root)
                == "{a: [\"x\", \"\", true, false], i: -42, h: 255, r: 1.1, e: -25.0, n: inf, d: date 86401.0, "
                + "o: date -31622401.0, b: <0 1 2 ff>, u: {}}")
        #expect(reading.entry("r")?.node.sourceText == "1.10")
        #expect(reading.entry("h")?.node.sourceText == " + 0xfF")
        #expect(reading.entry("d")?.node.sourceText == "2001-01-02T00:00:01Z")
        #expect(reading.entry("a")?.node.sourceText == nil)
        #expect(reading.entry("a")?.node.position == SourcePosition(line: 4, column: 20))
    }

    @Test func `B01: a byte-order mark is no part of the text`() {
        let reading = PropertyListReader.read([0xEF, 0xBB, 0xBF] + Array(ContentInfoText.xml().utf8))
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("IAPProductIdentifier")?.node.position == SourcePosition(line: 8, column: 10))
        #expect(reading.entry("IAPProductIdentifier")?.node.value == .string("com.example.app.pack1"))
    }

    @Test(arguments: [true, false], [true, false])
    func `B03: UTF-16 is XML like any other`(isBigEndian: Bool, hasMark: Bool) {
        let mark: [UInt8] = !hasMark ? [] : isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        let text = ContentInfoText.xml(productIdentifier: "a\u{1F698}é").utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
        let reading = PropertyListReader.read(mark + text)
        #expect(reading.format == .xml)
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("IAPProductIdentifier")?.node.value == .string("a\u{1F698}é"))
        #expect(reading.entry("IAPProductIdentifier")?.node.position == SourcePosition(line: 8, column: 10))
    }

    @Test func `B06: references and text that is not ASCII are read right`() {
        let reading = read(
            xml(
                "<key>c</key><string>© &amp; &lt;é</string><key>IAPProductIdentifier</key><string>com&#46;a&#x2E;b</string>"
            ))
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{c: \"© & <é\", IAPProductIdentifier: \"com.a.b\"}")
    }

    @Test func `B07: a character reference may be larger than sixteen bits`() {
        let reading = read(xml("<key>Title</key><string>&#128664;</string>"))
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("Title")?.node.value == .string("\u{1F698}"))
    }

    @Test func `CDATA and comments inside a value leave one text`() {
        let reading = read(xml("<key>k<!-- c -->1</key><string>a<![CDATA[<b>]]><!-- -> -->c</string>"))
        #expect(reading.faults.isEmpty)
        #expect(described(reading.root) == "{k1: \"a<b>c\"}")
    }

    @Test func `B09: two hyphens inside a comment are a fault with their line, and the rest is read`() {
        let reading = read(xml("<!-- a -- b -->\n<key>k</key><string>v</string>"))
        #expect(described(reading.faults) == ["notWellFormed 4:8 '--' stands inside a comment, which XML forbids"])
        #expect(described(reading.root) == "{k: \"v\"}")
    }

    @Test func `B11: a doubled key is reported at its second place, at any depth`() {
        let reading = read(
            xml(
                "<key>A</key><string>1</string>\n<key>A</key><string>2</string>\n<key>d</key><dict><key>x</key><true/><key>x</key><true/></dict>"
            ))
        #expect(described(reading.faults) == ["duplicateKey 5:6 A", "duplicateKey 6:43 x"])
        #expect(described(reading.root) == "{A: \"1\", A: \"2\", d: {x: true, x: true}}")
    }

    @Test func `keys that differ only in normalisation are two keys`() {
        #expect(read(xml("<key>\u{E9}</key><true/><key>e\u{301}</key><true/>")).faults.isEmpty)
    }

    @Test func `B13: white space round a value stays`() {
        let reading = read(xml("<key>k</key><string>\n\tcom.example.a\n\t</string>"))
        #expect(reading.faults.isEmpty)
        #expect(reading.entry("k")?.node.value == .string("\n\tcom.example.a\n\t"))
        #expect(reading.entry("k")?.node.position == SourcePosition(line: 4, column: 21))
    }

    @Test func `B20: two hundred thousand nested arrays are one fault`() {
        let count = 200_000
        let reading = read(
            xml(
                "<key>k</key>" + String(repeating: "<array>", count: count)
                    + String(repeating: "</array>", count: count)))
        #expect(reading.faults.map(\.kind) == [.limitExceeded])
        #expect(reading.faults.map(\.detail) == ["values are nested more than 256 deep"])
        #expect(reading.root == nil)
    }

    @Test func `B23: an entity declaration is refused and nothing expanded`() {
        let reading = read(
            "<!DOCTYPE plist [\n  <!ENTITY id 'com.example'>\n]>\n<plist><dict><key>k</key><string>&id;</string></dict></plist>"
        )
        #expect(described(reading.faults) == ["entityDeclaration 2:3 the text declares the entity 'id'"])
        #expect(reading.root == nil)
    }

    @Test func `B27: no bytes and white space alone are empty`() {
        #expect(described(read("").faults) == ["empty - it has no bytes"])
        #expect(described(read(" \n\t").faults) == ["empty - it holds nothing but white space"])
        #expect(described(PropertyListReader.read([0xEF, 0xBB, 0xBF]).faults).first?.hasPrefix("empty") == true)
        #expect(read("").format == nil)
    }

    @Test func `B28: a dictionary without <plist> is read and reported`() {
        let reading = read("<?xml version=\"1.0\"?>\n<dict><key>k</key><string>v</string></dict>\n")
        #expect(
            described(reading.faults) == ["noPropertyListRoot 2:1 the root element is <dict> where <plist> should be"])
        #expect(described(reading.root) == "{k: \"v\"}")
        let other = read("<rss><channel/></rss>")
        #expect(described(other.faults) == ["noPropertyListRoot 1:1 the root element is <rss> where <plist> should be"])
        #expect(other.root == nil)
        #expect(other.format == .xml)
    }

    @Test func `a file cut anywhere is cut short, and has no root`() {
        let text = ContentInfoText.xml()
        for length in 1..<(text.utf8.count - 2) {
            let reading = PropertyListReader.read(Array(text.utf8.prefix(length)))
            #expect(reading.faults.map(\.kind) == [.truncated], "cut to \(length) bytes")
            #expect(reading.root == nil)
        }
        let reading = PropertyListReader.read(Array(text.utf8.prefix(text.utf8.count - 17)))
        #expect(
            described(reading.faults) == [
                "truncated 9:1 the text ends before the tag 'dict' opened on line 4 is closed"
            ])
    }

    @Test func `a tag that is never closed is not a file that was cut`() {
        let reading = read("<plist version='1.0'>\n<dict>\n<key>k</key><string>v\n</dict></plist>\n")
        #expect(
            described(reading.faults) == [
                "notWellFormed 4:1 the tag 'string' opened on line 3 is never closed; '</dict>' stands here"
            ])
        #expect(reading.root == nil)
    }

    @Test func `bytes that are not UTF-8 are named with their place`() {
        let bytes =
            Array("<plist><dict>\n<key>k</key><string>caf".utf8) + [0xE9] + Array("</string></dict></plist>".utf8)
        let reading = PropertyListReader.read(bytes)
        #expect(described(reading.faults) == ["notWellFormed 2:24 the byte 0xE9 is not UTF-8 text"])
        #expect(reading.format == .xml)
        #expect(reading.root == nil)
    }

    private static let misfits: [(body: String, faults: [String], root: String)] = [
        (
            "<key>a</key><strng>x</strng>", ["4:13 <strng> is not an element of property lists"], "{a: \"x\"}"
        ),
        (
            "<key>a</key><String>x</String>",
            ["4:13 <String> is not an element of property lists; it is written <string>"], "{a: \"x\"}"
        ),
        ("<key>a</key><x><y/></x>", ["4:13 <x> is not an element of property lists"], "{}"),
        ("<key>a</key>", ["4:6 the key 'a' has no value"], "{}"),
        ("<key>a</key><key>b</key><true/>", ["4:6 the key 'a' has no value"], "{b: true}"),
        ("<true/>", ["4:1 <true> stands in a <dict> without a <key> before it"], "{}"),
        ("<array><key>a</key></array>", ["4:1 <array> stands in a <dict> without a <key> before it"], "{}"),
        (
            "<key>a</key><array><key>b</key></array>",
            ["4:20 <key> stands inside <array>; keys belong into a <dict>"], "{a: []}"
        ),
        ("<key>a</key> é x <true/>", ["4:14 text stands between the elements of <dict>"], "{a: true}"),
        (
            "<key>a</key><string>b<b>c</b></string>", ["4:22 <b> stands inside <string>, which holds text only"],
            "{a: \"b\"}"
        ),
        ("<key>a</key><plist/>", ["4:13 <plist> stands inside <dict>", "4:6 the key 'a' has no value"], "{}"),
        ("<key>a</key><integer>1.0</integer>", ["4:22 <integer> holds '1.0', which is not a whole number"], "{a: 0}"),
        ("<key>a</key><integer>5 </integer>", ["4:22 <integer> holds '5 ', which is not a whole number"], "{a: 0}"),
        ("<key>a</key><integer/>", ["4:23 <integer> holds nothing, which is not a whole number"], "{a: 0}"),
        (
            "<key>a</key><integer>18446744073709551616</integer>",
            ["4:22 <integer> holds '18446744073709551616', more than 64 bits can hold"], "{a: 18446744073709551616}"
        ),
        ("<key>a</key><real>1,5</real>", ["4:19 <real> holds '1,5', which is not a number"], "{a: 0.0}"),
        (
            "<key>a</key><date>2026-02-29T00:00:00Z</date>",
            ["4:19 <date> holds '2026-02-29T00:00:00Z', which is not a date like 2026-01-31T12:00:00Z"],
            "{a: date 0.0}"
        ),
        ("<key>a</key><data>AAE</data>", ["4:19 <data> holds text that is not Base64"], "{a: <>}"),
        ("<key>a</key><true>1</true>", ["4:19 <true> holds '1'; it must be empty"], "{a: true}"),
    ]

    @Test(arguments: misfits)
    func `XML that is no property list is reported and read as far as it goes`(
        body: String, faults: [String], root: String
    ) {
        let reading = read(xml(body))
        #expect(Set(described(reading.faults)) == Set(faults.map { "invalidStructure " + $0 }))
        #expect(described(reading.root) == root)
    }

    @Test func `<plist> holds one value, not none and not two`() {
        #expect(described(read("<plist></plist>").faults) == ["invalidStructure 1:8 <plist> holds no value"])
        let reading = read("<plist><true/><false/></plist>")
        #expect(
            described(reading.faults) == [
                "invalidStructure 1:15 <false> is a second value inside <plist>, which holds one"
            ])
        #expect(described(reading.root) == "true")
    }

    @Test func `faults come in the order of the text, and no more than a hundred`() {
        let reading = read(xml("<key>a</key>\n<!-- -- -->\nx\n<true/>"))
        #expect(
            described(reading.faults) == [
                "notWellFormed 5:6 '--' stands inside a comment, which XML forbids",
                "invalidStructure 6:1 text stands between the elements of <dict>",
            ])
        let many = read(xml(String(repeating: "<true/>", count: 5_000)))
        #expect(many.faults.count == 101)
        #expect(many.faults.last?.detail == "there are more than 100 faults; the rest is not listed")
    }
}
