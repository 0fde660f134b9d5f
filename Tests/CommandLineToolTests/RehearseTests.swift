import Foundation
import TestSupport
import Testing

/// `iapkit rehearse`: what an app lives through, with the real packages.
@Suite struct RehearseTests {
    private static let cats = "com.example.cats"
    private static let dogs = "com.example.dogs"

    /// Cats as a zip and as a pkg, dogs as a zip.
    private func withPackages(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder(
                "Cats", productIdentifier: Self.cats, contents: ["tabby.txt": "tabby", "d/e.txt": "e"])
            try folder.makeContentFolder("Dogs", productIdentifier: Self.dogs, contents: ["dog.txt": "dog"])
            let packed = try BuiltTool.run(
                ["pack", "Cats", "Dogs", "--format", "zip", "--format", "pkg", "--format", "aar"], in: folder.path)
            try #require(packed.status == 0)
            try body(folder)
        }
    }

    private func rehearse(_ folder: TemporaryFolder, _ arguments: String...) throws -> Program.Outcome {
        try BuiltTool.run(["rehearse", "--app", "App"] + arguments, in: folder.path)
    }

    private func content(_ folder: TemporaryFolder, _ product: String) -> [String: String] {
        let path = folder.path("App/Library/Application Support/Downloads/\(product)")
        var content: [String: String] = [:]
        for name in Repository.files(inFolder: path) {
            content[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return content
    }

    /// The timeline without times and products.
    private func events(_ outcome: Program.Outcome) -> [String] {
        outcome.outputText.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { line in
            String(line.dropFirst(11)).replacing("\(Self.cats)  ", with: "").replacing("\(Self.dogs)  ", with: "")
        }
    }

    // MARK: What goes right

    @Test(arguments: ["Cats.zip", "Cats.pkg", "Cats.aar"])
    func `a purchase is played, and its content is where the app reads it`(package: String) throws {
        try withPackages { folder in
            let outcome = try rehearse(folder, package)
            #expect(outcome.status == 0)
            #expect(outcome.errorText == "")
            #expect(
                events(outcome) == [
                    "the app is launched", "the user buys it", "transaction 1 purchasing",
                    "transaction 1 purchased, version 1.0", "the app starts the download", "download waiting",
                    "download active, 0 %, 0.0 s left", "download finished", "the app records which version comes",
                    "the app moves the content into its place", "the content is moved",
                    "the app finishes transaction 1",
                    "its content is in its place, version 1.0",
                ])
            #expect(
                outcome.outputText.hasSuffix(
                    "\n\(package): delivered to App/Library/Application Support/Downloads/com.example.cats "
                        + "('com.example.cats', version 1.0), 2 files with 6 bytes\n"))
            #expect(content(folder, Self.cats) == ["tabby.txt": "tabby", "d/e.txt": "e"])
            #expect(Repository.files(inFolder: folder.path("App/Library/Caches")) == [])
            let again = try rehearse(folder, package)
            #expect(
                events(again).suffix(2) == ["transaction 2 purchased, version 1.0", "the app finishes transaction 2"])
        }
    }

    @Test func `of a restore one product is downloaded where only one is wanted`() throws {
        try withPackages { folder in
            let outcome = try rehearse(folder, "Cats.zip", "Dogs.pkg", "--restore", "--only", Self.dogs)
            #expect(outcome.status == 0)
            #expect(events(outcome).count { $0 == "download finished" } == 1)
            #expect(events(outcome).count { $0 == "the app says that the restore is complete" } == 1)
            #expect(events(outcome).last == "the app says that the restore is complete")
            #expect(content(folder, Self.cats) == [:])
            #expect(content(folder, Self.dogs) == ["dog.txt": "dog"])
            #expect(outcome.outputText.hasSuffix("\n2 inputs: 1 delivered, 1 not; no findings\n"))
            let owned = try rehearse(folder, "Cats.zip", "Dogs.pkg", "--restore", "--own", Self.cats)
            #expect(owned.status == 0)
            #expect(content(folder, Self.cats) == ["tabby.txt": "tabby", "d/e.txt": "e"])
        }
    }

    @Test func `the same seed plays the same, and another one does not`() throws {
        try withPackages { folder in
            let runs = try ["1", "1", "2"].map { seed in
                try? FileManager.default.removeItem(atPath: folder.path("App"))
                return try rehearse(folder, "Cats.zip", "Dogs.zip", "--seed", seed).outputText
            }
            #expect(runs[0] == runs[1])
            #expect(runs[0] != runs[2])
        }
    }

    @Test func `an update replaces every file, and an older version none`() throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Cats.zip").status == 0)
            try FileManager.default.removeItem(atPath: folder.path("Cats"))
            try folder.makeContentFolder(
                "Cats", productIdentifier: Self.cats, contentVersion: "1.1", contents: ["new.txt": "new"])
            try #require(try BuiltTool.run(["pack", "Cats", "-o", "New.zip"], in: folder.path).status == 0)
            #expect(try rehearse(folder, "New.zip", "--restore").status == 0)
            #expect(content(folder, Self.cats) == ["new.txt": "new"])
            let older = try rehearse(folder, "Cats.zip", "--restore")
            #expect(older.status == 0)
            #expect(events(older).contains { $0.hasPrefix("download") } == false)
            #expect(content(folder, Self.cats) == ["new.txt": "new"])
        }
    }

    // MARK: Trouble

    @Test func `trouble comes where it was asked for`() throws {
        try withPackages { folder in
            let failed = try rehearse(folder, "Cats.zip", "--fail", "\(Self.cats)@40")
            #expect(failed.status == 0)
            #expect(
                events(failed).suffix(2) == [
                    "download failed: the connection was lost", "the app finishes transaction 1",
                ])
            #expect(
                failed.outputText.hasSuffix("\nCats.zip: not delivered ('com.example.cats', version 1.0)\n"))
            let cancelled = try rehearse(folder, "Cats.zip", "--cancel", Self.cats)
            #expect(
                events(cancelled).suffix(3) == [
                    "the user cancels the download", "download cancelled: the download was cancelled",
                    "the app finishes transaction 2",
                ])
            let paused = try rehearse(folder, "Cats.zip", "--pause=\(Self.cats)@70", "--rate", "1K")
            #expect(events(paused).contains("download paused, 70 %"))
            #expect(events(paused).contains("the user resumes the download"))
            #expect(content(folder, Self.cats) == ["tabby.txt": "tabby", "d/e.txt": "e"])
        }
    }

    @Test(arguments: [
        "purchasing", "purchased", "start", "waiting", "active", "finished", "recording", "moving", "moved", "finish",
    ])
    func `an app that quits goes on in the next run`(event: String) throws {
        try withPackages { folder in
            let first = try rehearse(folder, "Cats.zip", "--quit-at", event)
            #expect(first.status == 0)
            #expect(events(first).last == "the app quits at '\(event)'")
            #expect(first.errorText == "iapkit: 1 transaction unfinished in App; run it again, and it comes back\n")
            let second = try rehearse(folder, "Cats.zip")
            #expect(second.status == 0)
            #expect(second.errorText == "")
            #expect(!events(second).contains("the user buys it"))
            #expect(events(second).contains("the app finishes transaction 1"))
            #expect(content(folder, Self.cats) == ["tabby.txt": "tabby", "d/e.txt": "e"])
            let record = try #require(FileManager.default.contents(atPath: folder.path("App/iapkit-rehearsal.json")))
            #expect(
                String(decoding: record, as: UTF8.self) == """
                    {
                      "delivered" : {
                        "com.example.cats" : "1.0"
                      },
                      "schemaVersion" : "1.0",
                      "transactionCount" : 1,
                      "unfinished" : []
                    }

                    """)
        }
    }

    @Test func `a restore waits where transactions of an earlier run come back`() throws {
        try withPackages { folder in
            _ = try rehearse(folder, "Cats.zip", "--quit-at", "finished")
            let second = try rehearse(folder, "Cats.zip", "--restore")
            #expect(
                second.errorText == "iapkit: 1 transaction of an earlier run will come back, and nothing else is "
                    + "restored; run it again to restore\n")
            #expect(!events(second).contains("the user restores what was bought"))
            #expect(content(folder, Self.cats).count == 2)
        }
    }

    @Test func `with a full disk the transaction comes back`() throws {
        try withPackages { folder in
            let full = try rehearse(folder, "Cats.zip", "--full-disk", Self.cats)
            #expect(full.status == 0)
            #expect(events(full).last == "the disk is full")
            #expect(content(folder, Self.cats) == [:])
            #expect(try rehearse(folder, "Cats.zip").status == 0)
            #expect(content(folder, Self.cats).count == 2)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "no disk can be mounted"))
    func `a disk that is really full is a failure, and the app sees its download fail`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder(
                "Cats", productIdentifier: Self.cats, contents: ["a": String(repeating: "a", count: 300_000)])
            try #require(try BuiltTool.run(["pack", "Cats"], in: folder.path).status == 0)
            try SmallDisk.with(size: "128k", on: folder.makeFolder("App")) {
                let outcome = try rehearse(folder, "Cats.zip")
                #expect(outcome.status == 3)
                #expect(events(outcome).contains { $0.hasPrefix("download failed: ") && $0.contains("No space left") })
                #expect(outcome.errorText.contains("No space left on device"))
                #expect(Repository.files(inFolder: folder.path("App/Library")) == [])
            }
        }
    }

    // MARK: For programs

    @Test func `JSON lines are all that standard output has, and end with the end`() throws {
        try withPackages { folder in
            let outcome = try rehearse(folder, "Cats.zip", "--timeline", "json", "--report", "json=report.json")
            #expect(outcome.status == 0)
            let lines = outcome.outputText.split(separator: "\n")
            let events = try lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(events.first?["event"] as? String == "launch")
            #expect(events.last?["event"] as? String == "end")
            #expect(events.last?["outcome"] as? String == "complete")
            let finished = events.filter { $0["downloadState"] as? String == "finished" }
            #expect(finished.map { $0["progress"] as? Double } == [1])
            let report = try #require(FileManager.default.contents(atPath: folder.path("report.json")))
            let document = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            let unpacked = try #require(input["unpacked"] as? [String: Any])
            #expect(unpacked["path"] as? String == "App/Library/Application Support/Downloads/com.example.cats")
            #expect(unpacked["files"] as? Int == 2)
        }
    }

    @Test func `a report on standard output is one document, without a timeline`() throws {
        try withPackages { folder in
            let outcome = try rehearse(folder, "Cats.zip", "--report", "json")
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            #expect(document["command"] as? String == "rehearse")
            #expect(try rehearse(folder, "Cats.zip", "--quiet").outputText == "")
            let both = try rehearse(folder, "Cats.zip", "--report", "json", "--timeline", "json")
            #expect(both.status == 2)
            #expect(both.errorText.contains("can't both go to standard output"))
        }
    }

    // MARK: Wrong input

    @Test(arguments: [
        ([], "rehearse needs a PACKAGE", "iapkit rehearse CatPhotos.zip --app App"),
        (["Cats.zip", "--only", "x"], "--only is about what is restored", "give --restore too"),
        (["Cats.zip", "--own", "x"], "--own is about what is restored", "give --restore too"),
        (
            ["Cats.zip", "--fail", "com.example.cat"], "--fail: no package is of the product 'com.example.cat'",
            "did you mean 'com.example.cats'?"
        ),
        (
            ["Cats.zip", "--pause", "com.example.cats"], "--pause takes ID@PERCENT, not 'com.example.cats'",
            "for example --pause com.example.pack@40"
        ),
        (
            ["Cats.zip", "--fail", "com.example.cats@100"],
            "--fail takes a percentage from 0 to 99 behind the '@', not 'com.example.cats@100'",
            "for example --fail com.example.pack@40"
        ),
        (["Cats.zip", "--quit-at", "recordin"], "there is no event 'recordin'", "did you mean 'recording'?"),
        (["Cats"], "'Cats' is a folder, and rehearse takes packages", "pack it first: iapkit pack Cats"),
        (
            ["Cats.zip", "--rate", "fast"], "--rate takes a number of bytes, not 'fast'",
            "for example --rate 500M or --rate 8G"
        ),
    ])
    func `a wrong command line is refused, and nothing is made`(
        arguments: [String], message: String, hint: String
    ) throws {
        try withPackages { folder in
            let outcome = try BuiltTool.run(["rehearse", "--app", "App"] + arguments, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText == "iapkit: \(message)\niapkit: hint: \(hint)\n")
            #expect(outcome.outputText == "")
            #expect(!FileManager.default.fileExists(atPath: folder.path("App")))
        }
    }

    @Test func `a folder that is no app's is left alone`() throws {
        try withPackages { folder in
            try folder.write("Mine/Library/Caches/StoreKit/precious", "p")
            let outcome = try BuiltTool.run(["rehearse", "Cats.zip", "--app", "Mine"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.errorText == "iapkit: Mine: it exists, and is neither empty nor the folder of an earlier "
                    + "rehearsal; name a new folder with --app\n")
            #expect(Repository.files(inFolder: folder.path("Mine")) == ["Library/Caches/StoreKit/precious"])
            try folder.write("Other/iapkit-rehearsal.json", "{}")
            let other = try BuiltTool.run(["rehearse", "Cats.zip", "--app", "Other"], in: folder.path)
            #expect(other.status == 3)
            #expect(other.errorText.hasPrefix("iapkit: Other/iapkit-rehearsal.json: it is no record of a rehearsal"))
            let twice = try rehearse(folder, "Cats.zip", "Cats.pkg")
            #expect(twice.status == 3)
            #expect(twice.errorText == "iapkit: Cats.pkg: it has the product ID 'com.example.cats' of Cats.zip\n")
        }
    }

    @Test func `a package that is damaged or leads out is a finding, and is not delivered`() throws {
        try withPackages { folder in
            try UnpackTests.zip("Evil.zip", in: folder, "add('Contents/l', '/etc', 0o120777)")
            let evil = try rehearse(folder, "Evil.zip", "Dogs.zip")
            #expect(evil.status == 1)
            #expect(evil.outputText.contains("[FIL-003 "))
            #expect(content(folder, Self.dogs) == ["dog.txt": "dog"])
            try folder.write("text.zip", "no zip")
            let text = try rehearse(folder, "text.zip")
            #expect(text.status == 1)
            #expect(text.outputText.contains("[PKG-001 "))
            let missing = try rehearse(folder, "none.zip")
            #expect(missing.status == 3)
            // A file whose bytes do not have its checksum turns up when it is unpacked.
            var bytes = [UInt8](try #require(FileManager.default.contents(atPath: folder.path("Cats.zip"))))
            let name = Array("Contents/tabby.txt".utf8)
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
            bytes[place + name.count] ^= 1
            try folder.write("Damaged.zip", bytes)
            let damaged = try rehearse(folder, "Damaged.zip")
            #expect(damaged.status == 1)
            #expect(damaged.outputText.contains("[PKG-003 "))
            #expect(content(folder, Self.cats) == [:])
        }
    }

    @Test func `a product ID of a stranger is no way out of the folder`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Evil", productIdentifier: "../../../../evil")
            let packed = try BuiltTool.run(
                ["pack", "Evil", "--severity", "product-id-character=note"], in: folder.path)
            try #require(packed.status == 0)
            let outcome = try rehearse(folder, "Evil.zip")
            #expect(outcome.status == 0)
            #expect(content(folder, "%2E.%2F..%2F..%2F..%2Fevil") == ["a.txt": "a"])
            #expect(!FileManager.default.fileExists(atPath: folder.path("evil")))
        }
    }

    @Test func `what a handler can do wrong is explained`() throws {
        let outcome = try BuiltTool.run(["explain", "finished-too-early"])
        #expect(outcome.status == 0)
        #expect(outcome.outputText.contains("DLV-001"))
    }
}
