import Foundation
import TestSupport
import Testing

/// `iapkit migrate`: what it writes, keeps, and refuses.
@Suite struct MigrateTests {
    static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Program.Outcome {
        try BuiltTool.run(["migrate"] + arguments, in: folder.path)
    }

    static func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    static func files(_ folder: TemporaryFolder, _ name: String) -> [String] {
        Repository.files(inFolder: folder.path(name))
    }

    private static let map = """
        {
          "assetPackIDs": {
            "com.example.cats": "com-example-cats",
            "com.example.dogs_2": "com-example-dogs-2"
          },
          "formatVersion": 1
        }

        """

    private static let remark = "iapkit: what changes for the app, and what to do next: M/MIGRATION.md\n"

    /// Two content folders in `Packs`.
    private static func makePacks(_ folder: TemporaryFolder) throws {
        try folder.makeContentFolder(
            "Packs/Cats", productIdentifier: "com.example.cats", contents: ["a.txt": "tabby", "sub/b 1.txt": "b"])
        try folder.makeContentFolder(
            "Packs/Dogs", productIdentifier: "com.example.dogs_2", contentVersion: "2.1")
        try folder.makeFolder("Packs/Dogs/Contents/empty")
    }

    private static func size(_ product: String, _ version: String = "1.0") -> Int {
        ContentInfoText.xml(productIdentifier: product, contentVersion: version).utf8.count
    }

    @Test func `the whole is on the disk, and nothing else`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            let outcome = try Self.run(["Packs", "-o", "M"], in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.messages == Self.remark)
            #expect(
                Self.files(folder, "M") == [
                    "MIGRATION.md", "asset-packs.json", "make-packs.sh",
                    "stage/com-example-cats/Manifest.json",
                    "stage/com-example-cats/com-example-cats/ContentInfo.plist",
                    "stage/com-example-cats/com-example-cats/a.txt",
                    "stage/com-example-cats/com-example-cats/sub/b 1.txt",
                    "stage/com-example-dogs-2/Manifest.json",
                    "stage/com-example-dogs-2/com-example-dogs-2/ContentInfo.plist",
                    "stage/com-example-dogs-2/com-example-dogs-2/a.txt",
                ])
            var isFolder = ObjCBool(false)
            let empty = folder.path("M/stage/com-example-dogs-2/com-example-dogs-2/empty")
            #expect(FileManager.default.fileExists(atPath: empty, isDirectory: &isFolder) && isFolder.boolValue)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("M")).count == 4)
            #expect(try Self.text(folder, "M/asset-packs.json") == Self.map)
            let manifest = """
                {
                  "assetPackID": "com-example-cats",
                  "downloadPolicy": {
                    "onDemand": {}
                  },
                  "fileSelectors": [
                    {
                      "file": "com-example-cats/a.txt"
                    },
                    {
                      "file": "com-example-cats/ContentInfo.plist"
                    },
                    {
                      "file": "com-example-cats/sub/b 1.txt"
                    }
                  ],
                  "platforms": [
                    "iOS"
                  ]
                }

                """
            #expect(try Self.text(folder, "M/stage/com-example-cats/Manifest.json") == manifest)
            for (name, product) in [("Cats", "com-example-cats"), ("Dogs", "com-example-dogs-2")] {
                let diff = try #require(Program("diff")).run(
                    [
                        "-r", "-x", "ContentInfo.plist", "Packs/\(name)/Contents", "M/stage/\(product)/\(product)",
                    ], in: folder.path)
                #expect(diff.status == 0 && diff.output.isEmpty)
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: folder.path("Packs/\(name)/ContentInfo.plist"),
                        andPath: folder.path("M/stage/\(product)/\(product)/ContentInfo.plist")))
            }
            let cats = manifest.utf8.count + Self.size("com.example.cats") + 6
            #expect(
                outcome.outputText.hasPrefix(
                    "Packs/Cats: staged M/stage/com-example-cats ('com.example.cats', version 1.0), "
                        + "4 files with \(cats) bytes\n"))
            #expect(outcome.outputText.hasSuffix("\n2 inputs: 2 staged; no findings\n"))
        }
    }

    @Test func `the same again changes nothing on the disk, and says so`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            #expect(try Self.run(["Packs", "-o", "M", "--packs"], in: folder).status == 0)
            func times() throws -> [String: Date] {
                var times: [String: Date] = [:]
                for name in Self.files(folder, "M") {
                    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("M/" + name))
                    times[name] = attributes[.modificationDate] as? Date
                }
                return times
            }
            let before = try times()
            let again = try Self.run(["Packs", "-o", "M/", "--packs"], in: folder)
            #expect(again.status == 0 && again.messages == Self.remark)
            #expect(
                again.outputText.hasPrefix(
                    "Packs/Cats: M/stage/com-example-cats is up to date ('com.example.cats', version 1.0)\n"
                        + "  pack: M/packs/com-example-cats.aar is up to date, not packed again\n"))
            #expect(try times() == before)
            // Another order and other threads are the same too.
            let other = try Self.run(["Packs/Dogs", "Packs/Cats", "-o", "M", "--packs", "-j", "3", "-q"], in: folder)
            #expect(other.status == 0)
            #expect(try Self.text(folder, "M/asset-packs.json") == Self.map)
        }
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `--packs makes the packs that pack makes, with the manifests that are staged`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            let options = ["--compression", "store", "--download", "prefetch", "--platform", "macOS"]
            let outcome = try Self.run(["Packs", "-o", "M", "--packs"] + options, in: folder)
            #expect(outcome.status == 0)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("M/packs")).sorted()
                    == ["com-example-cats.aar", "com-example-dogs-2.aar"])
            let packed = try BuiltTool.run(
                ["pack", "Packs", "-o", "out", "--format", "aar", "--pack-ids", "M/asset-packs.json"] + options,
                in: folder.path)
            #expect(packed.status == 0)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.path("M/packs/com-example-cats.aar"), andPath: folder.path("out/Cats.aar")))
            try #require(AppleArchiveReader()).extract(
                folder.path("M/packs/com-example-cats.aar"), to: folder.path("x"))
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.path("x/Manifest.json"),
                    andPath: folder.path("M/stage/com-example-cats/Manifest.json")))
            let diff = try #require(Program("diff")).run(
                ["-r", "x/Contents/com-example-cats", "M/stage/com-example-cats/com-example-cats"], in: folder.path)
            #expect(diff.status == 0 && diff.output.isEmpty)
        }
    }

    @Test func `a dry run writes nothing, and says what would come`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            let outcome = try Self.run(["Packs", "-o", "M", "--packs", "--dry-run"], in: folder)
            #expect(outcome.status == 0 && outcome.messages == "")
            #expect(outcome.outputText.hasPrefix("Packs/Cats: would stage M/stage/com-example-cats ("))
            #expect(outcome.outputText.contains("\n  pack: would write M/packs/com-example-cats.aar\n"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Packs"])
            #expect(try Self.run(["Packs", "-o", "M"], in: folder).status == 0)
            let staged = try Self.run(["Packs", "-o", "M", "--dry-run"], in: folder)
            #expect(staged.outputText.hasPrefix("Packs/Cats: M/stage/com-example-cats is up to date ("))
        }
    }

    // MARK: IDs

    @Test func `an ID that a person wrote into the map is kept, and so are those of products that are not here`() throws
    {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            try folder.write(
                "M/asset-packs.json",
                #"{"formatVersion":1,"assetPackIDs":{"com.example.cats":"Kitten-Pack","com.example.birds":"birds"}}"#)
            #expect(try Self.run(["Packs", "-o", "M"], in: folder).status == 0)
            let map = """
                {
                  "assetPackIDs": {
                    "com.example.birds": "birds",
                    "com.example.cats": "Kitten-Pack",
                    "com.example.dogs_2": "com-example-dogs-2"
                  },
                  "formatVersion": 1
                }

                """
            #expect(try Self.text(folder, "M/asset-packs.json") == map)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")).sorted()
                    == ["Kitten-Pack", "com-example-dogs-2"])
            // It is the only thing that is needed for the next time.
            try FileManager.default.moveItem(
                atPath: folder.path("M/asset-packs.json"), toPath: folder.path("ids.json"))
            #expect(try Self.run(["Packs", "-o", "N", "--pack-ids", "ids.json"], in: folder).status == 0)
            #expect(try Self.text(folder, "ids.json") == map)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("N")).sorted()
                    == ["MIGRATION.md", "make-packs.sh", "stage"])
        }
    }

    @Test func `two products that would get one ID are both named, neither is staged, and others are`() throws {
        try withTemporaryFolder { folder in
            for (name, product) in [("A", "a.b"), ("B", "a_b"), ("C", "c")] {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: product)
            }
            let outcome = try Self.run(["Packs", "-o", "M"], in: folder)
            #expect(outcome.status != 0)
            let told = outcome.outputText + outcome.messages
            #expect(told.contains("Packs/A: not staged") && told.contains("Packs/B: not staged"), "\(told)")
            #expect(told.contains("'a-b'") && told.contains("'a.b'") && told.contains("'a_b'"), "\(told)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")) == ["c"])
            #expect(try !Self.text(folder, "M/asset-packs.json").contains("a-b"))
            // The way out: a person decides.
            try folder.write(
                "M/asset-packs.json", #"{"assetPackIDs": {"a_b": "a-b-2", "c": "c"}, "formatVersion": 1}"#)
            #expect(try Self.run(["Packs", "-o", "M"], in: folder).status == 0)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")).sorted()
                    == ["a-b", "a-b-2", "c"])
        }
    }

    @Test func `a clash that is no error by the user's own word still stages neither, with status 3`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/A", productIdentifier: "a.b")
            try folder.makeContentFolder("Packs/B", productIdentifier: "a_b")
            try folder.makeContentFolder("Packs/C", productIdentifier: "c")
            let outcome = try Self.run(["Packs", "-o", "M", "--skip", "AST-023"], in: folder)
            #expect(outcome.status == 3, "\(outcome.outputText)\(outcome.errorText)")
            #expect(outcome.messages.contains("iapkit: Packs/A: "), "\(outcome.messages)")
            #expect(outcome.messages.contains("'a-b'") && outcome.messages.contains("'a_b'"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")) == ["c"])
        }
    }

    @Test func `a damaged map is status 3 with its place, and is not replaced`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            let damaged = "{\"assetPackIDs\": {\"com.example.cats\": \"x\"},,\n \"formatVersion\": 1}"
            try folder.write("M/asset-packs.json", damaged)
            let outcome = try Self.run(["Packs", "-o", "M"], in: folder)
            #expect(outcome.status == 3 && outcome.output.isEmpty)
            #expect(
                outcome.errorText == "iapkit: M/asset-packs.json:1:44: can't be used as the file of asset-pack IDs: "
                    + "it is not well-formed JSON: a key in quotation marks is missing; mend it; it looks like "
                    + #"{"assetPackIDs": {"com.example.cats": "com-example-cats"}, "formatVersion": 1}"# + "\n")
            #expect(Self.files(folder, "M") == ["asset-packs.json"])
            #expect(try Self.text(folder, "M/asset-packs.json") == damaged)
        }
    }

    // MARK: What has changed

    @Test func `content that has changed needs --update, and what was told of it before stands`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats")
            #expect(try Self.run(["Cats", "-o", "M"], in: folder).status == 0)
            let report = try Self.text(folder, "M/MIGRATION.md")
            try folder.write("Cats/Contents/a.txt", "b")
            for options in [[], ["--dry-run"]] {
                let refused = try Self.run(["Cats", "-o", "M"] + options, in: folder)
                #expect(refused.status == 3, "\(options)")
                #expect(
                    refused.messages
                        == "iapkit: M/stage/com-example-cats: it exists, and was staged from other content or with other "
                        + "options; use --update to replace it\n")
                #expect(refused.outputText == "Cats: not staged ('com.example.cats', version 1.0)\n")
                #expect(try Self.text(folder, "M/stage/com-example-cats/com-example-cats/a.txt") == "a")
                #expect(try Self.text(folder, "M/MIGRATION.md") == report)
            }
            let updated = try Self.run(["Cats", "-o", "M", "--update"], in: folder)
            #expect(updated.status == 0)
            #expect(updated.outputText.hasPrefix("Cats: staged M/stage/com-example-cats ("))
            #expect(try Self.text(folder, "M/stage/com-example-cats/com-example-cats/a.txt") == "b")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")) == ["com-example-cats"])
        }
    }

    @Test func `a file where a stage should be is never replaced, and is told to be one`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats")
            try folder.write("M/stage/com-example-cats", "mine")
            let outcome = try Self.run(["Cats", "-o", "M", "--update"], in: folder)
            #expect(outcome.status == 3)
            #expect(
                outcome.messages.hasPrefix("iapkit: M/stage/com-example-cats: it exists and is not a folder; "),
                "\(outcome.messages)")
            #expect(try Self.text(folder, "M/stage/com-example-cats") == "mine")
        }
    }

    // MARK: What can't be done

    @Test func `errors in one folder don't keep others from being staged`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            try folder.write("Packs/Bad/ContentInfo.plist", "<plist")
            try folder.makeFolder("Packs/Bad/Contents")
            let outcome = try Self.run(["Packs", "nowhere", "-o", "M"], in: folder)
            #expect(outcome.status == 3)
            #expect(outcome.messages == "iapkit: nowhere: No such file or directory; check the path\n" + Self.remark)
            #expect(outcome.outputText.contains("Packs/Bad: not staged, "))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("M/stage")).sorted()
                    == ["com-example-cats", "com-example-dogs-2"])
            let alone = try Self.run(["Packs/Bad", "-o", "N"], in: folder)
            #expect(alone.status == 1 && alone.messages == "")
            #expect(!FileManager.default.fileExists(atPath: folder.path("N")))
        }
    }

    @Test(arguments: ["zip", "pkg"])
    func `a package that was made from a folder is staged as the folder is`(kind: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats")
            #expect(
                try BuiltTool.run(["pack", "Cats", "--format", kind, "-o", "Old.\(kind)"], in: folder.path).status == 0)
            let outcome = try Self.run(["Old.\(kind)", "-o", "M"], in: folder)
            #expect(outcome.status == 0)
            #expect(
                outcome.outputText.hasPrefix("Old.\(kind): staged M/stage/com-example-cats ("), "\(outcome.outputText)")
            let again = try Self.run(["Cats", "-o", "M"], in: folder)
            #expect(again.outputText.hasPrefix("Cats: M/stage/com-example-cats is up to date ("))
        }
    }

    @Test func `an asset pack has nothing to be migrated`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "-o", "x.aar"], in: folder.path).status == 0)
            let outcome = try Self.run(["x.aar", "-o", "M"], in: folder)
            #expect(outcome.status == 3)
            #expect(
                outcome.messages
                    == "iapkit: x.aar: is an asset pack already; give migrate content folders or packages made from them\n"
            )
            #expect(!FileManager.default.fileExists(atPath: folder.path("M")))
        }
    }

    private static let mistakes: [([String], String)] = [
        (
            ["Cats"],
            "iapkit: migrate needs --output DIR\niapkit: hint: the folder for all that is written: -o Migration\n"
        ),
        (
            ["Cats", "-o", "-"],
            "iapkit: a folder can't go to standard output\niapkit: hint: give --output a folder\n"
        ),
        (
            ["Cats", "-o", "Cats/M"],
            "iapkit: the migration 'Cats/M' would write into 'Cats', its own input\n"
                + "iapkit: hint: give --output a folder outside the content folder\n"
        ),
        (
            ["Cats", "-o", "Cats"],
            "iapkit: the migration 'Cats' would write into 'Cats', its own input\n"
                + "iapkit: hint: give --output a folder outside the content folder\n"
        ),
        (
            ["Cats", "-o", "M", "--on", "firstInstallation"],
            "iapkit: --on says when a pack is downloaded by itself, and it is downloaded when the app asks for it\n"
                + "iapkit: hint: add --download prefetch or --download essential\n"
        ),
    ]

    @Test(arguments: mistakes)
    func `what can't be meant is status 2, and nothing is written`(arguments: [String], text: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try Self.run(arguments, in: folder)
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(outcome.errorText == text)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("Cats")).sorted()
                    == ["ContentInfo.plist", "Contents"])
        }
    }

    @Test func `a folder that can't be made is status 3, told once`() throws {
        try withTemporaryFolder { folder in
            try Self.makePacks(folder)
            try folder.write("file", "mine")
            let missing = try Self.run(["Packs", "-o", "gone/M"], in: folder)
            #expect(missing.status == 3)
            #expect(
                missing.messages == "iapkit: gone/M: the folder can't be made: No such file or directory; "
                    + "make the folder above it first\n")
            let file = try Self.run(["Packs", "-o", "file"], in: folder)
            #expect(file.status == 3)
            #expect(file.messages == "iapkit: file: is not a folder; choose another --output\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Packs", "file"])
        }
    }

    @Test func `the report in JSON has the stage and the pack of each input`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats")
            let outcome = try Self.run(["Cats", "-o", "M", "--packs", "--report", "json"], in: folder)
            #expect(outcome.status == 0)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            #expect(document["command"] as? String == "migrate")
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            let staged = try #require(input["staged"] as? [String: Any])
            #expect(staged["assetPackID"] as? String == "com-example-cats")
            #expect(staged["path"] as? String == "M/stage/com-example-cats")
            #expect(staged["files"] as? Int == 3 && staged["written"] as? Bool == true && staged["upToDate"] == nil)
            let bytes = try Self.files(folder, "M/stage/com-example-cats").reduce(0) {
                try $0 + Self.text(folder, "M/stage/com-example-cats/" + $1).utf8.count
            }
            #expect(staged["bytes"] as? Int == bytes)
            let outputs = try #require(input["outputs"] as? [[String: Any]])
            #expect(outputs.map { $0["path"] as? String } == ["M/packs/com-example-cats.aar"])
            #expect(outputs.map { $0["assetPackID"] as? String } == ["com-example-cats"])
        }
    }
}
