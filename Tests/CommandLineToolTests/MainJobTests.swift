import Foundation
import TestSupport
import Testing

/// The job the tool exists for, on the folders in `Fixtures`.
@Suite struct MainJobTests {
    private let packs = "\(Repository.path)/Fixtures/Packs"
    private let products = "\(Repository.path)/Fixtures/Photos.storekit"

    @Test func `the good folders are packed, and the one with a wrong product ID is not`() throws {
        try withTemporaryFolder { folder in
            let outcome = try BuiltTool.run(
                ["pack", packs, "--products", products, "-o", "dist"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.errorText.isEmpty)
            let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("dist")).sorted()
            #expect(written == ["BirdSongs.zip", "DogPhotos.zip", "Levels.zip"])
        }
    }

    @Test func `the wrong product ID is told with its place, the reason, the way out and the command`() throws {
        let path = "\(packs)/CatPhotos"
        let outcome = try BuiltTool.run(["validate", path, "--products", products, "--report", "json"])
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let findings = try #require(document["findings"] as? [[String: Any]])
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding["code"] as? String == "PID-010")
        #expect(finding["slug"] as? String == "product-not-found")
        #expect(finding["severity"] as? String == "error")
        #expect(finding["input"] as? String == path)
        #expect(finding["member"] as? String == "ContentInfo.plist")
        #expect(finding["key"] as? String == "IAPProductIdentifier")
        #expect(finding["line"] as? Int == 8)
        #expect(finding["column"] as? Int == 10)
        #expect(finding["suggestion"] as? String == "com.masteringios.Photos.CatPhotos")
        let told = ([finding["message"] as? String ?? ""] + (finding["notes"] as? [String] ?? [])).joined(
            separator: " ")
        #expect(told.contains("CatPhotos") && told.contains("com.masteringios.Photos.CatPhotos"))
        #expect(told.contains("App Store Connect"))
        #expect(
            finding["command"] as? String
                == "iapkit edit \(path) --product-id com.masteringios.Photos.CatPhotos")
    }

    @Test func `the command that the report gives mends the folder`() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.copyItem(atPath: packs, toPath: folder.path("Packs of 'mine'"))
            let before = try BuiltTool.run(
                ["validate", "Packs of 'mine'", "--products", products, "--report", "json"], in: folder.path)
            let document = try #require(try JSONSerialization.jsonObject(with: before.output) as? [String: Any])
            let finding = try #require((document["findings"] as? [[String: Any]])?.first)
            let command = try #require(finding["command"] as? String)
            let shell = try #require(Program("sh"))
            let mended = try shell.run(["-c", command], in: folder.path, environment: ["PATH": BuiltTool.searchPath])
            #expect(mended.status == 0)
            let after = try BuiltTool.run(
                ["match", "Packs of 'mine'", "--products", products, "--report", "json"], in: folder.path)
            #expect(after.status == 0)
            let matched = try #require(try JSONSerialization.jsonObject(with: after.output) as? [String: Any])
            let statuses = (matched["matches"] as? [[String: Any]])?.map { $0["status"] as? String }
            #expect(statuses == ["exact", "exact", "exact", "exact"])
            let unclaimed = (matched["unclaimed"] as? [[String: Any]])?.map { $0["productIdentifier"] as? String }
            #expect(unclaimed == ["com.masteringios.Photos.FishPhotos", "com.masteringios.Photos.hints10"])
        }
    }

    @Test func `match has one row an input, then the products that no input claims`() throws {
        let outcome = try BuiltTool.run(
            ["match", "Fixtures/Packs", "--products", "Fixtures/Photos.storekit"], in: Repository.path)
        #expect(outcome.status == 1)
        let lines = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(lines.contains("near   Fixtures/Packs/CatPhotos  CatPhotos"))
        #expect(lines.contains("       nearest: com.masteringios.Photos.CatPhotos"))
        #expect(lines.contains("exact  Fixtures/Packs/DogPhotos  com.masteringios.Photos.DogPhotos"))
        #expect(lines.contains("  com.masteringios.Photos.FishPhotos"))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `products lists what a source holds`() throws {
        let outcome = try BuiltTool.run(
            ["products", "Fixtures/Photos.storekit", "--report", "json"], in: Repository.path)
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let rows = try #require(document["products"] as? [[String: Any]])
        #expect(rows.count == 6)
        #expect(rows[0]["productIdentifier"] as? String == "com.masteringios.Photos.CatPhotos")
        #expect(rows[0]["type"] as? String == "non-consumable")
        #expect(rows[0]["name"] as? String == "Cat photos")
        #expect(rows[0]["source"] as? String == "Fixtures/Photos.storekit")
        #expect(rows[5]["type"] as? String == "consumable")
        #expect(outcome.status == 0)
    }

    @Test func `a source can come from a pipe`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(
                ["validate", "Cats", "--products", "-"], in: folder.path, input: Data("com.example.app.pack1\n".utf8))
            #expect(outcome.status == 0)
        }
    }

    @Test func `--products-format says what a source is, whatever it looks like`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list", "[\"com.example.app.pack1\"]")
            let arguments = ["validate", "Cats", "--products", "list", "--products-format"]
            #expect(try BuiltTool.run(arguments + ["json"], in: folder.path).status == 0)
            let refused = try BuiltTool.run(arguments + ["storekit"], in: folder.path)
            #expect(refused.status == 3)
            #expect(refused.errorText.hasPrefix("iapkit: list: not a StoreKit configuration file: "))
            #expect(try BuiltTool.run(arguments + ["yaml"], in: folder.path).status == 2)
        }
    }

    @Test func `a source that can't be used stops everything: a short list would accuse good IDs`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list.json", "[\"com.example.app.pack1\"")
            for source in ["list.json", "missing.txt", "Cats"] {
                let outcome = try BuiltTool.run(["pack", "Cats", "--products", source], in: folder.path)
                #expect(outcome.status == 3)
                #expect(outcome.errorText.hasPrefix("iapkit: \(source)"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("Cats.zip")))
            }
        }
    }

    @Test func `F13: two folders with one product ID are an error that names both`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A")
            try folder.makeContentFolder("B")
            let outcome = try BuiltTool.run(["pack", "A", "B"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.components(separatedBy: "PID-012").count == 3)
            #expect(!FileManager.default.fileExists(atPath: folder.path("A.zip")))
            #expect(!FileManager.default.fileExists(atPath: folder.path("B.zip")))
        }
    }

    @Test func `the same folder named twice is one input`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A")
            let outcome = try BuiltTool.run(["validate", "A", "A/", "./A", folder.path("A")], in: folder.path)
            #expect(outcome.outputText == "A: valid ('com.example.app.pack1', version 1.0)\n")
        }
    }

    @Test func `A16: a folder named itself is never passed over, with or without its property list`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("Empty")
            try folder.write("NoPlist/Contents/a.txt", "a")
            for name in ["Empty", "NoPlist"] {
                let outcome = try BuiltTool.run(["pack", name], in: folder.path)
                #expect(outcome.status == 1)
                #expect(outcome.outputText.contains("PLI-001 content-info-missing"))
            }
            // In a catalogue, what has Contents counts too.
            let catalog = try BuiltTool.run(["validate", "."], in: folder.path)
            #expect(catalog.outputText.hasPrefix("NoPlist/ContentInfo.plist: error: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Empty", "NoPlist"])
        }
    }

    @Test func `F05: a package is named after its folder, and the product ID stays as it is`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Hide.me", productIdentifier: "com.example.hide_me")
            let outcome = try BuiltTool.run(["pack", "Hide.me"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.hasPrefix("Hide.me: wrote Hide.me.zip ('com.example.hide_me', version 1.0), "))
        }
    }

    @Test func `severities can be changed, and checks picked or left out`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "wrong id", contents: [".hidden": "x"])
            func status(_ arguments: String...) throws -> Int32 {
                try BuiltTool.run(["validate", "Cats"] + arguments, in: folder.path).status
            }
            #expect(try status() == 1)
            #expect(try status("--skip", "PID-001") == 0)
            #expect(try status("--skip", "PID-001", "--fail-on", "note") == 1)
            #expect(try status("--severity", "PID-001=warning") == 0)
            #expect(try status("--severity", "PID-001=off", "--fail-on=warning") == 0)
            #expect(try status("--only", "hidden-file") == 0)
            #expect(try status("--only", "hidden-file", "--severity", "hidden-file=error") == 1)
            #expect(try status("--fail-on", "never") == 0)
        }
    }
}
