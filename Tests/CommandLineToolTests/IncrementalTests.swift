import Foundation
import TestSupport
import Testing

/// `pack` where packages are there already.
@Suite struct IncrementalTests {
    private static func outputs(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let inputs = try #require(document["inputs"] as? [[String: Any]])
        return inputs.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
    }

    @Test func `a package that is up to date is told of, and not packed again`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats"], in: folder.path).status == 0)
            let again = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(again.status == 0 && again.errorText.isEmpty)
            #expect(
                again.outputText == "Cats: Cats.zip is up to date, not packed again "
                    + "('com.example.app.pack1', version 1.0)\n")
            let json = try Self.outputs(
                BuiltTool.run(
                    ["pack", "Cats", "--format", "zip", "--format", "pkg", "--report", "json"], in: folder.path)
            )
            #expect(json.map { $0["path"] as? String } == ["Cats.zip", "Cats.pkg"])
            #expect(json.map { $0["upToDate"] as? Bool } == [true, nil])
            let size = try FileManager.default.attributesOfItem(atPath: folder.path("Cats.zip"))[.size] as? Int
            #expect(json.first?["bytes"] as? Int == size)
            #expect((json.first?["sha256"] as? String)?.count == 64)
        }
    }

    @Test func `a change that leaves size and time as they were is seen; --update packs it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "a.cats")
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "a.dogs")
            #expect(try BuiltTool.run(["pack", "Packs", "-o", "out"], in: folder.path).status == 0)
            let file = folder.path("Packs/Cats/Contents/a.txt")
            let time = try #require(FileManager.default.attributesOfItem(atPath: file)[.modificationDate])
            try folder.write("Packs/Cats/Contents/a.txt", "b")
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)

            let refused = try BuiltTool.run(["pack", "Packs", "-o", "out"], in: folder.path)
            #expect(refused.status == 3)
            #expect(
                refused.errorText
                    == "iapkit: out/Cats.zip: the file exists, and it was made from other content or times; "
                    + "use --update or --force to replace it\n")
            let dry = try BuiltTool.run(["pack", "Packs", "-o", "out", "--update", "--dry-run"], in: folder.path)
            #expect(dry.status == 0)
            #expect(dry.outputText.contains("Packs/Cats: would replace out/Cats.zip ("))
            #expect(dry.outputText.contains("Packs/Dogs: out/Dogs.zip is up to date, not packed again ("))
            let dryRefused = try BuiltTool.run(["pack", "Packs", "-o", "out", "--dry-run"], in: folder.path)
            #expect(dryRefused.status == 3 && dryRefused.errorText == refused.errorText)

            let updated = try BuiltTool.run(["pack", "Packs", "-o", "out", "--update"], in: folder.path)
            #expect(updated.status == 0)
            #expect(updated.outputText.contains("Packs/Cats: wrote out/Cats.zip ("))
            #expect(updated.outputText.contains("1 packed ("))
            #expect(updated.outputText.contains("), 1 up to date"))
            // Force wins.
            let forced = try BuiltTool.run(["pack", "Packs", "-o", "out", "--update", "--force"], in: folder.path)
            #expect(forced.outputText.contains("2 packed (") && !forced.outputText.contains("up to date"))
        }
    }

    @Test func `what is left out of a package does not count, and what was left out and no longer is does`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "notes.txt": "n"])
            #expect(try BuiltTool.run(["pack", "Cats", "--exclude", "notes.txt"], in: folder.path).status == 0)
            try folder.write("Cats/Contents/notes.txt", "other")
            let same = try BuiltTool.run(["pack", "Cats", "--exclude", "notes.txt"], in: folder.path)
            #expect(same.status == 0 && same.outputText.contains("is up to date"))
            let other = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(other.status == 3 && other.errorText.contains("it was made from other content or times"))
        }
    }

    @Test func `SOURCE_DATE_EPOCH and options count; threads and syncing don't`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats"], in: folder.path).status == 0)
            let same = try BuiltTool.run(["pack", "Cats", "-j", "8", "--no-sync", "-q"], in: folder.path)
            #expect(same.status == 0 && same.outputText.isEmpty)
            let dated = try BuiltTool.run(
                ["pack", "Cats"], in: folder.path, environment: ["SOURCE_DATE_EPOCH": "1700000000"])
            #expect(dated.status == 3 && dated.errorText.contains("it was made from other content or times"))
            let kept = try BuiltTool.run(["pack", "Cats", "--keep-times"], in: folder.path)
            #expect(kept.status == 3 && kept.errorText.contains("it was made from other content or times"))
            let stored = try BuiltTool.run(["pack", "Cats", "--compression=store"], in: folder.path)
            #expect(stored.status == 3 && stored.errorText.contains("it was made with other options"))
        }
    }

    @Test(arguments: ["--update", "--force"])
    func `a package that is replaced keeps its mode`(option: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "-q"], in: folder.path).status == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("Cats.zip"))
            try folder.write("Cats/Contents/new.txt", "new")
            #expect(try BuiltTool.run(["pack", "Cats", "-q", option], in: folder.path).status == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("Cats.zip"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(.enabled(if: Program("zip") != nil, "zip is not installed"))
    func `a zip of another tool is not taken for ours`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let zip = try #require(Program("zip"))
            #expect(try zip.run(["-q", "-r", "../Cats.zip", "."], in: folder.path("Cats")).status == 0)
            let refused = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(refused.status == 3)
            #expect(refused.errorText.contains("it has no record of its making that can be read"))
            #expect(try BuiltTool.run(["pack", "Cats", "--update"], in: folder.path).status == 0)
        }
    }

    @Test(.enabled(if: Program("make") != nil, "make is not installed"))
    func `the rule for make packs what has changed`() throws {
        let rule = try Repository.bytes("Fixtures/Recipes/Packs.mk")
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "a.cats")
            try folder.write("Photos.storekit", #"["a.cats"]"#)
            try folder.write("Makefile", rule)
            for told in ["wrote dist/Cats.zip", "dist/Cats.zip is up to date", "dist/Cats.zip is up to date"] {
                let made = try #require(Program("make")).run(
                    ["packs"], in: folder.path, environment: ["PATH": BuiltTool.searchPath])
                #expect(made.status == 0 && made.outputText.contains(told), "\(made.errorText)")
            }
        }
    }

    @Test func `inspect tells what made a package`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(
                try BuiltTool.run(["pack", "Cats", "--format", "zip", "--format", "pkg"], in: folder.path).status == 0)
            let version = try BuiltTool.run(["--version"]).outputText.trimmingCharacters(in: .newlines)
            let maker = "iapkit-\(version.split(separator: " ").last ?? "")"
            for name in ["Cats.zip", "Cats.pkg"] {
                let text = try BuiltTool.run(["inspect", name], in: folder.path).outputText
                #expect(text.components(separatedBy: "  made by      '\(maker)'\n").count == 2, "\(text)")
                let json = try BuiltTool.run(["inspect", name, "--report", "json"], in: folder.path)
                let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
                #expect((document["inputs"] as? [[String: Any]])?.first?["madeBy"] as? String == maker)
            }
        }
    }
}
