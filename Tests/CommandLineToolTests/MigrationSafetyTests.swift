import Foundation
import TestSupport
import Testing

/// What `iapkit migrate` must not do to what is there.
@Suite struct MigrationSafetyTests {
    private static func withPacks(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats")
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
            try body(folder)
        }
    }

    @Test(arguments: ["../ids.json", ".git/ids.json", "Packs/Cats/Contents/ids.json"])
    func `a configuration that was found has no file of IDs written elsewhere`(path: String) throws {
        try Self.withPacks { folder in
            try folder.write(".git/config", "")
            try folder.write("iapkit.json", #"{"assetPackIDs": "\#(path)"}"#)
            let before = Repository.files(inFolder: folder.path)
            let outcome = try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText.hasPrefix("iapkit: iapkit.json:1:18: 'assetPackIDs' leads "))
            #expect(Repository.files(inFolder: folder.path) == before)
        }
    }

    @Test func `a configuration may name a file of IDs that migrate has yet to make`() throws {
        try Self.withPacks { folder in
            try folder.write(".git/config", "")
            try folder.write("iapkit.json", #"{"content": ["Packs"], "assetPackIDs": "ids.json", "formats": ["aar"]}"#)
            #expect(try BuiltTool.run(["validate"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["migrate", "-o", "M"], in: folder.path).status == 0)
            let map = try String(contentsOfFile: folder.path("ids.json"), encoding: .utf8)
            #expect(map.contains(#""com.example.cats": "com-example-cats""#))
            #expect(!Repository.files(inFolder: folder.path("M")).contains("asset-packs.json"))
        }
    }

    @Test(arguments: ["M/MIGRATION.md", "M/make-packs.sh", "M/stage/ids.json", "M/packs/a.json"])
    func `the file of IDs is none of the files that are written besides`(path: String) throws {
        try Self.withPacks { folder in
            let outcome = try BuiltTool.run(["migrate", "Packs", "-o", "M", "--pack-ids", path], in: folder.path)
            #expect(outcome.status == 2)
            #expect(
                outcome.errorText.hasPrefix("iapkit: the file of asset-pack IDs '\(path)' would be, or lie in, the "))
            #expect(!FileManager.default.fileExists(atPath: folder.path("M")))
        }
    }

    @Test func `the file of IDs stays a link where it is one`() throws {
        try Self.withPacks { folder in
            try folder.write("kept/ids.json", #"{"assetPackIDs": {"com.example.cats": "kitties"}, "formatVersion": 1}"#)
            try folder.makeFolder("M")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("M/asset-packs.json"), withDestinationPath: "../kept/ids.json")
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path).status == 0)
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("M/asset-packs.json"))
            #expect(target == "../kept/ids.json")
            let map = try String(contentsOfFile: folder.path("kept/ids.json"), encoding: .utf8)
            #expect(map.contains(#""com.example.cats": "kitties""#))
            #expect(map.contains(#""com.example.dogs": "com-example-dogs""#))
        }
    }

    @Test func `two inputs of one product are staged neither over the other, whatever the severity`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A", productIdentifier: "com.example.cats")
            try folder.makeContentFolder("B", productIdentifier: "com.example.cats")
            let outcome = try BuiltTool.run(
                ["migrate", "A", "B", "-o", "M", "--severity", "PID-012=note", "--skip", "AST-023"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.contains("iapkit: A: 'B' is for the asset pack 'com-example-cats' too"))
            #expect(outcome.errorText.contains("iapkit: B: 'A' is for the asset pack 'com-example-cats' too"))
            #expect(!FileManager.default.fileExists(atPath: folder.path("M")))
        }
    }

    @Test func `a stage is no input of the migration that writes there`() throws {
        try Self.withPacks { folder in
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path).status == 0)
            try folder.makeContentFolder("M/stage/com-example-own", productIdentifier: "com.example.own")
            let outcome = try BuiltTool.run(
                ["migrate", "M/stage/com-example-own", "-o", "M", "--update"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(
                outcome.errorText.hasPrefix(
                    "iapkit: the migration 'M' would write into 'M/stage/com-example-own', its own input\n"))
        }
    }

    @Test func `what an earlier run staged stays in the report and in the script`() throws {
        try Self.withPacks { folder in
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path).status == 0)
            let first = try String(contentsOfFile: folder.path("M/MIGRATION.md"), encoding: .utf8)
            let script = try String(contentsOfFile: folder.path("M/make-packs.sh"), encoding: .utf8)
            #expect(try BuiltTool.run(["migrate", "Packs/Dogs", "-o", "M"], in: folder.path).status == 0)
            #expect(try String(contentsOfFile: folder.path("M/MIGRATION.md"), encoding: .utf8) == first)
            #expect(try String(contentsOfFile: folder.path("M/make-packs.sh"), encoding: .utf8) == script)
        }
    }

    @Test func `what was staged under a former ID is made no pack of`() throws {
        try Self.withPacks { folder in
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path).status == 0)
            try folder.write(
                "M/asset-packs.json",
                #"{"assetPackIDs": {"com.example.cats": "kitties", "com.example.dogs": "com-example-dogs"}, "formatVersion": 1}"#
            )
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path).status == 0)
            let script = try String(contentsOfFile: folder.path("M/make-packs.sh"), encoding: .utf8)
            #expect(script.contains("    kitties \\\n") && !script.contains("com-example-cats"))
            #expect(FileManager.default.fileExists(atPath: folder.path("M/stage/com-example-cats/Manifest.json")))
        }
    }

    @Test func `a platform that a pack was for can't be dropped, and a baseline can know it`() throws {
        try Self.withPacks { folder in
            func run(_ more: String...) throws -> Program.Outcome {
                try BuiltTool.run(["migrate", "Packs/Cats", "-o", "M"] + more, in: folder.path)
            }
            #expect(try run("--platform", "iOS", "--platform", "tvOS").status == 0)
            let manifest = try Data(
                contentsOf: URL(fileURLWithPath: folder.path("M/stage/com-example-cats/Manifest.json")))
            let dropped = try run("--platform", "iOS", "--update")
            #expect(dropped.status == 1)
            #expect(dropped.outputText.contains("AST-027"))
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder.path("M/stage/com-example-cats/Manifest.json")))
                    == manifest)
            #expect(try run("--platform", "iOS", "--update", "--severity", "AST-027=note").status == 0)
        }
    }

    @Test(arguments: ["MIGRATION.md", "make-packs.sh"])
    func `a file of somebody else's is not replaced unless told`(name: String) throws {
        try Self.withPacks { folder in
            try folder.write("M/\(name)", "mine")
            let outcome = try BuiltTool.run(["migrate", "Packs", "-o", "M"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.errorText.contains(
                    "iapkit: M/\(name): the file exists, and no migrate has made it; choose another"))
            #expect(try String(contentsOfFile: folder.path("M/\(name)"), encoding: .utf8) == "mine")
            #expect(!Repository.files(inFolder: folder.path("M")).contains("asset-packs.json"))
            #expect(try BuiltTool.run(["migrate", "Packs", "-o", "M", "--update"], in: folder.path).status == 0)
            #expect(try String(contentsOfFile: folder.path("M/\(name)"), encoding: .utf8) != "mine")
        }
    }

    @Test func `while one run works on a folder another does nothing there`() throws {
        try Self.withPacks { folder in
            #expect(try BuiltTool.run(["migrate", "Packs/Cats", "-o", "M"], in: folder.path).status == 0)
            let before = Repository.files(inFolder: folder.path("M"))
            let python = try #require(Program("python3"))
            let script = """
                import fcntl, os, subprocess, sys
                folder = os.open("M", os.O_RDONLY)
                fcntl.flock(folder, fcntl.LOCK_EX)
                run = subprocess.run([sys.argv[1], "migrate", "Packs", "-o", "M", "--no-config"], capture_output=True)
                sys.stdout.write(f"{run.returncode} {run.stderr.decode()}")
                """
            let outcome = try python.run(["-c", script, BuiltTool.program.path], in: folder.path)
            #expect(outcome.outputText.hasPrefix("3 iapkit: M: another migrate works on it; run the command again"))
            #expect(Repository.files(inFolder: folder.path("M")) == before)
        }
    }
}
