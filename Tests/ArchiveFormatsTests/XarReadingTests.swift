import TestSupport
import Testing

@testable import ArchiveFormats

/// Tables of contents that are odd but read, and such that are not.
@Suite struct XarReadingTests {
    private static func archive(_ files: String, heap: String = "") throws -> XarArchive {
        try XarArchive.read(RawXar(files: files, heap: Array(heap.utf8)).bytes())
    }

    private static func fault(_ files: String, heap: String = "") throws -> XarFault? {
        try XarArchive.fault(of: RawXar(files: files, heap: Array(heap.utf8)).bytes())
    }

    private static func expectReads(
        _ files: String, heap: String = "", paths: [String], remarks: [XarRemark] = [], refused: Bool = false
    ) throws {
        let archive = try archive(files, heap: heap)
        #expect(archive.paths == paths)
        #expect(archive.remarks == remarks)
        #expect(archive.remarks.contains { $0.isRefusedByApple } == refused)
    }

    // MARK: - Names

    @Test func `a name that is given several times is one name, and the last counts`() throws {
        try Self.expectReads(
            "<file id='1'><name>Bom</name><name>Bom</name><name>Bom</name><type>file</type></file>", paths: ["Bom"])
        try Self.expectReads(
            "<file id='1'><name>a</name><name>b</name></file>", paths: ["b"],
            remarks: [.severalNames(path: Array("b".utf8))])
    }

    @Test func `a name in base64 is decoded, whatever bytes it holds`() throws {
        let archive = try Self.archive(
            "<file id='1'><name enctype='base64'>w7w=</name></file><file id='2'><name enctype='base64'>/wo</name></file>"
        )
        #expect(archive.entries.map(\.path) == [Array("ü".utf8), [0xFF, 0x0A]])
        #expect(archive.remarks.isEmpty)
        #expect(
            try Self.fault("<file id='1'><name enctype='base64'>w7w!</name></file>")
                == .damagedEntry(name: Array("w7w!".utf8), "its name is no base64"))
    }

    @Test func `a slash in a name is read as a colon`() throws {
        try Self.expectReads(
            "<file id='1'><name>a/../b</name></file>", paths: ["a:..:b"],
            remarks: [.slashInName(path: Array("a:..:b".utf8))])
    }

    @Test(arguments: ["", ".", ".."]) func `a name that is none is refused`(name: String) throws {
        #expect(
            try Self.fault("<file id='1'><name>\(name)</name></file>")
                == .damagedEntry(name: Array(name.utf8), "its name is '\(name)'"))
    }

    @Test func `a NUL in a name is refused, and so is no name`() throws {
        #expect(
            try Self.fault("<file id='1'><name enctype='base64'>YQBi</name></file>")
                == .damagedEntry(name: [0x61, 0, 0x62], "its name holds a NUL"))
        #expect(
            try Self.fault("<file id='1'><type>file</type></file>")
                == .damagedEntry(name: [], "an entry of it has no name"))
    }

    @Test func `names that differ in case only are remarked, the same name twice is refused`() throws {
        try Self.expectReads(
            "<file id='1'><name>Bom</name></file><file id='2'><name>BOM</name></file>", paths: ["Bom", "BOM"],
            remarks: [.namesDifferInCase(Array("Bom".utf8), Array("BOM".utf8))], refused: true)
        #expect(
            try Self.fault("<file id='1'><name>a/b</name></file><file id='2'><name>a:b</name></file>")
                == .damagedEntry(name: Array("a:b".utf8), "two entries have this name"))
        try Self.expectReads(
            "<file id='1'><name>a</name><type>directory</type><file id='2'><name>a</name></file></file>",
            paths: ["a", "a/a"])
    }

    @Test func `a path has a longest length, and folders a deepest depth`() throws {
        let name = String(repeating: "n", count: 1024)
        try Self.expectReads("<file id='1'><name>\(name)</name></file>", paths: [name])
        #expect(
            try Self.fault("<file id='1'><name>\(name)n</name></file>")
                == .damagedEntry(name: Array(name.utf8), "its path has 1025 bytes, more than 1024"))
        let start = String(repeating: "<file id='1'><type>directory</type><name>a</name>", count: 300)
        let deep = try Self.fault(start + String(repeating: "</file>", count: 300))
        #expect(
            deep == .damaged("its table of contents can't be read, line 1: elements are nested more than 256 deep"))
    }

    @Test func `an entry can lie in a folder only`() throws {
        #expect(
            try Self.fault("<file id='1'><name>a</name><type>file</type><file id='2'><name>b</name></file></file>")
                == .damagedEntry(name: Array("a/b".utf8), "it lies in something that is no folder"))
    }

    @Test func `the name of a folder may stand behind what lies in it`() throws {
        try Self.expectReads(
            "<file id='1'><file id='2'><name>b</name></file><type>directory</type><name>a</name></file>",
            paths: ["a", "a/b"])
    }

    // MARK: - Properties

    @Test func `identifiers may be missing or come twice`() throws {
        try Self.expectReads(
            "<file><name>a</name></file><file id='7'><name>b</name></file><file id='7'><name>c</name></file>"
                + "<file id='7'><name>d</name></file>", paths: ["a", "b", "c", "d"],
            remarks: [.missingIdentifier(path: Array("a".utf8)), .repeatedIdentifier("7")])
    }

    @Test func `times are never looked at, nor is what is not known`() throws {
        try Self.expectReads(
            """
            <file id='1'><name>a</name><ctime>1901-1868345713-01T01:33:52</ctime><mtime/><FinderCreateTime>\
            <nanoseconds>140441135611904</nanoseconds><time>never</time></FinderCreateTime>\
            <content><type>script</type><name>x</name></content><later><name>y</name></later></file>
            """, paths: ["a"])
    }

    @Test func `types, permissions and owners are told as they are`() throws {
        let archive = try Self.archive(
            """
            <file id='1'><name>d</name><type>directory</type><mode>0755</mode><user>root</user><group>wheel</group></file>\
            <file id='2'><name>l</name><type>symlink</type><link type='broken'>a/b</link><mode>0120755</mode></file>\
            <file id='3'><name>h</name><type link='original'>hardlink</type><mode>9</mode></file>\
            <file id='4'><name>p</name><type>fifo</type><mode>0777777777</mode></file>
            """)
        #expect(archive.entries.map(\.kind) == [.directory, .symlink, .hardlink, .other("fifo")])
        #expect(archive.entries.map(\.mode) == [0o755, 0o120755, nil, nil])
        #expect(archive.entries.map(\.linkTarget) == [nil, "a/b", nil, nil])
        #expect(archive.entries[0].user == "root" && archive.entries[0].group == "wheel")
        #expect(archive.remarks.isEmpty)
    }

    @Test func `extended attributes are named, and their ranges are spoken for`() throws {
        let attribute =
            "<ea id='0'><name>com.apple.provenance</name><length>3</length><offset>20</offset><size>3</size></ea>"
        let archive = try Self.archive("<file id='1'><name>a</name>\(attribute)<ea/></file>", heap: "eaxrest")
        #expect(archive.entries.map(\.extendedAttributes) == [["com.apple.provenance", ""]])
        #expect(archive.trailingBytes == 4)
        #expect(archive.remarks.isEmpty)
        #expect(
            try Self.fault("<file id='1'><name>a</name>\(attribute)</file>", heap: "ea")
                == .truncated("it ends 1 bytes too early"))
    }

    @Test func `signatures come with their certificates`() throws {
        let archive = try Self.archive(
            """
            <signature style='RSA'><offset>20</offset><size>4</size><KeyInfo xmlns='http://www.w3.org/2000/09/xmldsig#'>\
            <X509Data><X509Certificate>MII\n C</X509Certificate><X509Certificate>!</X509Certificate></X509Data></KeyInfo>\
            </signature><x-signature style='CMS'><offset>24</offset><size>2</size></x-signature>
            """, heap: "rsa!cm")
        #expect(
            archive.signatures == [
                XarSignature(style: "RSA", offset: 20, size: 4, certificates: [[0x30, 0x82, 0x02]]),
                XarSignature(style: "CMS", offset: 24, size: 2, certificates: []),
            ])
        #expect(archive.remarks == [.unreadableCertificate])
        #expect(archive.trailingBytes == 0)
        #expect(
            try Self.fault("<signature style='RSA'><size>4</size></signature>")
                == .damaged("its table of contents does not say where a signature lies"))
    }

    // MARK: - Ranges

    @Test func `what stands behind the last range is counted, not read`() throws {
        let archive = try Self.archive(RawXar.stored("a", "abc", at: 20), heap: "abcTICKET")
        #expect(archive.trailingBytes == 6)
        #expect(try archive.content(of: "a") == Array("abc".utf8))
        #expect(archive.remarks.isEmpty)
        #expect(try Self.archive("").trailingBytes == 0)
    }

    @Test func `two files may share a range, but not a part of one`() throws {
        let both = try Self.archive(
            RawXar.stored("a", "abc", at: 20) + RawXar.stored("b", "abc", at: 20, id: 2), heap: "abc")
        #expect(try both.content(of: "b") == Array("abc".utf8))
        #expect(both.remarks.isEmpty)
        for (offset, content) in [(21, "bc"), (20, "ab"), (21, "b"), (22, "cd")] {
            #expect(
                try Self.fault(
                    RawXar.stored("a", "abc", at: 20) + RawXar.stored("b", content, at: offset, id: 2), heap: "abcd")
                    == .damagedEntry(
                        name: Array((offset == 20 ? "a" : "b").utf8), "it shares bytes with something else"),
                "\(offset)")
        }
    }

    @Test func `no file may lie in the checksum of the table or in a signature`() throws {
        for offset in [0, 1, 19] {
            #expect(
                try Self.fault(
                    RawXar.packed("a", "application/octet-stream", at: offset, length: 20, size: 20),
                    heap: "a b c d e f g h i j k l m n o p q r s t")
                    == .damagedEntry(name: Array("a".utf8), "it shares bytes with something else"))
        }
        #expect(
            try Self.fault(
                "<signature style='RSA'><offset>20</offset><size>3</size></signature>"
                    + RawXar.stored("a", "abc", at: 20),
                heap: "abc") == .damagedEntry(name: Array("a".utf8), "it shares bytes with something else"))
    }

    @Test func `a range that no file reaches is damage, one that this file does not reach is a cut`() throws {
        for (offset, length) in [("9223372036854775807", "1"), ("1", "9223372036854775807")] {
            let files =
                "<file id='1'><name>a</name><data><offset>\(offset)</offset><length>\(length)</length><size>1</size></data></file>"
            #expect(
                try Self.fault(files) == .damagedEntry(name: Array("a".utf8), "it lies where no file reaches"))
        }
        for number in ["18446744073709551616", "9223372036854775808", "-1", "0x10", "", "1e3"] {
            let files =
                "<file id='1'><name>a</name><data><offset>\(number)</offset><length>1</length><size>1</size></data></file>"
            #expect(
                try Self.fault(files)
                    == .damagedEntry(name: Array("a".utf8), "the table of contents does not say where it lies"))
        }
        #expect(
            try Self.fault(RawXar.packed("a", "application/octet-stream", at: 20, length: 1 << 40, size: 1 << 40))
                == .truncated("it ends \(1 << 40) bytes too early"))
    }

    @Test func `content must say how much there is of it`() throws {
        func fault(_ data: String) throws -> XarFault? {
            try Self.fault("<file id='1'><name>a</name><data>\(data)</data></file>", heap: "abc")
        }
        let name = Array("a".utf8)
        #expect(
            try fault("<offset>20</offset><size>1</size>")
                == .damagedEntry(name: name, "the table of contents does not say how many bytes it takes"))
        #expect(
            try fault("<offset>20</offset><length>1</length>")
                == .damagedEntry(name: name, "the table of contents does not say how large it is"))
        #expect(
            try fault("<offset>20</offset><length>1</length><size>1</size><length>2</length>")
                == .damagedEntry(name: name, "the table of contents gives it two values of <length>"))
        let empty = try Self.archive(
            "<file id='1'><name>a</name></file><file id='2'><name>b</name><data/></file><file id='3'><name>c</name>"
                + "<data><length>0</length><size>0</size><encoding style='application/x-gzip'/></data></file>")
        #expect(empty.entries.map { $0.data == nil } == [true, true, false])
        for path in ["a", "b", "c"] { #expect(try empty.content(of: path) == []) }
    }

    // MARK: - The XML

    @Test func `what stands beside the table is passed over`() throws {
        let archive = try XarArchive.read(
            RawXar(files: "<file id='1'><name>a</name></file>", more: "<more><toc><file/></toc></more>").bytes())
        #expect(archive.paths == ["a"])
        #expect(archive.remarks == [.subdocument("more")])
    }

    @Test func `what a package says of its making is told word for word, and of two records neither`() throws {
        func record(_ elements: String) throws -> String? {
            let archive = try Self.archive("<file id='1'><name>a</name></file>" + elements)
            #expect(archive.paths == ["a"] && archive.remarks == [])
            return archive.record
        }
        #expect(try record("") == nil)
        #expect(try record("<iapkit>1 a &amp; b</iapkit>") == "1 a & b")
        #expect(try record("<iapkit>1<toc>2</toc>3</iapkit>") == "13")
        #expect(try record("<iapkit>1</iapkit><iapkit>2</iapkit><iapkit>3</iapkit>") == "")
        #expect(try record("<file id='2'><name>b</name></file>".replacing("file", with: "other")) == nil)
    }

    @Test func `a table that is no table is refused`() throws {
        func fault(_ xml: String) throws -> XarFault? { try XarArchive.fault(of: RawXar(xml: Array(xml.utf8)).bytes()) }
        #expect(try fault("<rax><toc/></rax>") == .damaged("its table of contents is <rax>, not <xar>"))
        #expect(try fault("<xar/>") == .damaged("it has no table of contents"))
        #expect(try fault("<xar><toc/><toc/></xar>") == .damaged("it has two tables of contents"))
        #expect(
            try fault("<!DOCTYPE x [<!ENTITY a 'b'>]><xar><toc/></xar>")
                == .damaged("its table of contents can't be read, line 1: the text declares the entity 'a'"))
        #expect(
            try fault("<xar>\n<toc>")
                == .damaged(
                    "its table of contents can't be read, line 2: "
                        + "the text ends before the tag 'toc' opened on line 2 is closed"))
    }

    @Test func `more entries than any package has are refused`() throws {
        let files = (0...XarTableParser.mostEntries).map { "<file id='\($0)'><name>\($0)</name></file>" }.joined()
        #expect(try Self.fault(files) == .damaged("it has more than 100000 entries"))
    }
}
