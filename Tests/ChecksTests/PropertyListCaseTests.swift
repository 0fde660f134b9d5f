import Checks
import ContentModel
import Findings
import Testing

@Suite struct PropertyListCaseTests {
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>ContentVersion</key>
        \t<string>1.0</string>
        \t<key>IAPProductIdentifier</key>
        \t<string>com.example.app.pack1</string>
        </dict>
        </plist>

        """

    private static let known = Examination.products("com.example.app.pack1")

    /// The findings for these bytes, when the one product that exists is the one meant.
    private static func findings(_ bytes: [UInt8]) -> [Finding] {
        Examination.findings(for: .contentFolder(contentInfo: .file(bytes)), products: known)
    }

    private static func findings(_ text: String) -> [Finding] { findings(Array(text.utf8)) }

    private static func findings(lines: String) -> [Finding] {
        Examination.findings(for: .contentFolder(propertyList: lines), products: known)
    }

    private static func utf16BigEndian(_ text: String) -> [UInt8] {
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    @Test func `B01: a byte-order mark before UTF-8 is no fault`() {
        #expect(Self.findings([0xEF, 0xBB, 0xBF] + Array(Self.xml.utf8)).isEmpty)
    }

    @Test func `B03: UTF-16 is read`() {
        let text = Self.xml.replacing("UTF-8", with: "UTF-16")
        #expect(Self.findings(Self.utf16BigEndian(text)).isEmpty)
    }

    @Test func `B06: character references and text beyond ASCII are no fault`() {
        let findings = Self.findings(
            lines: """
                \t<key>ContentVersion</key>
                \t<string>1.0</string>
                \t<key>IAPProductIdentifier</key>
                \t<string>com&#46;example&#x2E;app&#46;pack1</string>
                \t<key>Note</key>
                \t<string>© &amp; &lt;é</string>
                """)
        #expect(findings.isEmpty)
    }

    @Test func `B07: a reference beyond 16 bits is no fault`() {
        let findings = Self.findings(
            lines: """
                \t<key>ContentVersion</key>
                \t<string>1.0</string>
                \t<key>IAPProductIdentifier</key>
                \t<string>com.example.app.pack1</string>
                \t<key>Title</key>
                \t<string>&#128664;</string>
                """)
        #expect(findings.isEmpty)
    }

    @Test func `B09: two hyphens in a comment are reported with the line`() {
        let text = Self.xml.replacing("<dict>", with: "<dict>\n<!-- a -- b -->")
        let findings = Self.findings(text)
        #expect(findings.map(\.code.id) == ["PLI-004"])
        #expect(findings.first?.location.position?.line == 4)
    }

    @Test func `B11: a doubled key in a binary property list is reported at the key`() {
        let findings = Self.findings(
            BinaryPropertyList.dictionary([
                ("ContentVersion", "1.0"), ("ContentVersion", "2.0"),
                ("IAPProductIdentifier", "com.example.app.pack1"),
            ]))
        #expect(summaries(findings) == ["PLI-009 error ContentInfo.plist"])
        #expect(findings.first?.location.key == "ContentVersion")
        #expect(
            findings.first?.notes == [
                "Some readers take the first value, others the last.", "The values are '1.0' and '2.0'.",
            ])
    }

    @Test func `B13: white space around a value is reported and never trimmed`() {
        let padded = Self.xml.replacing(
            "<string>com.example.app.pack1</string>", with: "<string>\n\t\tcom.example.app.pack1\n\t</string>")
        let findings = Self.findings(padded)
        #expect(summaries(findings) == ["KEY-004 error ContentInfo.plist:7:10"])
        #expect(
            findings.first?.message == "value of 'IAPProductIdentifier' has white space around it: line feed (U+000A) "
                + "and 2 × tab (U+0009) at the start; line feed (U+000A) and tab (U+0009) at the end")
        #expect(findings.map(\.suggestion) == ["com.example.app.pack1"])
    }

    @Test func `B17: an offset into the header is damage`() {
        let bytes = BinaryPropertyList.file([[0xD0]], topOffset: 0)
        #expect(Self.findings(bytes).map(\.code.id) == ["PLI-011"])
    }

    @Test func `B19: an array that holds itself ends in a finding`() {
        let bytes = BinaryPropertyList.file([
            [0xD1, 1, 2], BinaryPropertyList.string("Extra"), [0xA1, 2],
        ])
        let findings = Self.findings(bytes)
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.code.id == "PLI-011" })
    }

    @Test func `B20: 200,000 nested arrays end in a finding`() {
        let depth = 200_000
        let nested = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        let findings = Self.findings(
            Self.xml.replacing("</dict>", with: "<key>Extra</key>\(nested)</dict>"))
        #expect(findings.map(\.code.id) == ["PLI-012"])
    }

    @Test func `B23: entity declarations are refused and nothing is expanded`() {
        let once = Self.xml.replacing(
            "<plist ", with: "<!DOCTYPE plist [\n<!ENTITY id \"com.example.app.pack1\">\n]>\n<plist "
        ).replacing(">com.example.app.pack1<", with: ">&id;<")
        #expect(Self.findings(once).map(\.code.id) == ["PLI-010"])

        var entities = "<!ENTITY l0 \"lol\">"
        for level in 1...30 {
            entities += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        let bomb = Self.xml.replacing("<plist ", with: "<!DOCTYPE plist [\(entities)]>\n<plist ")
            .replacing(">com.example.app.pack1<", with: ">&l30;<")
        let findings = Self.findings(bomb)
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.code.id == "PLI-010" })
    }

    @Test func `B26: an old-style property list is named as such and read`() {
        let findings = Self.findings("{ IAPProductIdentifier = \"com.example.app.pack1\"; ContentVersion = \"1.0\"; }")
        #expect(findings.map(\.code.id) == ["PLI-006"])
        #expect(findings.first?.message.contains("old-style") == true)
        let wrong = Self.findings("{ IAPProductIdentifier = pack1; ContentVersion = \"1.0\"; }")
        #expect(Set(wrong.map(\.code.id)) == ["PLI-006", "PID-010"])
    }

    @Test func `B27: an empty file is said to be empty`() {
        let findings = Self.findings("")
        #expect(summaries(findings) == ["PLI-002 error ContentInfo.plist"])
        #expect(findings.first?.message == "'ContentInfo.plist' is empty")
    }

    @Test func `B28: a dictionary as the root is an error`() {
        let text = Self.xml.replacing("<plist version=\"1.0\">\n", with: "").replacing("</plist>\n", with: "")
        #expect(Self.findings(text).map(\.code.id) == ["PLI-007"])
    }

    @Test func `B29: a merge conflict is reported with its line and no side is taken`() {
        let text = Self.xml.replacing(
            "\t<string>1.0</string>\n",
            with: "<<<<<<< HEAD\n\t<string>1.0</string>\n=======\n\t<string>1.1</string>\n>>>>>>> update\n")
        let findings = Self.findings(text)
        #expect(findings.map(\.code.id) == ["PLI-005"])
        #expect(findings.first?.location.position?.line == 5)
    }
}
