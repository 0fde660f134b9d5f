import ArchiveFormats
import ContentModel
import Foundation
import TestSupport
import Testing

@testable import Packaging

/// What no asset pack can hold is refused before anything is written.
@Suite struct AssetPackRefusalTests {
    private func expectRefusal(
        _ folder: TemporaryFolder, _ subject: String, _ reason: String, remedy: String? = "leave it out or rename it",
        identifier: String? = "cats", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let content = folder.path("Cats")
        let expected = PackagingError(.unsupported, subject: subject, reason: reason, remedy: remedy)
        let error = try AssetPackSample.refusal(of: content, to: folder.path("c.aar"), identifier)
        #expect(error == expected, sourceLocation: sourceLocation)
        // A stage has the same rules, where there is an ID at all.
        if let identifier {
            let staging = #expect(throws: PackagingError.self, sourceLocation: sourceLocation) {
                try AssetPackStage(FolderReader.tree(atPath: content), AssetPackSample.plan(identifier))
            }
            #expect(staging == expected, sourceLocation: sourceLocation)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before,
            sourceLocation: sourceLocation)
    }

    @Test func `a link is refused, wherever it leads`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Cats/Contents/link"), withDestinationPath: "a.txt")
            try expectRefusal(folder, "Contents/link", "an asset pack can't hold a link")
        }
    }

    @Test func `a named pipe is refused, and nobody waits for it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(mkfifo(folder.path("Cats/Contents/pipe"), 0o644) == 0)
            let error = try AssetPackSample.refusal(of: folder.path("Cats"), to: folder.path("c.aar"))
            #expect(error?.code == .unsupported && error?.subject == "Contents/pipe")
            #expect(error?.reason.hasPrefix("a package can't hold a ") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    #if os(Linux)
        @Test func `a name that is not UTF-8 is refused, as no manifest can hold it`() throws {
            try withTemporaryFolder { folder in
                try folder.makeContentFolder("Cats")
                let path = folder.path("Cats/Contents/a").utf8.map { CChar(bitPattern: $0) } + [-1, 0]
                let file = try #require(path.withUnsafeBufferPointer { $0.baseAddress.flatMap { fopen($0, "w") } })
                fclose(file)
                try expectRefusal(
                    folder, ContentPath(bytes: Array("Contents/a".utf8) + [0xFF]).displayText,
                    "the name is not UTF-8")
            }
        }
    #endif

    @Test(arguments: ["ContentInfo.plist", "contentinfo.PLIST"])
    func `a file of the payload that would lie where the property list does is refused, letter case aside`(
        name: String
    ) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [name: "other", "sub/ContentInfo.plist": "right"])
            try expectRefusal(
                folder, "Contents/\(name)",
                "in an asset pack it would lie where the folder's own ContentInfo.plist does")
        }
    }

    @Test func `a path of 1023 bytes is packed, and one of 1024 is refused`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: [:])
            // 'Contents/cats/' and names of 200 bytes with their slashes.
            let deep = (0..<5).map { String(repeating: "\($0)", count: 200) }.joined(separator: "/")
            let room = 1023 - "Contents/cats/".utf8.count - deep.utf8.count - 1
            let name = String(repeating: "x", count: room)
            try makeDeep(content + "/Contents", deep, name)
            try AssetPackSample.pack(content, to: folder.path("c.aar"))
            let input = try ContentInput.open(folder.path("c.aar"))
            #expect(try AssetPackSample.text("Contents/\(deep)/\(name)", input) == "deep")
            #expect(try AssetPackSample.listing(folder.path("c.aar")).contains("F Contents/cats/\(deep)/\(name) 4"))
            try makeDeep(content + "/Contents", deep, name + "x")
            let error = try AssetPackSample.refusal(of: content, to: folder.path("d.aar"))
            #expect(error?.code == .unsupported && error?.subject == "Contents/\(deep)/\(name)x")
            #expect(error?.reason == "its path in the pack would have more than 1023 bytes")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "c.aar"])
        }
    }

    private func makeDeep(_ root: String, _ deep: String, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: root + "/" + deep, withIntermediateDirectories: true)
        try Data("deep".utf8).write(to: URL(fileURLWithPath: "\(root)/\(deep)/\(name)"))
    }

    @Test func `without an ID there is no pack, and the other packages are made`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats")
            let error = try #require(try AssetPackSample.refusal(of: content, to: folder.path("c.aar"), nil))
            #expect(error.code == .unsupported)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
            let results = try PackageWriter.write(
                PackageJob(
                    FolderReader.tree(atPath: content),
                    to: [
                        PackageOutput(.aar, path: folder.path("c.aar")),
                        PackageOutput(.zip, path: folder.path("c.zip")),
                    ]))
            #expect(throws: error) { try results[0].get() }
            #expect(try results[1].get().path == folder.path("c.zip"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "c.zip"])
        }
    }

    @Test func `a package is no folder to make a pack from`() throws {
        try withTemporaryFolder { folder in
            try AssetPackSample.pack(folder.makeContentFolder("Cats"), to: folder.path("c.aar"))
            let tree = try ContentInput.open(folder.path("c.aar")).content.get()
            let error = #expect(throws: PackagingError.self) {
                try PackageWriter.write(tree, asPack: AssetPackSample.plan(), as: .aar, to: folder.path("d.aar"))
            }
            #expect(error?.code == .unsupported && error?.remedy == "unpack the package first")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "c.aar"])
        }
    }

    @Test(arguments: ["shorter", "longer than before", "changed", ""], [1, 2])
    func `a file that changed after the folder was listed is told of, and an old pack stands`(
        text: String, jobs: Int
    ) throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "12345678", "b.txt": "b"])
            try folder.write("c.aar", "old")
            let tree = FolderReader.tree(atPath: content)
            try folder.write("Cats/Contents/a.txt", text)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: content + "/Contents/a.txt")
            for level in [CompressionLevel.store, .default] {
                let error = #expect(throws: PackagingError.self) {
                    try PackageWriter.write(
                        tree, asPack: AssetPackSample.plan(), as: .aar, to: folder.path("c.aar"),
                        options: PackageOptions(compression: level, jobs: jobs, replacesExisting: true))
                }
                #expect(error?.code == .changedWhileRead && error?.subject == "Contents/a.txt")
            }
            #expect(try AssetPackSample.bytes(folder.path("c.aar")) == Array("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "c.aar"])
        }
    }

    @Test func `a file that is gone is told of, and nothing is left behind`() throws {
        try withTemporaryFolder { folder in
            let content = try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "b.txt": "b"])
            let tree = FolderReader.tree(atPath: content)
            try FileManager.default.removeItem(atPath: content + "/Contents/b.txt")
            let error = #expect(throws: PackagingError.self) {
                try PackageWriter.write(tree, asPack: AssetPackSample.plan(), as: .aar, to: folder.path("c.aar"))
            }
            #expect(error?.subject == "Contents/b.txt")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `a pack of more entries than are read is not made`() throws {
        let tree = MemoryTree.package { tree in
            for number in 0..<10 { tree.file("Contents/\(number)", "x") }
        }.tree
        let plan = try PackagePlan(tree, times: .kept)
        // The property list, Contents, and ten files; and the root, the folder of the pack, and the manifest.
        #expect(plan.items.count == 12)
        #expect(throws: Never.self) { try AssetPackPlan(plan, AssetPackSample.plan("cats"), mostEntries: 16) }
        #expect(
            throws: PackagingError(
                .unsupported, subject: "the content",
                reason: "it has 12 entries, and an asset pack is read as far as 15", remedy: "put files together")
        ) { try AssetPackPlan(plan, AssetPackSample.plan("cats"), mostEntries: 15) }
    }
}
