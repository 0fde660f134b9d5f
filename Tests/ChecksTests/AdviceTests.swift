import Checks
import ContentModel
import Findings
import Packaging
import Testing

/// Advice fits the form that the property list is in, and values are shown so that they can be read.
@Suite struct AdviceTests {
    private static func finding(_ code: String, _ sketch: ContentSketch, named name: String = "pack1") -> Finding? {
        Examination.findings(for: sketch, named: name).first { $0.code.id == code }
    }

    private static func oldStyle(_ text: String) -> ContentSketch { .contentFolder(contentInfo: .text(text)) }

    @Test func `a missing key is to be added in the form of the file`() {
        #expect(
            Self.finding("KEY-001", Self.oldStyle("{ ContentVersion = \"1.0\"; }"))?.remedy
                == Remedy("add IAPProductIdentifier = \"…\"; between the outer braces"))
        let binary = ContentSketch.contentFolder(
            contentInfo: .file(BinaryPropertyList.dictionary([("ContentVersion", "1.0")])))
        #expect(
            Self.finding("KEY-001", binary)?.remedy
                == Remedy("add the key IAPProductIdentifier with a string as its value"))
        let xml = ContentSketch.contentFolder(propertyList: "<key>ContentVersion</key><string>1.0</string>")
        #expect(Self.finding("KEY-001", xml)?.remedy?.advice.hasPrefix("add <key>IAPProductIdentifier</key>") == true)
    }

    @Test(arguments: [
        ("Packs/Cat", "Packs/Cat/ContentInfo.plist"), ("my pack", "'my pack/ContentInfo.plist'"),
        ("-x", "./-x/ContentInfo.plist"),
    ])
    func `the command of the Mac has the whole path`(name: String, path: String) {
        let sketch = Self.oldStyle("{ IAPProductIdentifier = \"com.example.a\"; ContentVersion = \"1.0\"; }")
        #expect(
            Self.finding("PLI-006", sketch, named: name)?.remedy
                == Remedy("convert it to XML (on macOS: plutil -convert xml1 \(path))"))
        #expect(
            Self.finding("PLI-006", sketch.with { $0.kind = .zip })?.remedy
                == Remedy("convert it to XML in the content folder, and pack it again"))
    }

    @Test func `a binary property list has no tags to speak of`() throws {
        let file = BinaryPropertyList.file([
            [0xD2, 1, 2, 3, 4], BinaryPropertyList.string("IAPProductIdentifier"),
            BinaryPropertyList.string("ContentVersion"), BinaryPropertyList.string("com.example.a"), [0x10, 2],
        ])
        let finding = try #require(Self.finding("KEY-002", .contentFolder(contentInfo: .file(file))))
        #expect(finding.message == "value of 'ContentVersion' must be a string; it is of type integer")
        #expect(finding.remedy == Remedy("make the value a string"))
    }

    @Test func `quotes at the ends of a value can be told from those around it`() {
        func message(_ identifier: String) -> String? {
            Self.finding("PID-001", .contentFolder(productIdentifier: identifier))?.message
        }
        #expect(message("'com.a'")?.hasPrefix("product ID \"'com.a'\" holds apostrophe (U+0027)") == true)
        #expect(message("\"com.a\"")?.hasPrefix("product ID '\"com.a\"' holds quotation mark (U+0022)") == true)
        #expect(message("\"com.a'")?.hasPrefix("product ID '\"com.a<U+0027>' holds") == true)
        #expect(message("com'a")?.hasPrefix("product ID 'com'a' holds") == true)
    }
}
