import ArchiveFormats
import AssetPacks
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// An asset pack as others see it: a reader in Python that shares no code with ours.
@Suite(.enabled(if: Program("python3") != nil, "python3 is not installed"))
struct AssetPackWritingTests {
    private static let forms: [CompressionLevel] = AppleArchiveReader.readsLzfse ? [.store, .default] : [.store]

    @discardableResult
    private static func everything(_ folder: TemporaryFolder) throws -> String {
        var random = TestRandom(seed: 1)
        let path = try folder.makeContentFolder("Cats", contents: ["b.txt": "b", "_a": "a", "Z.txt": "z", "empty": ""])
        try folder.makeFolder("Cats/Contents/none")
        try folder.write("Cats/Contents/sub/caf\u{E9}.bin", random.bytes(70_000))
        try folder.write("Cats/Contents/sub/x y/\u{65E5}\u{672C}", random.text(100_000))
        try folder.write("Cats/Contents/sub-2", "behind")
        return path
    }

    @Test(arguments: forms)
    func `another reader lists the folders, the files and the manifest in order, and nothing else`(
        level: CompressionLevel
    ) throws {
        try withTemporaryFolder { folder in
            let path = folder.path("cats.aar")
            let written = try AssetPackSample.pack(
                Self.everything(folder), to: path, options: PackageOptions(compression: level, synchronizes: false))
            let manifest = try AssetPackSample.plan().manifest(
                ofFiles: [
                    "ContentInfo.plist", "Contents/b.txt", "Contents/_a", "Contents/Z.txt", "Contents/empty",
                    "Contents/sub/caf\u{E9}.bin", "Contents/sub/x y/\u{65E5}\u{672C}", "Contents/sub-2",
                ].map { ContentPath($0) }
            ).bytes()
            #expect(
                try AssetPackSample.listing(path) == [
                    "D ", "D Contents", "D Contents/cats", "F Contents/cats/_a 1", "F Contents/cats/b.txt 1",
                    "F Contents/cats/ContentInfo.plist \(ContentInfoText.xml().utf8.count)",
                    "F Contents/cats/empty 0", "D Contents/cats/none", "D Contents/cats/sub",
                    "F Contents/cats/sub/caf\u{E9}.bin 70000", "D Contents/cats/sub/x y",
                    "F Contents/cats/sub/x y/\u{65E5}\u{672C} 100000", "F Contents/cats/sub-2 6",
                    "F Contents/cats/Z.txt 1", "F Manifest.json \(manifest.count)",
                ])
            let reader = try #require(AppleArchiveReader())
            for entry in try reader.entries(of: path) {
                let isFolder = entry["TYP"] as? String == "D"
                #expect(entry["MOD"] as? Int == (isFolder ? 0o755 : 0o644))
                #expect(["UID", "GID", "FLG"].map { entry[$0] as? Int } == [0, 0, 0])
                for key in ["CTM", "MTM"] { #expect(entry[key] as? [Int] == [AssetPackSample.time, 0]) }
                let data = (entry["DAT"] as? Int).map { $0 < 65_536 ? ["DATA"] : ["DATB"] } ?? []
                #expect(
                    entry["fields"] as? [String]
                        == ["TYP1", "PATP", "UID1", "GID1", "MOD2", "FLG1", "CTMS", "MTMS"] + data)
            }
            let info = try reader.info(of: path)
            #expect(info["container"] as? String == (level == .store ? nil : "pbze"))
            #expect(info["blockSize"] as? Int == (level == .store ? nil : 4 << 20))
            #expect(written.bytes == Int64(try AssetPackSample.bytes(path).count))
        }
    }

    @Test(arguments: forms)
    func `another reader writes out the very folder, below Contents and the ID, and the manifest`(
        level: CompressionLevel
    ) throws {
        try withTemporaryFolder { folder in
            let content = try Self.everything(folder)
            let path = folder.path("cats.aar")
            try AssetPackSample.pack(
                content, to: path, options: PackageOptions(compression: level, jobs: 2, synchronizes: false))
            try #require(AppleArchiveReader()).extract(path, to: folder.path("out"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
                    == ["Contents", "Manifest.json"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out/Contents")) == ["cats"])
            // The property list lies among the payload; without it all is as it was.
            let info = folder.path("out/Contents/cats/ContentInfo.plist")
            #expect(
                FileManager.default.contentsEqual(atPath: info, andPath: content + "/ContentInfo.plist"))
            try FileManager.default.removeItem(atPath: info)
            let diff = try #require(Program("diff")).run(
                ["-r", content + "/Contents", folder.path("out/Contents/cats")])
            #expect(diff.status == 0 && diff.output.isEmpty, "\(diff.outputText)")
        }
    }

    @Test func `the root entry has the bytes that the description of the format gives`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("cats.aar")
            try AssetPackSample.pack(folder.makeContentFolder("Cats"), to: path)
            let time: [UInt8] = [0x00, 0xA6, 0xCE, 0x12, 0, 0, 0, 0]
            let root: [UInt8] =
                Array("AA01".utf8) + [0x3E, 0x00]
                + Array("TYP1D".utf8) + Array("PATP".utf8) + [0, 0]
                + Array("UID1".utf8) + [0] + Array("GID1".utf8) + [0]
                + Array("MOD2".utf8) + [0xED, 0x01] + Array("FLG1".utf8) + [0]
                + Array("CTMS".utf8) + time + Array("MTMS".utf8) + time
            #expect(root.count == 0x3E)
            #expect(try Array(AssetPackSample.bytes(path).prefix(0x3E)) == root)
        }
    }

    @Test func `the manifest in the pack names each file in the order of the pack`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path("cats.aar")
            try AssetPackSample.pack(Self.everything(folder), to: path)
            try #require(AppleArchiveReader()).extract(path, to: folder.path("out"))
            let bytes = try AssetPackSample.bytes(folder.path("out/Manifest.json"))
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(object.keys.sorted() == ["assetPackID", "downloadPolicy", "fileSelectors", "platforms"])
            #expect(object["assetPackID"] as? String == "cats" && object["platforms"] as? [String] == ["iOS"])
            #expect((object["downloadPolicy"] as? [String: [String: String]]) == ["onDemand": [:]])
            #expect(
                object["fileSelectors"] as? [[String: String]]
                    == [
                        "_a", "b.txt", "ContentInfo.plist", "empty", "sub/caf\u{E9}.bin", "sub/x y/\u{65E5}\u{672C}",
                        "sub-2", "Z.txt",
                    ].map { ["file": "cats/" + $0] })
        }
    }

    @Test(.enabled(if: AppleArchiveReader.readsLzfse, "the Python module liblzfse is not installed"))
    func `files across the edges of blocks, of one block, and very many small ones come out right`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 3)
            let content = try folder.makeContentFolder("Cats", contents: ["none": ""])
            try folder.write("Cats/Contents/block", random.text(4 << 20))
            try folder.write(
                "Cats/Contents/large", random.text(5 << 20) + random.bytes(4 << 20) + random.lines(1 << 20))
            for number in 0..<3000 { try folder.write("Cats/Contents/many/\(number).txt", "file \(number)") }
            for number in 0..<40 { try folder.makeFolder("Cats/Contents/folders/\(number)") }
            let path = folder.path("cats.aar")
            try AssetPackSample.pack(content, to: path, options: PackageOptions(jobs: 2, synchronizes: false))
            let reader = try #require(AppleArchiveReader())
            try reader.extract(path, to: folder.path("out"))
            try FileManager.default.removeItem(atPath: folder.path("out/Contents/cats/ContentInfo.plist"))
            let diff = try #require(Program("diff")).run(
                ["-r", content + "/Contents", folder.path("out/Contents/cats")])
            #expect(diff.status == 0 && diff.output.isEmpty, "\(diff.outputText.prefix(500))")
            let info = try reader.info(of: path)
            let blocks = try #require(info["blocks"] as? [[Int]])
            let size = try #require(info["size"] as? Int)
            #expect(blocks.dropLast().allSatisfy { $0[0] == 4 << 20 })
            #expect(blocks.map { $0[0] }.reduce(0, +) == size && blocks.count == size / (4 << 20) + 1)
            // Ours reads the same.
            let input = try ContentInput.open(path)
            let tree = try input.content.get()
            let folderTree = FolderReader.tree(atPath: content)
            #expect(tree.entries.count == folderTree.entries.count)
            for entry in folderTree.entries where entry.type == .file && entry.size > 1 << 20 {
                let read = try #require(tree.entry(at: entry.path))
                let (one, other) = (
                    try tree.source.bytes(of: read, limit: 16 << 20),
                    try folderTree.source.bytes(of: entry, limit: 16 << 20)
                )
                #expect(one == other)
            }
        }
    }

    @Test func `blocks that don't shrink are stored, with both sizes alike`() throws {
        try withTemporaryFolder { folder in
            var random = TestRandom(seed: 5)
            let content = try folder.makeContentFolder("Cats", contents: [:])
            try folder.write("Cats/Contents/noise", random.bytes(13 << 20))
            let path = folder.path("cats.aar")
            try AssetPackSample.pack(content, to: path, options: PackageOptions(jobs: 2, synchronizes: false))
            // Blocks in the middle have nothing but noise; the last one ends with the manifest.
            var bytes = try AssetPackSample.bytes(path)[...]
            #expect(bytes.prefix(12).elementsEqual(Array("pbze".utf8) + [0, 0, 0, 0, 0, 0x40, 0, 0]))
            bytes = bytes.dropFirst(12)
            var blocks: [[UInt64]] = []
            while !bytes.isEmpty {
                let sizes = RawAppleArchive.pieces(Array(bytes.prefix(16)), 8).map {
                    $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                }
                blocks.append(sizes)
                bytes = bytes.dropFirst(16 + Int(sizes[1]))
            }
            #expect(blocks.count == 4)
            #expect(blocks[1] == [4 << 20, 4 << 20] && blocks[2] == [4 << 20, 4 << 20])
            #expect(blocks.allSatisfy { $0[1] <= $0[0] })
            let input = try ContentInput.open(path)
            let pack = try #require(input.assetPack)
            #expect(pack.blockCount == 4 && pack.storedBlockCount >= 2)
        }
    }
}
