import TestSupport
import Testing

@testable import PropertyLists

/// The value's bytes change, and no other.
@Suite struct XMLEditingTests {
    /// What stands before and behind the value; with what an editor could spoil.
    private static let head = """
        <?xml version="1.0" encoding="ENCODING"?>
        <!-- IAPProductIdentifier <key> here & there -->
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version='1.0'  >
          <dict>\u{20}
        \t <key>Title</key><string><![CDATA[<key>IAPProductIdentifier</key>]]> &#xE9;&amp;\u{E9}</string>
        \t <key>Nested</key><dict><key>IAPProductIdentifier</key><string>inner</string></dict>

        \t <key >IAPProduct<![CDATA[Identifier]]></key ><!-- of the product --> <string
           >
        """
    private static let tail = """
        </string  >
        \t <!-- last --> <key>ContentVersion</key>   <string>1.0</string>
        \t <key>Empty</key><string/><key>Bare</key><string  a='>' />
          </dict>
        </plist>
        <!-- end -->
        """

    enum Form: String, CaseIterable {
        case utf8 = "UTF-8"
        case utf8Mark = "utf-8"
        case utf16Little = "UTF-16"
        case utf16Big = "UTF-16BE"
        case utf16LittleMark = "utf-16"
        case utf16BigMark = "Utf-16"
        case utf32Little = "UTF-32"
        case utf32Big = "UTF-32BE"
        case utf32LittleMark = "utf-32"
        case latin1 = "ISO-8859-1"
        case windows = "windows-1252"
        case latin9 = "ISO-8859-15"

        func bytes(_ text: String) -> [UInt8] {
            func utf16(_ isBig: Bool) -> [UInt8] {
                text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            }
            func utf32(_ isBig: Bool) -> [UInt8] {
                text.unicodeScalars.flatMap { scalar in
                    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
                    return isBig ? bytes.reversed() : bytes
                }
            }
            switch self {
            case .utf8: return Array(text.utf8)
            case .utf8Mark: return [0xEF, 0xBB, 0xBF] + text.utf8
            case .utf16Little: return utf16(false)
            case .utf16Big: return utf16(true)
            case .utf16LittleMark: return [0xFF, 0xFE] + utf16(false)
            case .utf16BigMark: return [0xFE, 0xFF] + utf16(true)
            case .utf32Little: return utf32(false)
            case .utf32Big: return utf32(true)
            case .utf32LittleMark: return [0xFF, 0xFE, 0, 0] + utf32(false)
            case .latin1, .windows, .latin9: return text.unicodeScalars.map { UInt8($0.value) }
            }
        }

        /// Whether it has no byte for the euro sign at its number in Unicode.
        var isSingleByte: Bool { [.latin1, .windows, .latin9].contains(self) }
        /// Python's reader takes these; it can't know UTF-32, nor UTF-16 without a mark.
        var isReadByPython: Bool {
            [.utf8, .utf8Mark, .utf16LittleMark, .utf16BigMark, .latin1, .windows, .latin9].contains(self)
        }
    }

    private static func file(_ value: String, _ form: Form, _ lineEnd: String) -> [UInt8] {
        let text = (head + value + tail).replacing("ENCODING", with: form.rawValue)
        return form.bytes(text.replacing("\n", with: lineEnd))
    }

    @Test(arguments: Form.allCases, ["\n", "\r\n", "\r"])
    func `in every encoding and with every line end only the value changes`(form: Form, lineEnd: String) throws {
        for old in ["CatPhotos", "", "<![CDATA[Cat]]>Photos", "Cat<!-- x -->&#80;hotos", "\t Cat "] {
            let bytes = Self.file(old, form, lineEnd)
            let edit = try PropertyListEditor.set("IAPProductIdentifier", to: "com.example.Cat", in: bytes)
            #expect(edit.bytes == Self.file("com.example.Cat", form, lineEnd), "\(old)")
            #expect(edit.formerValue == PropertyListReader.read(bytes).string("IAPProductIdentifier"))
        }
    }

    @Test(arguments: Form.allCases)
    func `what is special in XML is escaped, and what the encoding lacks becomes a reference`(form: Form) throws {
        let value = "a]]>&amp;<b>\"'\u{E9}\r\n\u{3042}\u{1F600}\u{85}"
        let edit = try PropertyListEditor.set(
            "IAPProductIdentifier", to: value, in: Self.file("CatPhotos", form, "\n"))
        let beyond = form.isSingleByte ? "&#12354;&#128512;" : "\u{3042}\u{1F600}"
        let written = "a]]&gt;&amp;amp;&lt;b&gt;\"'\u{E9}&#13;\n\(beyond)&#133;"
        #expect(edit.bytes == Self.file(written, form, "\n"))
        #expect(PropertyListReader.read(edit.bytes).string("IAPProductIdentifier") == value)
    }

    @Test func `an encoding of two bytes is kept where its bytes can be made again`() throws {
        let head = Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist><dict><key>T</key><string>".utf8)
        let middle = [0x93, 0xFA, 0x83, 0x5C] + Array("</string><key>K</key><string>".utf8)
        let tail = Array("</string></dict></plist>".utf8)
        let edit = try PropertyListEditor.set(
            "K", to: "\u{65E5}\u{E9}x", in: head + middle + Array("old".utf8) + tail)
        #expect(edit.bytes == head + middle + [0x93, 0xFA] + Array("&#233;x".utf8) + tail)
    }

    @Test(arguments: [
        ("Empty", "<string/><key>Bare", "<string>new</string><key>Bare"),
        ("Bare", "<string  a='>' />", "<string  a='>'>new</string>"),
    ])
    func `an empty element is opened, with its attributes`(key: String, old: String, new: String) throws {
        let bytes = Self.file("x", .utf8, "\n")
        let edit = try PropertyListEditor.set(key, to: "new", in: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(String(decoding: edit.bytes, as: UTF8.self) == text.replacing(old, with: new))
        #expect(edit.formerValue == "")
    }

    @Test func `a value that is there already gives the very same bytes`() throws {
        let bytes = Self.file("<![CDATA[Cat]]>Photos", .utf16BigMark, "\r\n")
        let edit = try PropertyListEditor.set("IAPProductIdentifier", to: "CatPhotos", in: bytes)
        #expect(edit.bytes == bytes)
        #expect(edit.formerValue == "CatPhotos")
    }

    @Test(arguments: [
        (
            "<dict>\r\n\t<key>A</key>\r\n\t<string>1</string>\r\n</dict>",
            "<dict>\r\n\t<key>A</key>\r\n\t<string>1</string>\r\n\t<key>K</key>\r\n\t<string>v</string>\r\n</dict>"
        ),
        (
            "<dict><key>A</key><array><string>1</string></array></dict>",
            "<dict><key>A</key><array><string>1</string></array><key>K</key><string>v</string></dict>"
        ),
        (
            "<dict>\n\n  <key>A</key> <!-- x -->  <true/><!-- y -->\n</dict>",
            "<dict>\n\n  <key>A</key> <!-- x -->  <true/>\n  <key>K</key>  <string>v</string><!-- y -->\n</dict>"
        ),
    ])
    func `a missing key is added behind the others in their style`(old: String, new: String) throws {
        let edit = try PropertyListEditor.set(
            "K", to: "v", in: Array("<plist>\(old)</plist>".utf8), addsMissingKey: true)
        #expect(String(decoding: edit.bytes, as: UTF8.self) == "<plist>\(new)</plist>")
        #expect(edit.formerValue == nil)
    }

    @Test(arguments: [
        ("<plist><dict><key>K</key><string>a</string></dict>", "1:51", "ends before the tag 'plist'"),
        (
            "<plist><dict><key>K</key><string>a</string>\n<key>K</key><string>b</string></dict></plist>", "2:6",
            "the key 'K' stands twice"
        ),
        (
            "<plist><dict><key>K</key><string>a</string><key>D</key><dict><key>x</key><true/><key>x</key><true/></dict>"
                + "</dict></plist>", "1:86", "the key 'x' stands twice"
        ),
        ("<plist><dict><key>K</key>\n <real>1.0</real></dict></plist>", "2:8", "the value of 'K' is of type real"),
        ("<plist><dict>\n<key>k</key><string>a</string></dict></plist>", "1:14", "there is no key 'K'"),
        ("<plist><array/></plist>", "1:16", "its root is not a dictionary"),
        ("<dict><key>K</key><string>a</string></dict>", "1:1", "the root element is <dict>"),
        ("<plist><!-- a -- b --><dict><key>K</key><string>a</string></dict></plist>", "1:15", "'--' stands inside"),
        (
            "<!DOCTYPE p [<!ENTITY e 'x'>]><plist><dict><key>K</key><string>a</string></dict></plist>", "1:14",
            "the text declares the entity 'e'"
        ),
        ("", "-", "it has no bytes"),
    ])
    func `a file with a fault is not touched, and the place of the fault is told`(
        text: String, place: String, reason: String
    ) {
        let error = #expect(throws: PropertyListEditError.self) {
            try PropertyListEditor.set("K", to: "v", in: Array(text.utf8))
        }
        #expect(described(error?.position) == place)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `what can't be written safely is refused`() {
        let bytes = Array("<plist><dict><key>K</key><string>a</string></dict></plist>".utf8)
        for value in ["a\u{0}b", "\u{1B}[m", "\u{FFFE}"] {
            #expect(throws: PropertyListEditError.self) { try PropertyListEditor.set("K", to: value, in: bytes) }
        }
        #expect(throws: PropertyListEditError.self) {
            try PropertyListEditor.set("K", to: "v", in: Array("<plist><dict/></plist>".utf8), addsMissingKey: true)
        }
    }

    @Test func `bytes changed at random never make the editor crash, or change more than the value`() {
        var random = TestRandom(seed: 31)
        var count = 0
        for _ in 0..<2_000 {
            let form = Form.allCases.randomElement(using: &random) ?? .utf8
            var bytes = Self.file("CatPhotos", form, "\n")
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] =
                    [UInt8.random(in: 0...255, using: &random), UInt8(ascii: "<"), 0x0A][
                        Int.random(in: 0...2, using: &random)]
            }
            guard let edit = try? PropertyListEditor.set("IAPProductIdentifier", to: "new", in: bytes) else { continue }
            let same = zip(edit.bytes, bytes).prefix { $0 == $1 }.count
            let sameAtEnd = zip(edit.bytes.reversed(), bytes.reversed()).prefix { $0 == $1 }.count
            // The value has nine characters of four bytes at most; a neighbour may look like a part of it.
            #expect(bytes.count - same - sameAtEnd <= 36 + 4)
            count += 1
        }
        #expect(count > 200)
    }

    @Test func `any value is read back by our reader and by Python, whatever is in it`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 4)
            for form in Form.allCases {
                for number in 0..<40 {
                    let value = HostileText.next(using: &random)
                    let bytes = Self.file(HostileText.old[number % 3], form, ["\n", "\r\n", "\r"][number % 3])
                    let edit = try PropertyListEditor.set("IAPProductIdentifier", to: value, in: bytes)
                    let read = PropertyListReader.read(edit.bytes)
                    #expect(read.faults.isEmpty && read.string("IAPProductIdentifier") == value)
                    guard form.isReadByPython else { continue }
                    try folder.write("\(form)-\(number).plist", edit.bytes)
                    try folder.write("\(form)-\(number).before", bytes)
                    try folder.write("\(form)-\(number).value", value)
                }
            }
            try PythonReader.check(folder)
            if let xmllint = Program("xmllint") {
                let outcome = try xmllint.run(
                    ["--noout"] + Form.allCases.filter(\.isReadByPython).map { "\($0)-0.plist" }, in: folder.path)
                #expect(outcome.status == 0 && outcome.errorText == "")
            }
        }
    }
}

extension PropertyListReading {
    /// The string that a key of the root dictionary has.
    func string(_ key: String) -> String? {
        if case .string(let text)? = entry(key)?.node.value { text } else { nil }
    }
}
