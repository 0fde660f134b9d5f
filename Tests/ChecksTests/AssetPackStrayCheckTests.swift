import Checks
import ContentModel
import Findings
import Packaging
import TestSupport
import Testing

/// What the checks say of what lies in an asset pack beside its content folder.
@Suite struct AssetPackStrayCheckTests {
    private typealias Raw = RawAppleArchive

    private static let machO: [UInt8] =
        [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1] + [UInt8](repeating: 0, count: 24)

    private static let manifest = """
        {"assetPackID": "Cats", "downloadPolicy": {"onDemand": {}},
        "fileSelectors": [{"directory": "Cats"}], "platforms": ["iOS"]}
        """

    private static let contentInfo = ContentSketch.contentFolder().items[ContentTree.contentInfoPath]

    private static func link(_ path: String, to target: String) -> [UInt8] {
        Raw.header([Raw.field("TYP1", [0x4C]), Raw.text("PAT", path), Raw.text("LNK", target)])
    }

    /// What is found in a pack of a content folder, or of none, with these entries.
    private static func findings(
        _ entries: [UInt8], hasContentInfo: Bool = true, manifest: [UInt8]? = nil
    ) throws -> [Finding] {
        guard case .file(let contentInfo)? = contentInfo else { return [] }
        let stream =
            Raw.file("Contents/Cats/a.txt", "a")
            + (hasContentInfo ? Raw.file("Contents/Cats/ContentInfo.plist", contentInfo) : [])
            + (manifest ?? Raw.file("Manifest.json", Self.manifest)) + entries
        return try withTemporaryFolder { folder in
            let input = try ContentInput.open(try folder.write("a.aar", stream))
            #expect(input.kind == .aar)
            return Examination.run([input])[0].findings
        }
    }

    private static func lines(_ findings: [Finding]) -> [String] {
        findings.filter { !$0.code.id.hasPrefix("AST-018") }
            .map { "\($0.code.id) \($0.location.member ?? "-") \($0.message)" }
    }

    private static let code = "is executable code (Mach-O); content must not hold any"

    @Test func `executable code beside the content folder is found, and told by its path in the archive`() throws {
        let findings = try Self.findings(Raw.file("Contents/q/tool", Self.machO) + Raw.file("lib", Self.machO))
        #expect(
            Self.lines(findings) == [
                "FIL-001 Contents/q/tool 'Contents/q/tool' \(Self.code)", "FIL-001 lib 'lib' \(Self.code)",
            ])
        #expect(
            findings.filter { $0.code.id == "FIL-001" }.allSatisfy {
                $0.notes == ["It lies beside the content; the path is that in the archive."]
            })
    }

    @Test func `a link, a script and a pipe beside the content folder are found`() throws {
        let pipe = Raw.header([Raw.field("TYP1", [0x50]), Raw.text("PAT", "Contents/q/pipe")])
        let findings = try Self.findings(
            Self.link("Contents/q/l", to: "/etc/passwd") + pipe + Raw.file("Contents/q/run", "#!/bin/sh\n"))
        #expect(
            Self.lines(findings) == [
                "AST-020 Contents/q/l 'Contents/q/l' is a symbolic link, to '/etc/passwd'; an asset pack holds none",
                "FIL-006 Contents/q/pipe 'Contents/q/pipe' is a named pipe; a package can't hold it",
                "FIL-002 Contents/q/run 'Contents/q/run' is a script for '/bin/sh'; content should not hold any",
            ])
    }

    @Test func `a path beside the content is too long as any other, once for all in its folder`() throws {
        let folders = (0..<4).map { _ in String(repeating: "f", count: 200) }.joined(separator: "/")
        func found(_ count: Int) throws -> [String] {
            let path = "Contents/q/\(folders)/" + String(repeating: "n", count: count - 815)
            return try Self.findings(Raw.file(path + "/a", "x")).filter { $0.code.id == "AST-019" }.map(\.message)
        }
        #expect(try found(1021) == [])
        #expect(try found(1022) == ["path in the asset pack has 1,024 bytes; it takes 1,023"])
        #expect(try found(1024) == ["path in the asset pack has 1,024 bytes; it takes 1,023"])
    }

    @Test func `a pack without a content folder has what lies beside Contents judged too`() throws {
        let findings = try Self.findings(
            Raw.file("tool", Self.machO) + Self.link("l", to: "a"), hasContentInfo: false)
        #expect(
            Self.lines(findings) == [
                "AST-020 l 'l' is a symbolic link, to 'a'; an asset pack holds none",
                "FIL-001 tool 'tool' \(Self.code)",
            ])
    }

    @Test func `what lies beside and can't be unpacked is damage`() throws {
        let stream =
            Raw.file("Manifest.json", Self.manifest) + Raw.file("Contents/Cats/ContentInfo.plist", "x")
            + Raw.file("Contents/q/a", [UInt8](repeating: 1, count: 1000))
        // All but the last 100 bytes are in a block that is stored; those are in one that is nonsense.
        let (first, last) = (Array(stream.dropLast(100)), Array(stream.suffix(100)))
        let bytes = Raw.blocks(
            "e", size: 4096, [(UInt64(first.count), first), (UInt64(last.count), [1, 2, 3])])
        try withTemporaryFolder { folder in
            let input = try ContentInput.open(try folder.write("a.aar", bytes))
            let found = Examination.run([input])[0].findings.filter { $0.code.id == "PKG-003" }
            #expect(found.map(\.location.member) == ["Contents/q/a"])
        }
    }

    @Test func `a manifest that is no file is told as what it is, and as nothing else`() throws {
        func missing(_ entry: [UInt8]) throws -> [String] {
            Self.lines(try Self.findings([], manifest: entry))
        }
        let start = "AST-001 Manifest.json the asset pack has no 'Manifest.json' at its root; "
        #expect(try missing(Raw.folder("Manifest.json")) == [start + "that is a folder"])
        #expect(
            try missing(Self.link("Manifest.json", to: "m.json")) == [start + "that is a symbolic link to 'm.json'"])
        #expect(try missing(Raw.file("Manifest.json/a", "x")) == [start + "that is a folder"])
        #expect(try missing(Raw.file("manifest.JSON", "x")) == [start + "it has 'manifest.JSON'"])
    }
}
