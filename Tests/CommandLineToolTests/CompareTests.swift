import Foundation
import TestSupport
import Testing

/// `iapkit compare`: what changed, and whether the version says so.
@Suite struct CompareTests {
    private func compare(_ arguments: String..., in folder: TemporaryFolder) throws -> Program.Outcome {
        try BuiltTool.run(["compare"] + arguments, in: folder.path)
    }

    @Test(arguments: [[], ["--keep-times"]])
    func `a folder and the package made from it hold the same, whatever modes and times the folder has`(
        options: [String]
    ) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "run.dat": "r", ".DS_Store": "junk"])
            try folder.write("Cats/notes.txt", "beside Contents")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755, .modificationDate: Date(timeIntervalSince1970: 1_500_000_001)],
                ofItemAtPath: folder.path("Cats/Contents/run.dat"))
            #expect(try BuiltTool.run(["pack", "Cats"] + options, in: folder.path).status == 0)
            #expect(try BuiltTool.run(["unpack", "Cats.zip", "-o", "Out"], in: folder.path).status == 0)
            for (old, new) in [
                ("Cats.zip", "Cats"), ("Cats", "Cats.zip"), ("Cats.zip", "Cats.zip"), ("Out", "Cats.zip"),
            ] {
                let outcome = try compare(old, new, in: folder)
                #expect(
                    outcome.outputText
                        == "\(old) and \(new): the same content ('com.example.app.pack1', version 1.0)\n")
                #expect(outcome.error.isEmpty)
                #expect(outcome.status == 0)
            }
            let folders = try compare("Out", "Cats/", in: folder)
            #expect(
                folders.outputText == """
                    metadata Contents/run.dat
                    Out and Cats: 1 metadata ('com.example.app.pack1', version 1.0)

                    """)
            #expect(folders.status == 0)
        }
    }

    @Test func `changes are told one a line, then the findings, then the sum`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Old", contents: ["a.txt": "a", "b.txt": "b", "c.txt": "c"])
            try folder.makeContentFolder("New", contents: ["a.txt": "a", "b.txt": "B", "d.txt": "d"])
            let outcome = try compare("Old", "New", in: folder)
            #expect(
                outcome.outputText == """
                    modified Contents/b.txt
                    removed Contents/c.txt
                    added Contents/d.txt
                    New/ContentInfo.plist:6:10: error: content changed, and its version is still '1.0': 1 added, 1 removed, \
                    1 modified [VER-002 content-changed-same-version]
                        6 |     <string>1.0</string>
                          |             ^^^
                        To mend it, raise ContentVersion in ContentInfo.plist, and pack the content
                        folder again:
                            iapkit edit New --bump
                    Old and New: 1 added, 1 removed, 1 modified ('com.example.app.pack1', version 1.0)

                    """)
            #expect(outcome.status == 1)
            #expect(outcome.error.isEmpty)
            let quiet = try compare("Old", "New", "-q", "--severity", "VER-002=warning", in: folder)
            #expect(quiet.output.isEmpty && quiet.status == 0)
            #expect(try compare("Old", "New", "--skip", "VER-002", "--fail-on", "note", in: folder).status == 0)
            let excluded = try compare("Old", "New", "--exclude", "*.txt", in: folder)
            #expect(excluded.outputText == "Old and New: the same content ('com.example.app.pack1', version 1.0)\n")
            #expect(excluded.status == 0)
            let useless = try compare("Old", "New", "--exclude", "*.psd", in: folder)
            #expect(useless.errorText == "iapkit: --exclude '*.psd' leaves nothing out\n")
        }
    }

    @Test func `JSON has the changes and both inputs`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Old", contents: ["a.txt": "a"])
            try folder.makeContentFolder("New", contentVersion: "1.1", contents: ["a.txt": "A"])
            try BuiltTool.run(["pack", "Old"], in: folder.path)
            let outcome = try compare("Old.zip", "New", "--report", "json", in: folder)
            #expect(outcome.status == 0)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            #expect(
                document["changes"] as? [[String: String]] == [
                    ["path": "ContentInfo.plist", "change": "modified"],
                    ["path": "Contents/a.txt", "change": "modified"],
                ])
            let inputs = try #require(document["inputs"] as? [[String: Any]])
            #expect(inputs.map { $0["path"] as? String } == ["Old.zip", "New"])
            #expect(inputs.map { $0["kind"] as? String } == ["zip", "folder"])
            #expect((document["findings"] as? [Any])?.isEmpty == true)
            let same = try compare("New", "New", "--report", "json", in: folder)
            let empty = try #require(try JSONSerialization.jsonObject(with: same.output) as? [String: Any])
            #expect((empty["changes"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `a package that was made before the product ID was mended has to be made again`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "CatPhotos")
            try BuiltTool.run(["pack", "Cats"], in: folder.path)
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.CatPhotos")
            let outcome = try compare("Cats.zip", "Cats", in: folder)
            #expect(outcome.status == 1)
            #expect(
                outcome.outputText == """
                    modified ContentInfo.plist
                    Cats/ContentInfo.plist:8:10: error: the two are for different products: 'Cats.zip' for 'CatPhotos', \
                    'Cats' for 'com.example.CatPhotos' [PID-013 product-id-changed]
                        8 |     <string>com.example.CatPhotos</string>
                          |             ^^^^^^^^^^^^^^^^^^^^^
                        The package 'Cats.zip' was made before the product ID of the folder 'Cats'
                        became what it is, or from another folder.
                        To mend it, pack 'Cats' again, if its product ID is right.
                    Cats.zip and Cats: 1 modified ('CatPhotos' then 'com.example.CatPhotos', version 1.0)

                    """)
        }
    }

    @Test func `what can't be compared is told, and never passed for equal`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("photo.zip", "no zip at all")
            let other = try compare("Cats", "photo.zip", in: folder)
            #expect(other.status == 1)
            #expect(other.outputText.contains("[PKG-001 not-a-content-package]"))
            #expect(
                other.outputText.hasSuffix(
                    "Cats and photo.zip: not compared ('com.example.app.pack1' then none, version 1.0 then none)\n"))
            let silenced = try compare("Cats", "photo.zip", "--skip", "PKG-001", in: folder)
            #expect(silenced.status == 3)
            #expect(
                silenced.errorText
                    == "iapkit: Cats and photo.zip: can't be compared; run iapkit validate on both to see why\n")
            let missing = try compare("Cats", "Dogs", in: folder)
            #expect(missing.status == 3)
            #expect(missing.errorText == "iapkit: Dogs: No such file or directory; check the path\n")
            #expect(missing.output.isEmpty)
            try folder.makeFolder("Packs")
            try folder.makeContentFolder("Packs/Cats")
            let catalog = try compare("Packs", "Cats", in: folder)
            #expect(catalog.status == 1)
            #expect(catalog.outputText.contains("[PLI-001 content-info-missing]"))
            let json = try compare("Cats", "photo.zip", "--report", "json", in: folder)
            let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
            #expect(document["changes"] == nil)
            #expect((document["inputs"] as? [Any])?.count == 2)
        }
    }

    @Test func `a damaged file of a package is a finding at that file`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.bin": String(repeating: "x", count: 400)])
            try BuiltTool.run(["pack", "Cats", "--compression", "store"], in: folder.path)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("Cats.zip"))))
            let start = try #require(
                bytes.indices.first { bytes[$0...].starts(with: Array(repeating: 0x78, count: 400)) })
            bytes[start] = 0
            try folder.write("Cats.zip", bytes)
            let outcome = try compare("Cats.zip", "Cats", in: folder)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.hasPrefix("Cats.zip/Contents/a.bin: error: package is damaged: "))
            #expect(outcome.outputText.contains("Cats.zip and Cats: not compared"))
        }
    }
}
