import Foundation
import TestSupport
import Testing

/// Asset packs as a user meets them: packed, looked at, compared, unpacked.
@Suite struct AssetPackCommandTests {
    private static func inputs(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return try #require(document["inputs"] as? [[String: Any]])
    }

    private static func names(_ folder: TemporaryFolder, _ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name).sorted()
    }

    private static func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    /// The manifest of a pack of `a.txt`, as it is written.
    private static func manifest(
        _ identifier: String = "com-example-app-pack1", policy: String = "\"onDemand\": {}",
        platforms: [String] = ["iOS"]
    ) -> String {
        """
        {
          "assetPackID": "\(identifier)",
          "downloadPolicy": {
            \(policy)
          },
          "fileSelectors": [
            {
              "file": "\(identifier)/a.txt"
            },
            {
              "file": "\(identifier)/ContentInfo.plist"
            }
          ],
          "platforms": [
        \(platforms.map { "    \"\($0)\"" }.joined(separator: ",\n"))
          ]
        }

        """
    }

    private static let size = ContentInfoText.xml().utf8.count + 1

    // MARK: pack

    @Test func `a pack is written under the folder's name, and its manifest beside it on request`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let plain = try BuiltTool.run(["pack", "Cats", "--format", "aar"], in: folder.path)
            #expect(plain.status == 0 && plain.error.isEmpty)
            #expect(plain.outputText.hasPrefix("Cats: wrote Cats.aar ('com.example.app.pack1', version 1.0), "))
            #expect(try Self.names(folder) == ["Cats", "Cats.aar"])
            let outcome = try BuiltTool.run(["pack", "Cats", "-o", "x.aar", "--manifest"], in: folder.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            #expect(outcome.outputText.hasSuffix(" bytes\n  manifest: x.manifest.json\n"))
            #expect(try Self.names(folder) == ["Cats", "Cats.aar", "x.aar", "x.manifest.json"])
            #expect(try Self.text(folder, "x.manifest.json") == Self.manifest())
            #expect(FileManager.default.contentsEqual(atPath: folder.path("Cats.aar"), andPath: folder.path("x.aar")))
        }
    }

    @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
    func `the manifest beside a pack has the bytes of that in it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "sub/\u{E9} \"x\".txt": "b"])
            let outcome = try BuiltTool.run(
                ["pack", "Cats", "-o", "x.aar", "--manifest", "--compression", "store"], in: folder.path)
            #expect(outcome.status == 0)
            try #require(AppleArchiveReader()).extract(folder.path("x.aar"), to: folder.path("out"))
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.path("out/Manifest.json"), andPath: folder.path("x.manifest.json")))
        }
    }

    @Test func `three kinds come of one run, and the report names them`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let formats = ["zip", "aar", "pkg"].flatMap { ["--format", $0] }
            let outcome = try BuiltTool.run(
                ["pack", "Cats", "-o", "dist", "--manifest", "--report", "json"] + formats, in: folder.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let outputs = try #require(try Self.inputs(outcome)[0]["outputs"] as? [[String: Any]])
            #expect(outputs.map { $0["path"] as? String } == ["dist/Cats.zip", "dist/Cats.aar", "dist/Cats.pkg"])
            #expect(outputs.map { $0["kind"] as? String } == ["zip", "aar", "pkg"])
            #expect(outputs.map { $0["assetPackID"] as? String } == [nil, "com-example-app-pack1", nil])
            #expect(outputs.map { $0["manifest"] as? String } == [nil, "dist/Cats.manifest.json", nil])
            #expect(
                try Self.names(folder, "dist") == ["Cats.aar", "Cats.manifest.json", "Cats.pkg", "Cats.zip"])
            // Each is what it is alone.
            for name in ["zip", "aar", "pkg"] {
                #expect(try BuiltTool.run(["pack", "Cats", "--format", name], in: folder.path).status == 0)
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: folder.path("Cats.\(name)"), andPath: folder.path("dist/Cats.\(name)")))
            }
        }
    }

    @Test func `when and where a pack is for is what the options say`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            func manifest(_ options: [String]) throws -> String {
                let outcome = try BuiltTool.run(
                    ["pack", "Cats", "-o", "x.aar", "--manifest", "--force"] + options, in: folder.path)
                #expect(outcome.status == 0, "\(outcome.errorText)")
                return try Self.text(folder, "x.manifest.json")
            }
            func policy(_ key: String, _ events: [String]) -> String {
                let list = events.map { "        \"\($0)\"" }.joined(separator: ",\n")
                return "\"\(key)\": {\n      \"installationEventTypes\": [\n\(list)\n      ]\n    }"
            }
            #expect(try manifest(["--download", "on-demand"]) == Self.manifest())
            #expect(
                try manifest(["--download", "prefetch"])
                    == Self.manifest(policy: policy("prefetch", ["firstInstallation", "subsequentUpdate"])))
            #expect(
                try manifest(["--download", "essential", "--on", "subsequentUpdate", "--on", "subsequentUpdate"])
                    == Self.manifest(policy: policy("essential", ["subsequentUpdate"])))
            #expect(
                try manifest(["--platform", "macOS", "--platform", "iOS", "--platform", "macOS"])
                    == Self.manifest(platforms: ["macOS", "iOS"]))
        }
    }

    private static let mistakes: [([String], String)] = [
        (
            ["-o", "y.aar", "--on", "firstInstallation"],
            "iapkit: --on says when a pack is downloaded by itself, and it is downloaded when the app asks for it\n"
                + "iapkit: hint: add --download prefetch or --download essential\n"
        ),
        (
            ["-o", "y.zip", "--manifest"],
            "iapkit: --manifest is for packages of the kind aar\niapkit: hint: add --format aar\n"
        ),
        (
            ["-o", "y.zip", "--pack-ids", "a.json"],
            "iapkit: --pack-ids is for packages of the kind aar\niapkit: hint: add --format aar\n"
        ),
        (
            ["--platform", "iOS"],
            "iapkit: --platform is for packages of the kind aar\niapkit: hint: add --format aar\n"
        ),
        (
            ["--format", "aar", "--platform", "iPadOS"],
            "iapkit: there is no --platform 'iPadOS'\niapkit: hint: there are: iOS, macOS, tvOS, visionOS\n"
        ),
        (
            ["--format", "aar", "--platform", "ios"],
            "iapkit: there is no --platform 'ios'\niapkit: hint: did you mean 'iOS'?\n"
        ),
        (
            ["--format", "aar", "--download", "never"],
            "iapkit: there is no --download 'never'\niapkit: hint: there are: on-demand, prefetch, essential\n"
        ),
    ]

    @Test(arguments: mistakes)
    func `options that can't be meant are status 2, and nothing is written`(options: [String], text: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["pack", "Cats"] + options, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText == text)
            #expect(outcome.output.isEmpty)
            #expect(try Self.names(folder) == ["Cats"])
        }
    }

    @Test func `IDs come from the file, and a file that can't be used is status 3 with its place`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write(
                "ids.json",
                #"{"assetPackIDs": {"com.example.app.pack1": "My-Cats", "com.example.other": "o"}, "formatVersion": 1}"#
            )
            let used = try BuiltTool.run(
                ["pack", "Cats", "-o", "x.aar", "--manifest", "--pack-ids", "ids.json"], in: folder.path)
            #expect(used.status == 0 && used.error.isEmpty)
            #expect(try Self.text(folder, "x.manifest.json") == Self.manifest("My-Cats"))
            let form =
                #"mend it; it looks like {"assetPackIDs": {"com.example.cats": "com-example-cats"}, "formatVersion": 1}"#
            for (text, place, reason) in [
                (
                    #"{"assetPackIDs": {"com.example.app.pack1": "a.b"}, "formatVersion": 1}"#, "1:44",
                    "the asset pack ID 'a.b' of 'com.example.app.pack1' is none: it has '.' at character 2, and "
                        + "App Store Connect takes letters, digits and hyphens only"
                ),
                (
                    "{\"assetPackIDs\": {},\n , \"formatVersion\": 1}", "2:2",
                    "it is not well-formed JSON: a key in quotation marks is missing"
                ),
            ] {
                try folder.write("bad.json", text)
                let outcome = try BuiltTool.run(
                    ["pack", "Cats", "--format", "aar", "--pack-ids", "bad.json"], in: folder.path)
                #expect(outcome.status == 3)
                #expect(
                    outcome.errorText
                        == "iapkit: bad.json:\(place): can't be used as the file of asset-pack IDs: \(reason); \(form)\n"
                )
            }
            let gone = try BuiltTool.run(
                ["pack", "Cats", "--format", "aar", "--pack-ids", "gone.json"], in: folder.path)
            #expect(gone.status == 3)
            #expect(
                gone.errorText
                    == "iapkit: gone.json: the file of asset-pack IDs can't be read: No such file or directory; "
                    + "check the path\n")
            #expect(!FileManager.default.fileExists(atPath: folder.path("Cats.aar")))
        }
    }

    @Test func `a manifest that is there and another is an error, and the pack is told of all the same`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("x.manifest.json", "mine")
            let arguments = ["pack", "Cats", "-o", "x.aar", "--manifest"]
            let message =
                "iapkit: x.manifest.json: the file exists, and it is another manifest; "
                + "use --update or --force to replace it\n"
            let dry = try BuiltTool.run(arguments + ["--dry-run"], in: folder.path)
            #expect(dry.status == 3 && dry.errorText == message)
            #expect(try Self.names(folder) == ["Cats", "x.manifest.json"])
            let refused = try BuiltTool.run(arguments, in: folder.path)
            #expect(refused.status == 3 && refused.errorText == message)
            #expect(refused.outputText.hasPrefix("Cats: wrote x.aar ("))
            #expect(!refused.outputText.contains("manifest"))
            #expect(try Self.text(folder, "x.manifest.json") == "mine")
            let again = try BuiltTool.run(arguments, in: folder.path)
            #expect(again.status == 3 && again.errorText == message)
            #expect(again.outputText.hasPrefix("Cats: x.aar is up to date, not packed again ("))
            let updated = try BuiltTool.run(arguments + ["--update"], in: folder.path)
            #expect(updated.status == 0 && updated.error.isEmpty)
            #expect(try Self.text(folder, "x.manifest.json") == Self.manifest())
            #expect(try BuiltTool.run(arguments, in: folder.path).status == 0)
        }
    }

    @Test func `a pack that is up to date is kept, and another is replaced when told`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let arguments = ["pack", "Cats", "--format", "aar"]
            #expect(try BuiltTool.run(arguments, in: folder.path).status == 0)
            let again = try BuiltTool.run(arguments, in: folder.path)
            #expect(
                again.outputText == "Cats: Cats.aar is up to date, not packed again "
                    + "('com.example.app.pack1', version 1.0)\n")
            try folder.write("Cats/Contents/a.txt", "b")
            let refused = try BuiltTool.run(arguments, in: folder.path)
            #expect(refused.status == 3)
            #expect(
                refused.errorText
                    == "iapkit: Cats.aar: the file exists, and its bytes are not those that would be written; "
                    + "use --update or --force to replace it\n")
            let dry = try BuiltTool.run(arguments + ["--update", "--dry-run"], in: folder.path)
            #expect(dry.status == 0 && dry.outputText.hasPrefix("Cats: would replace Cats.aar ("))
            let updated = try BuiltTool.run(arguments + ["--update"], in: folder.path)
            #expect(updated.status == 0 && updated.outputText.hasPrefix("Cats: wrote Cats.aar ("))
        }
    }

    // MARK: What reads packs

    @Test func `inspect shows what a pack is, holds and says of itself`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let packed = try BuiltTool.run(
                [
                    "pack", "Cats", "-o", "x.aar", "--compression", "store", "--download", "essential", "--on",
                    "firstInstallation", "--platform", "iOS", "--platform", "tvOS",
                ], in: folder.path)
            #expect(packed.status == 0)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("x.aar"))).count
            let outcome = try BuiltTool.run(["inspect", "x.aar"], in: folder.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let shown = "\(bytes / 1000),\(String(bytes % 1000 + 1000).dropFirst())"
            #expect(
                outcome.outputText == """
                    x.aar: asset pack (aar)
                      product ID   'com.example.app.pack1'
                      version      '1.0'
                      content      2 files, 1 folder; \(Self.size) bytes
                      size         \(shown) bytes
                      pack ID      'com-example-app-pack1'
                      download     essential on firstInstallation
                      platforms    iOS, tvOS
                      lies in      Contents/com-example-app-pack1
                      archive      6 entries, \(shown) bytes unpacked, not compressed
                      fields       TYP PAT UID GID MOD FLG CTM MTM DAT
                      entries
                        -rw-r--r-- \(Self.size - 1) ContentInfo.plist
                        drwxr-xr-x     Contents
                        -rw-r--r--   1 Contents/a.txt
                      not part of the content
                        Manifest.json (the manifest of the asset pack)

                    """)
            let json = try Self.inputs(BuiltTool.run(["inspect", "x.aar", "--report", "json"], in: folder.path))[0]
            #expect(json["kind"] as? String == "aar" && json["bytes"] as? Int == bytes)
            let pack = try #require(json["assetPack"] as? [String: Any])
            #expect(pack["assetPackID"] as? String == "com-example-app-pack1")
            #expect(pack["contentRoot"] as? String == "Contents/com-example-app-pack1")
            #expect(pack["compression"] as? String == "none" && pack["blockBytes"] == nil)
            #expect(pack["blocks"] as? Int == 0 && pack["storedBlocks"] as? Int == 0)
            #expect(pack["unpackedBytes"] as? Int == bytes && pack["archiveEntries"] as? Int == 6)
            #expect(pack["downloadPolicy"] as? String == "essential")
            #expect(pack["installationEventTypes"] as? [String] == ["firstInstallation"])
            #expect(pack["platforms"] as? [String] == ["iOS", "tvOS"] && pack["fileSelectors"] as? Int == 2)
            #expect(
                pack["fields"] as? [String] == ["TYP", "PAT", "UID", "GID", "MOD", "FLG", "CTM", "MTM", "DAT"])
            let leftOut = try #require(json["leftOut"] as? [[String: String]])
            #expect(leftOut == [["path": "Manifest.json", "reason": "the manifest of the asset pack"]])
        }
    }

    @Test func `reports of packs can be merged, and are what the whole run says`() throws {
        try withTemporaryFolder { folder in
            for number in 1...3 {
                try folder.makeContentFolder("Packs/P\(number)", productIdentifier: "com.example.p\(number)")
            }
            #expect(
                try BuiltTool.run(["pack", "-q", "Packs", "--format", "aar", "-o", "made"], in: folder.path).status == 0
            )
            let inputs = (1...3).map { "made/P\($0).aar" }
            let commands = [
                ["inspect"] + inputs, ["validate"] + inputs,
                ["pack", "Packs", "--format", "aar", "--format", "zip", "--manifest", "-o", "made", "--dry-run"],
            ]
            for command in commands {
                for index in 1...2 {
                    let part = try BuiltTool.run(
                        command + ["--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder.path)
                    #expect(part.status == 0, "\(part.errorText)")
                }
                for format in ["text", "json", "junit", "sarif", "github"] {
                    let whole = try BuiltTool.run(command + ["--report", format], in: folder.path)
                    let merged = try BuiltTool.run(
                        ["report", "merge", "2.json", "1.json", "--report", format], in: folder.path)
                    #expect(merged.outputText == whole.outputText && merged.status == whole.status)
                }
            }
        }
    }

    @Test(arguments: ["store", "default"])
    func `a pack and its folder hold the same, and it is unpacked to that folder`(level: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "tabby", "sub/\u{E9} 1": "b", "none": ""])
            try folder.makeFolder("Cats/Contents/empty")
            #expect(
                try BuiltTool.run(
                    ["pack", "Cats", "-o", "x.aar", "--keep-times", "--compression", level], in: folder.path
                ).status == 0)
            let compared = try BuiltTool.run(["compare", "Cats", "x.aar"], in: folder.path)
            #expect(compared.status == 0)
            #expect(
                compared.outputText
                    == "Cats and x.aar: the same content ('com.example.app.pack1', version 1.0)\n")
            let valid = try BuiltTool.run(["validate", "x.aar"], in: folder.path)
            #expect(valid.status == 0)
            #expect(valid.outputText == "x.aar: valid ('com.example.app.pack1', version 1.0)\n")
            let unpacked = try BuiltTool.run(["unpack", "x.aar", "-o", "out"], in: folder.path)
            #expect(unpacked.status == 0)
            #expect(
                unpacked.outputText == "x.aar: unpacked to out ('com.example.app.pack1', version 1.0), "
                    + "4 files with \(Self.size + 5) bytes\n")
            #expect(unpacked.errorText == "iapkit: x.aar: not unpacked, as no part of the content: Manifest.json\n")
            let diff = try #require(Program("diff")).run(["-r", "Cats", "out"], in: folder.path)
            #expect(diff.status == 0 && diff.output.isEmpty)
            // Packed again, it is the same pack.
            let again = try BuiltTool.run(
                ["pack", "out", "-o", "x.aar", "--keep-times", "--compression", level], in: folder.path)
            #expect(again.outputText.hasPrefix("out: x.aar is up to date"), "\(again.outputText)\(again.errorText)")
        }
    }

    @Test func `a pack that differs from its folder is told to`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "-o", "x.aar"], in: folder.path).status == 0)
            try folder.write("Cats/Contents/a.txt", "b")
            try folder.write("Cats/Contents/new", "n")
            let compared = try BuiltTool.run(["compare", "Cats", "x.aar"], in: folder.path)
            #expect(compared.status == 1)
            #expect(compared.outputText.contains("Contents/a.txt") && compared.outputText.contains("Contents/new"))
            #expect(!compared.outputText.contains("Manifest.json"))
        }
    }
}
