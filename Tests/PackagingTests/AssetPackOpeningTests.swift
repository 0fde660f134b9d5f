import ArchiveFormats
import AssetPacks
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// Asset packs as they come in: ours, those of Apple's tools, and those of strangers.
@Suite struct AssetPackOpeningTests {
    private typealias Raw = RawAppleArchive
    private typealias Sample = AssetPackSample

    static func manifest(_ identifier: String = "cats") -> [UInt8] {
        Array(
            """
            {"assetPackID": "\(identifier)", "downloadPolicy": {"onDemand": {}},
            "fileSelectors": [{"directory": "\(identifier)"}], "platforms": ["iOS"]}
            """.utf8)
    }

    /// A pack with a content folder, of entries that have the fewest fields.
    static func stream(_ identifier: String = "cats", magic: String = "AA01") -> [UInt8] {
        Raw.folder("", magic: magic) + Raw.folder("Contents", magic: magic)
            + Raw.folder("Contents/\(identifier)", magic: magic)
            + Raw.file("Contents/\(identifier)/ContentInfo.plist", Array(ContentInfoText.xml().utf8), magic: magic)
            + Raw.file("Contents/\(identifier)/a.txt", Array("tabby".utf8), magic: magic)
            + Raw.folder("Contents/\(identifier)/sub", magic: magic)
            + Raw.file("Contents/\(identifier)/sub/run", [UInt8](repeating: 7, count: 300), magic: magic)
            + Raw.file("Manifest.json", manifest(identifier), magic: magic)
    }

    static let paths = [
        "ContentInfo.plist", "Contents/", "Contents/a.txt", "Contents/sub/", "Contents/sub/run",
    ]

    private static func expectCats(_ input: ContentInput, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(input.kind == .aar, sourceLocation: sourceLocation)
        #expect(try Sample.paths(input) == paths, sourceLocation: sourceLocation)
        #expect(try Sample.text("ContentInfo.plist", input) == ContentInfoText.xml(), sourceLocation: sourceLocation)
        #expect(try Sample.text("Contents/a.txt", input) == "tabby", sourceLocation: sourceLocation)
        #expect(
            try Sample.text("Contents/sub/run", input) == String(repeating: "\u{7}", count: 300),
            sourceLocation: sourceLocation)
        let leftOut = try input.content.get().leftOut
        #expect(leftOut.map(\.path.displayText) == ["Manifest.json"], sourceLocation: sourceLocation)
        #expect(leftOut.map(\.reason) == [.packManifest], sourceLocation: sourceLocation)
        #expect(input.assetPack?.manifest?.identifier == "cats", sourceLocation: sourceLocation)
        #expect(input.assetPack?.contentRoot == ContentPath("Contents/cats"), sourceLocation: sourceLocation)
    }

    @Test(arguments: [CompressionLevel.store, .default])
    func `our own pack is the folder again, and says how it is made`(level: CompressionLevel) throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "tabby"])
            try folder.write("Cats/Contents/sub/run", [UInt8](repeating: 7, count: 300))
            try Sample.pack(
                content, to: folder.path("c.aar"), options: PackageOptions(compression: level, synchronizes: false))
            let input = try ContentInput.open(folder.path("c.aar"))
            try Self.expectCats(input)
            let pack = try #require(input.assetPack)
            #expect(pack.entryCount == 8 && !pack.hasAttributes)
            #expect(pack.fieldKeys == ["TYP", "PAT", "UID", "GID", "MOD", "FLG", "CTM", "MTM", "DAT"])
            #expect(pack.compressionName == (level == .store ? "none" : "LZFSE"))
            #expect(pack.blockSize == (level == .store ? nil : 4 << 20))
            #expect(pack.blockCount == (level == .store ? 0 : 1) && pack.storedBlockCount == 0)
            #expect(try input.fileSize == Int64(Sample.bytes(folder.path("c.aar")).count))
            if level == .store { #expect(pack.unpackedBytes == input.fileSize.map { UInt64($0) }) }
            #expect(pack.manifestSize == pack.manifestBytes.map { UInt64($0.count) })
            #expect(pack.archivePath(of: ContentPath("Contents/a.txt")) == ContentPath("Contents/cats/a.txt"))
            let tree = try input.content.get()
            for entry in tree.entries {
                #expect(entry.modificationTime == Int64(Sample.time))
                #expect(entry.mode == (entry.type == .directory ? 0o755 : 0o644))
            }
        }
    }

    @Test(arguments: ["AA01", "YAA1"])
    func `entries of the fewest fields are enough, in archives of today and older ones`(magic: String) throws {
        try withTemporaryFolder { folder in
            let input = try Sample.open(Self.stream(magic: magic), in: folder)
            try Self.expectCats(input)
            #expect(input.assetPack?.fieldKeys == ["TYP", "PAT", "DAT"])
        }
    }

    @Test func `fields come in any order and width, and those that are not known are passed over`() throws {
        try withTemporaryFolder { folder in
            let text = Array("tabby".utf8)
            func fields(_ path: String, _ type: UInt8) -> [[UInt8]] {
                [
                    Raw.field("UID8", Raw.number(501, width: 8)), Raw.field("XYZ*"), Raw.text("PAT", path),
                    Raw.field("MTMT", Raw.number(1_000_000_000, width: 8) + Raw.number(5, width: 4)),
                    Raw.field("MOD4", Raw.number(0o100600, width: 4)), Raw.field("BTMS", Raw.number(7, width: 8)),
                    Raw.field("SH2H", [UInt8](repeating: 1, count: 32)), Raw.field("TYP2", [type, 0]),
                ]
            }
            let stream =
                Raw.header(fields("Contents", 0x44)) + Raw.header(fields("Contents/cats", 0x44))
                + Raw.header(fields("Contents/cats/sub", 0x44))
                + Raw.header(
                    [Raw.field("XATA", [2, 0]), Raw.field("DATC", Raw.number(5, width: 8))]
                        + fields("Contents/cats/a.txt", 0x46)) + [0, 0] + text
                + Raw.header(
                    fields("Contents/cats/ContentInfo.plist", 0x46)
                        + [Raw.field("DATA", Raw.number(UInt64(ContentInfoText.xml().utf8.count), width: 2))])
                + Array(ContentInfoText.xml().utf8)
                + Raw.header(fields("Contents/cats/sub/run", 0x46) + [Raw.field("DATB", Raw.number(300, width: 4))])
                + [UInt8](repeating: 7, count: 300)
                + Raw.file("Manifest.json", Self.manifest())
            let input = try Sample.open(stream, in: folder)
            try Self.expectCats(input)
            #expect(input.assetPack?.hasAttributes == true)
            let entry = try #require(try input.content.get().entry(at: ContentPath("Contents/a.txt")))
            #expect(entry.mode == 0o600 && entry.modificationTime == 1_000_000_000)
            #expect(
                input.assetPack?.fieldKeys
                    == ["UID", "XYZ", "PAT", "MTM", "MOD", "BTM", "SH2", "TYP", "XAT", "DAT"])
        }
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"), arguments: ["z", "x", "4"])
    func `blocks that others packed are read`(letter: Character) throws {
        try withTemporaryFolder { folder in
            let stream = Self.stream()
            // The first block ends with the run.
            let size = stream.count - Raw.file("Manifest.json", Self.manifest()).count
            let bytes = try RawAppleArchive.packed(letter, stream, size: size) { piece in
                switch letter {
                case "z": try Raw.python("zlib.compress(data, 5)", piece)
                case "x": try Raw.python("lzma.compress(data)", piece)
                default: Raw.lz4RunPacked(piece)
                }
            }
            let input = try Sample.open(bytes, in: folder)
            try Self.expectCats(input)
            let pack = try #require(input.assetPack)
            #expect(pack.compressionName == ["z": "zlib", "x": "LZMA", "4": "LZ4"][letter])
            #expect(pack.blockSize == UInt64(size) && pack.blockCount == 2)
            #expect(pack.storedBlockCount < 2 && pack.unpackedBytes == UInt64(stream.count))
        }
    }

    @Test(arguments: ["e", "-", "b", "f", "Q"])
    func `blocks that are all stored are read, whatever would pack them`(letter: Character) throws {
        try withTemporaryFolder { folder in
            let bytes = RawAppleArchive.packed(letter, Self.stream(), size: 128) { _ in nil }
            let input = try Sample.open(bytes, in: folder)
            try Self.expectCats(input)
            #expect(input.assetPack?.storedBlockCount == input.assetPack?.blockCount)
            #expect(
                input.assetPack?.compressionName
                    == ["e": "LZFSE", "-": "none", "b": "LZBITMAP", "f": "LZVN", "Q": "compression 0x51"][letter])
        }
    }

    @Test func `an archive of another form is its content as it lies`() throws {
        try withTemporaryFolder { folder in
            // As ba-package makes one of files that never were a content folder.
            let input = try Sample.open(
                Raw.folder("") + Raw.folder("Contents") + Raw.folder("Contents/Textures")
                    + Raw.file("Contents/Textures/a.png", "png") + Raw.file("Manifest.json", Self.manifest("tex")),
                in: folder)
            #expect(try Sample.paths(input) == ["Contents/", "Contents/Textures/", "Contents/Textures/a.png"])
            #expect(input.assetPack?.contentRoot == nil && input.assetPack?.manifest?.identifier == "tex")
            #expect(try Sample.text("Contents/Textures/a.png", input) == "png")
            #expect(
                input.assetPack?.archivePath(of: ContentPath("Contents/Textures/a.png"))
                    == ContentPath("Contents/Textures/a.png"))
            // A content folder that somebody archived whole.
            let whole = try Sample.open(
                Raw.file("ContentInfo.plist", ContentInfoText.xml()) + Raw.file("Contents/a.txt", "tabby"), in: folder)
            #expect(try Sample.paths(whole) == ["ContentInfo.plist", "Contents/", "Contents/a.txt"])
            #expect(whole.assetPack?.contentRoot == nil && whole.assetPack?.manifestBytes == nil)
        }
    }

    @Test func `of several content folders the one of the manifest's ID counts, and the others are beside it`() throws {
        try withTemporaryFolder { folder in
            func stream(_ manifest: [UInt8]?) -> [UInt8] {
                Raw.folder("Contents") + Raw.file("Contents/dogs/ContentInfo.plist", ContentInfoText.xml())
                    + Raw.file("Contents/dogs/d.txt", "d")
                    + Raw.file("Contents/cats/ContentInfo.plist", ContentInfoText.xml())
                    + Raw.file("Contents/cats/a.txt", "tabby")
                    + (manifest.map { Raw.file("Manifest.json", $0) } ?? [])
            }
            let cats = try Sample.open(stream(Self.manifest()), in: folder)
            #expect(try Sample.paths(cats) == ["ContentInfo.plist", "Contents/", "Contents/a.txt"])
            let leftOut = try cats.content.get().leftOut
            #expect(leftOut.map(\.path.displayText).sorted() == ["Contents/dogs", "Manifest.json"])
            #expect(leftOut.first { $0.path == ContentPath("Contents/dogs") }?.isDirectory == true)
            let dogs = try Sample.open(stream(Self.manifest("dogs")), in: folder)
            #expect(try Sample.paths(dogs) == ["ContentInfo.plist", "Contents/", "Contents/d.txt"])
            for manifest in [nil, Self.manifest("birds"), Array("{".utf8), []] {
                let input = try Sample.open(stream(manifest), in: folder)
                #expect(input.assetPack?.contentRoot == nil)
                #expect(
                    try Sample.paths(input) == [
                        "Contents/", "Contents/cats/", "Contents/cats/ContentInfo.plist", "Contents/cats/a.txt",
                        "Contents/dogs/", "Contents/dogs/ContentInfo.plist", "Contents/dogs/d.txt",
                    ])
            }
        }
    }

    @Test func `the only content folder counts, whatever the manifest says of it`() throws {
        try withTemporaryFolder { folder in
            let body = Self.stream().dropLast(Raw.file("Manifest.json", Self.manifest()).count)
            for manifest in [[], Raw.file("Manifest.json", Self.manifest("dogs")), Raw.file("Manifest.json", [])] {
                let input = try Sample.open(body + manifest, in: folder)
                #expect(try Sample.paths(input) == Self.paths)
                #expect(input.assetPack?.contentRoot == ContentPath("Contents/cats"))
                #expect(
                    input.assetPack?.manifestBytes.map { $0.isEmpty } == (manifest.isEmpty ? nil : manifest.count < 60))
            }
        }
    }

    @Test func `what lies beside the content folder is told of, a folder for all in it`() throws {
        try withTemporaryFolder { folder in
            let input = try Sample.open(
                Self.stream() + Raw.file(".DS_Store", "x") + Raw.file("more/deep/a", "x") + Raw.file("more/b", "x")
                    + Raw.file("Contents/readme", "x") + Raw.folder("Contents/dogs") + Raw.file("Contents/dogs/a", "x")
                    + Raw.folder("Manifest.json.d") + Raw.file("Contents/catsup", "x"), in: folder)
            #expect(try Sample.paths(input) == Self.paths)
            let leftOut = try input.content.get().leftOut.sorted { $0.path < $1.path }
            #expect(
                leftOut.map { $0.path.displayText + ($0.isDirectory ? "/" : "") } == [
                    ".DS_Store", "Contents/catsup", "Contents/dogs/", "Contents/readme", "Manifest.json",
                    "Manifest.json.d/", "more/",
                ])
            #expect(leftOut.count { $0.reason == .besideContents } == 6)
        }
    }

    @Test func `an entry that speaks of the archive is no root of it`() throws {
        try withTemporaryFolder { folder in
            let root = Raw.header([
                Raw.field("TYP1", [0x44]), Raw.text("PAT", ""), Raw.field("MTMS", Raw.number(1_000_000_000, width: 8)),
            ])
            let metadata = Raw.header([Raw.field("TYP1", [0x4D]), Raw.field("YAFA", [2, 0])]) + [1, 2]
            let input = try Sample.open(root + metadata + Self.stream().dropFirst(Raw.folder("").count), in: folder)
            try Self.expectCats(input)
            #expect(try input.content.get().modificationTime == 1_000_000_000)
        }
    }

    @Test func `a part of a pack that is excluded is left out`() throws {
        try withTemporaryFolder { folder in
            let path = try folder.write("sample.aar", Self.stream())
            let input = try ContentInput.open(path, excluding: [ContentGlob("sub")])
            #expect(try Sample.paths(input) == ["ContentInfo.plist", "Contents/", "Contents/a.txt"])
        }
    }

    @Test func `a pack that is replaced while it is looked at is told of`() throws {
        try withTemporaryFolder { folder in
            let input = try Sample.open(Self.stream(), in: folder)
            let tree = try input.content.get()
            let entry = try #require(tree.entry(at: ContentPath("Contents/a.txt")))
            try folder.write("other", Self.stream())
            try FileManager.default.removeItem(atPath: folder.path("sample.aar"))
            try FileManager.default.moveItem(atPath: folder.path("other"), toPath: folder.path("sample.aar"))
            let error = #expect(throws: ContentReadError.self) { try tree.source.open(entry) }
            #expect(error?.isChange == true && error?.reason == "the archive changed after it was opened")
            var count = 0
            tree.source.readFiles(tree.entries.filter { $0.type == .file }) { entry, reader in
                #expect(throws: ContentReadError.self) { try reader.get() }
                count += 1
            }
            #expect(count == 3)
        }
    }
}
