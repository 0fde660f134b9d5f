import Foundation
import TestSupport
import Testing
import XMLReading

@testable import ArchiveFormats

@Suite struct XarWritingTests {
    @Test func `the header has 28 bytes, highest first`() {
        #expect(
            Digest.hexadecimal(XarWriting.header(compressedLength: 0x0102, uncompressedLength: 0x01_0203_0405))
                == "78617221" + "001c" + "0001" + "0000000000000102" + "0000000102030405" + "00000001")
    }

    // MARK: - A table of a given size

    private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        try ZlibStream.inflated(bytes, limit: 1 << 22)
    }

    private static func expectStretch(_ xml: [UInt8], _ length: Int) throws {
        let stretched = try #require(XarWriting.stretched(xml, toCompressedLength: length))
        #expect(stretched.bytes.count == length, "\(xml.count) to \(length)")
        let text = try inflated(stretched.bytes)
        #expect(text.count == stretched.uncompressedLength)
        #expect(text.starts(with: xml) && text[xml.count...].allSatisfy { $0 == 0x0A }, "\(xml.count) to \(length)")
    }

    @Test(arguments: [0, 1, 100, 65_534, 65_535, 65_536])
    func `the smallest stretch is the XML in stored blocks, and one byte less is refused`(count: Int) throws {
        let xml = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        let smallest = XarWriting.smallestStretch(of: xml)
        #expect(smallest == count + 11 + (count > 65_535 ? 5 : 0))
        #expect(XarWriting.stretched(xml, toCompressedLength: smallest - 1) == nil)
        #expect(XarWriting.stretched(xml, toCompressedLength: -1) == nil)
        try Self.expectStretch(xml, smallest)
        #expect(XarWriting.stretched(xml, toCompressedLength: smallest)?.uncompressedLength == count)
    }

    @Test func `every length of room is filled, across the joints of blocks too`() throws {
        for count in [0, 3000] {
            let xml = [UInt8](repeating: UInt8(ascii: "x"), count: count)
            for length in XarWriting.smallestStretch(of: xml)..<4096 { try Self.expectStretch(xml, length) }
        }
        // Where the XML itself fills its blocks, the next few lengths can't be reached with stored blocks alone.
        for count in [65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 131_068, 131_070, 131_071] {
            let xml = [UInt8](repeating: UInt8(ascii: "x"), count: count)
            let smallest = XarWriting.smallestStretch(of: xml)
            for length in smallest...smallest + 24 { try Self.expectStretch(xml, length) }
        }
    }

    @Test func `Python and xmllint read a stretched table, empty blocks and all`() throws {
        let python = try #require(Program("python3"))
        let code = """
            import sys, zlib
            stream = zlib.decompressobj()
            text = stream.decompress(sys.stdin.buffer.read()) + stream.flush()
            assert stream.eof and not stream.unused_data
            sys.stdout.buffer.write(text)
            """
        let start = Array("<a>".utf8)
        let end = Array("</a>".utf8)
        let xml = start + [UInt8](repeating: UInt8(ascii: "x"), count: 65_535 - 7) + end
        for extra in 0...6 {
            let table = try #require(XarWriting.stretched(xml, toCompressedLength: 65_546 + extra))
            let outcome = try python.run(["-c", code], input: Data(table.bytes))
            #expect(outcome.status == 0, "\(outcome.errorText)")
            #expect(outcome.output.count == table.uncompressedLength)
            let xmllint = try #require(Program("xmllint"))
            let lint = try xmllint.run(["--noout", "-"], input: outcome.output)
            #expect(lint.status == 0 && lint.error.isEmpty, "\(lint.errorText)")
        }
    }

    // MARK: - The table

    @Test func `the table is Apple's, with the machine's particulars left out`() throws {
        let package = SamplePackage(component: "a & b", bom: [1], payload: [2, 3], packageInfo: [4], distribution: [5])
        let text = String(decoding: try package.xml(), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[..<8].joined(separator: "\n") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <xar>
                 <toc>
                  <creation-time>2015-07-08T20:29:21</creation-time>
                  <checksum style="sha1">
                   <offset>0</offset>
                   <size>20</size>
                  </checksum>
                """)
        #expect(text.contains("   <type>directory</type>\n   <name>a &amp; b.pkg</name>\n   <file id=\"2\">\n"))
        #expect(text.hasSuffix("    <name>PackageInfo</name>\n   </file>\n  </file>\n </toc>\n</xar>\n"))
        #expect(!text.contains("FinderCreateTime"))
    }

    /// The elements in their order, without text.
    private static func shape(_ xml: [UInt8]) -> [String] {
        var shape: [String] = []
        let faults = XMLReader.read(xml) { event in
            switch event {
            case .start(let tag): shape.append(tag.name + tag.attributes.map { " \($0.name)=\($0.value)" }.joined())
            case .end(let name): shape.append("/" + name)
            case .text: break
            }
            return true
        }
        #expect(faults.isEmpty)
        return shape
    }

    @Test(
        .enabled(if: PackageVector.areAvailable, "the facts of Apple's packages are not here"),
        arguments: PackageVector.all
    )
    func `Apple's table comes of Apple's numbers, but for the owner and what is left out`(vector: PackageVector) throws
    {
        let apples = try vector.file("toc.xml")
        // Its heap is not here: the table is read as it is, without it.
        let raw = try XarTableParser.parse(apples)
        let table = try XarTable(raw)
        func member(_ path: String) throws -> XarOutputMember {
            let entry = try #require(table.entries.first { $0.path == Array(path.utf8) })
            let data = try #require(entry.data)
            return XarOutputMember(
                id: try #require(entry.identifier.flatMap(Int.init)),
                name: String(try #require(path.split(separator: "/").last)),
                offset: data.offset, length: data.length, size: data.size,
                encoding: data.encoding == .stored ? .stored : .zlib,
                archivedChecksum: try #require(data.archivedChecksum).bytes,
                extractedChecksum: try #require(data.extractedChecksum).bytes)
        }
        let folder = try vector.facts().component + ".pkg/"
        let members = XarPackageMembers(
            bom: try member(folder + "Bom"), payload: try member(folder + "Payload"),
            packageInfo: try member(folder + "PackageInfo"), distribution: try member("Distribution"))
        let ours = XarWriting.tableOfContents(
            component: try vector.facts().component, members: members, time: vector.time)

        var expected = String(decoding: apples, as: UTF8.self)
        while let start = expected.range(of: "    <FinderCreateTime>\n"),
            let end = expected.range(of: "    </FinderCreateTime>\n")
        {
            expected.removeSubrange(start.lowerBound..<end.upperBound)
        }
        expected = expected.replacingOccurrences(of: "<user>builder</user>", with: "<user>root</user>")
            .replacingOccurrences(of: "<uid>501</uid>", with: "<uid>0</uid>")
            .replacingOccurrences(of: "<group>staff</group>", with: "<group>wheel</group>")
            .replacingOccurrences(of: "<gid>20</gid>", with: "<gid>0</gid>")
        // The facts have no inode numbers of the files; ours are the identifiers.
        for (name, number) in [("Bom", 2), ("Payload", 3)] {
            let end = "</inode>\n    <type>file</type>\n    <name>\(name)</name>"
            expected = expected.replacingOccurrences(of: ">0\(end)", with: ">\(number)\(end)")
        }
        #expect(Self.shape(ours) == Self.shape(Array(expected.utf8)))
        #expect(String(decoding: ours, as: UTF8.self) == expected)
    }

    @Test func `times that four digits of a year can't hold become the nearest`() {
        #expect(CivilTime(secondsSince1970: -1).text == "1970-01-01T00:00:00")
        #expect(CivilTime(secondsSince1970: 951_868_799).text == "2000-02-29T23:59:59")
        #expect(CivilTime(secondsSince1970: .max).text == "9999-12-31T23:59:59")
    }
}
