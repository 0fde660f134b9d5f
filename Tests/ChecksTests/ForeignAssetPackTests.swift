import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// Asset packs put together by hand, field by field, as other programs may have them.
@Suite struct ForeignAssetPackTests {
    /// An Apple Archive without compression: entries with the fields TYP, PAT and DAT alone, in any order.
    private static func archive(_ entries: [(path: String, data: String?)]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        return entries.flatMap { path, data -> [UInt8] in
            let path = Array(path.utf8)
            let type = Array("TYP1".utf8) + [data == nil ? UInt8(ascii: "D") : UInt8(ascii: "F")]
            let content = data.map { Array("DATB".utf8) + little($0.utf8.count, 4) } ?? []
            let fields = Array("PATP".utf8) + little(path.count, 2) + path + content + type
            return Array("AA01".utf8) + little(6 + fields.count, 2) + fields + Array((data ?? "").utf8)
        }
    }

    private static func findings(_ entries: [(path: String, data: String?)]) throws -> [String] {
        try withTemporaryFolder { folder in
            let input = try ContentInput.open(try folder.write("a.aar", archive(entries)))
            #expect(input.kind == .aar)
            return Examination.run([input])[0].findings.map { finding in
                let place = finding.location.position.map { ":\($0.line):\($0.column)" } ?? ""
                return "\(finding.code.id)\(place) \(finding.message)"
            }
        }
    }

    private static let manifest = """
        {"assetPackID": "Cats", "downloadPolicy": {"onDemand": {}},
        "fileSelectors": [{"directory": "Cats"}], "platforms": ["iOS"]}
        """

    @Test func `a pack of another program that is in order gives nothing to tell`() throws {
        #expect(
            try Self.findings([
                ("", nil), ("Contents", nil), ("Contents/Cats", nil), ("Contents/Cats/a.txt", "a"),
                ("Manifest.json", Self.manifest),
            ]) == [])
    }

    @Test func `the order of entries makes no difference, and folders may be implied`() throws {
        #expect(try Self.findings([("Manifest.json", Self.manifest), ("Contents/Cats/a.txt", "a")]) == [])
    }

    @Test func `what lies elsewhere is told by its path in the archive`() throws {
        #expect(
            try Self.findings([
                ("Contents/Cats/a.txt", "a"), ("Contents/b.txt", "b"), ("Manifest.json", Self.manifest), ("c.txt", "c"),
            ]) == [
                "AST-018 the asset pack has more in 'Contents' than its own folder 'Contents/Cats': 'Contents/b.txt'",
                "AST-018 the asset pack has more than 'Contents' and 'Manifest.json': 'c.txt'",
                "AST-017:2:1 the asset pack holds what its manifest does not name: 'b.txt'",
            ])
    }

    @Test func `a manifest in other letters is told as one that is missing, and as nothing else`() throws {
        #expect(
            try Self.findings([("Contents", nil), ("Contents/Cats/a.txt", "a"), ("manifest.json", Self.manifest)]) == [
                "AST-001 the asset pack has no 'Manifest.json' at its root; it has 'manifest.json'"
            ])
    }

    @Test func `a content folder in a pack is judged as one`() throws {
        #expect(
            try Self.findings([
                ("Contents/Cats/a.txt", "a"), ("Contents/Cats/ContentInfo.plist", "no property list"),
                ("Manifest.json", Self.manifest),
            ]).map { $0.prefix(3) } == ["PLI"])
    }
}
