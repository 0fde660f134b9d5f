import Foundation
import TestSupport
import Testing

/// What `iapkit rehearse` says of what went wrong, and of what did not.
@Suite struct RehearseTroubleTests {
    private static let cats = "com.example.cats"

    /// Cats in two versions with files of the same sizes.
    private func withPackages(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for (name, version) in [("Old", "1.8"), ("New", "1.9")] {
                try folder.makeContentFolder(
                    name, productIdentifier: Self.cats, contentVersion: version, contents: ["cat.txt": version])
                try #require(try BuiltTool.run(["pack", name], in: folder.path).status == 0)
            }
            try body(folder)
        }
    }

    private func rehearse(_ folder: TemporaryFolder, _ arguments: String...) throws -> Program.Outcome {
        try BuiltTool.run(["rehearse", "--app", "App"] + arguments, in: folder.path)
    }

    private func cat(_ folder: TemporaryFolder) -> String? {
        let path = "App/Library/Application Support/Downloads/\(Self.cats)/cat.txt"
        return FileManager.default.contents(atPath: folder.path(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: What is said of it

    @Test(arguments: [["--fail", "com.example.cats@10"], ["--full-disk", "com.example.cats"]])
    func `an update that fails is not delivered, and the older version stays`(trouble: [String]) throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Old.zip").status == 0)
            let update = try BuiltTool.run(
                ["rehearse", "New.zip", "--app", "App", "--report", "json=report.json"] + trouble, in: folder.path)
            #expect(update.status == 0)
            #expect(update.outputText.hasSuffix("\nNew.zip: not delivered ('com.example.cats', version 1.9)\n"))
            #expect(
                update.errorText.hasSuffix("iapkit: version 1.8 of 'com.example.cats' stays in its place\n"))
            #expect(cat(folder) == "1.8")
            let report = try #require(FileManager.default.contents(atPath: folder.path("report.json")))
            let document = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            #expect(input["contentVersion"] as? String == "1.9")
            #expect(input["unpacked"] == nil)
        }
    }

    @Test func `content whose files are gone was delivered, and is not`() throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Old.zip").status == 0)
            let path = "App/Library/Application Support/Downloads/\(Self.cats)"
            try FileManager.default.removeItem(atPath: folder.path("\(path)/cat.txt"))
            let again = try rehearse(folder, "Old.zip", "--restore")
            #expect(again.outputText.hasSuffix("\nOld.zip: not delivered ('com.example.cats', version 1.8)\n"))
            #expect(
                again.errorText
                    == "iapkit: 'com.example.cats' was delivered, and its files are there no more: \(path)\n"
            )
        }
    }

    @Test func `trouble that did not come is told of`() throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Old.zip").errorText == "")
            let outcome = try rehearse(
                folder, "Old.zip", "--fail", Self.cats, "--cancel=\(Self.cats)@7", "--pause=\(Self.cats)@9",
                "--full-disk", Self.cats, "--quit-at", "restored", "--quit-at", "moving@\(Self.cats)")
            #expect(outcome.status == 0)
            #expect(
                outcome.errorText == """
                    iapkit: did not happen: --fail com.example.cats@50
                    iapkit: did not happen: --cancel com.example.cats@7
                    iapkit: did not happen: --pause com.example.cats@9
                    iapkit: did not happen: --full-disk com.example.cats
                    iapkit: did not happen: --quit-at restored
                    iapkit: did not happen: --quit-at moving@com.example.cats

                    """)
            #expect(try rehearse(folder, "Old.zip", "--fail", Self.cats, "--quiet").errorText == "")
        }
    }

    @Test func `one that is wanted and was not bought is told of`() throws {
        try withPackages { folder in
            try folder.makeContentFolder("Dogs", productIdentifier: "com.example.dogs")
            try #require(try BuiltTool.run(["pack", "Dogs"], in: folder.path).status == 0)
            let outcome = try rehearse(
                folder, "Old.zip", "Dogs.zip", "--restore", "--own", Self.cats, "--only", "com.example.dogs")
            #expect(outcome.status == 0)
            #expect(
                outcome.errorText == "iapkit: did not happen: --only com.example.dogs, which --own does not name\n")
        }
    }

    @Test func `a restore with a full disk is not told of as complete`() throws {
        try withPackages { folder in
            let outcome = try rehearse(folder, "Old.zip", "--restore", "--full-disk", Self.cats)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.contains("  the app says that not all could be restored\n"))
            #expect(!outcome.outputText.contains("the restore is complete"))
        }
    }

    // MARK: What an earlier run left

    @Test(arguments: 0...3)
    func `what was downloaded of an older package is not delivered as the new one`(seed: Int) throws {
        try withPackages { folder in
            _ = try rehearse(folder, "Old.zip", "--full-disk", Self.cats, "--seed", "\(seed)")
            let record = try #require(FileManager.default.contents(atPath: folder.path("App/iapkit-rehearsal.json")))
            #expect(
                String(decoding: record, as: UTF8.self).contains(
                    "{\"downloadedVersion\" : \"1.8\", \"isDownloaded\" : true,"))
            let second = try rehearse(folder, "New.zip", "--seed", "\(seed)")
            #expect(second.status == 0)
            #expect(cat(folder) == "1.9")
        }
    }

    @Test func `a run that is killed leaves a record that the next one goes on from`() throws {
        try withPackages { folder in
            // The seconds are real: at 1 byte in each the download goes on for long.
            let script = """
                iapkit rehearse Old.zip --app App --real-time --rate 1 > lines &
                for i in $(seq 300); do grep -q '"purchased"' App/iapkit-rehearsal.json && break; sleep 0.1; done
                iapkit rehearse Old.zip --app App; echo "second $?"
                kill -9 $!; wait
                """
            let outcome = try #require(Program("sh")).run(
                ["-c", script], in: folder.path, environment: ["PATH": BuiltTool.searchPath])
            #expect(outcome.outputText.contains("second 3\n"))
            #expect(outcome.errorText.contains("iapkit: App: another rehearsal is at work in it\n"))
            let next = try rehearse(folder, "Old.zip")
            #expect(next.status == 0)
            #expect(next.outputText.contains("transaction 1 purchased, version 1.8"))
            #expect(!next.outputText.contains("the user buys it"))
            #expect(cat(folder) == "1.8")
        }
    }

    @Test(arguments: ["Library", "Library/Caches", "Library/Caches/StoreKit", "Library/Application Support"])
    func `a container that leads out is refused, whatever its record says`(place: String) throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Old.zip").status == 0)
            let link = folder.path("App/\(place)")
            try FileManager.default.removeItem(atPath: link)
            for name in ["sub", "StoreKit/sub", "Caches/StoreKit/sub", "Downloads/\(Self.cats)"] {
                try folder.write("victim/\(name)/precious", "p")
            }
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("victim"))
            let outcome = try rehearse(folder, "New.zip")
            #expect(outcome.status == 3)
            #expect(
                outcome.errorText.hasSuffix(
                    "App/\(place): it is a symbolic link, and a rehearsal follows none out of the app's container\n"))
            #expect(Repository.files(inFolder: folder.path("victim")).count == 4)
        }
    }

    @Test func `a store folder that can't be made is a failure`() throws {
        try withPackages { folder in
            #expect(try rehearse(folder, "Old.zip").status == 0)
            try FileManager.default.removeItem(atPath: folder.path("App/Library/Caches"))
            try folder.write("App/Library/Caches", "a file")
            let outcome = try rehearse(folder, "New.zip")
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasSuffix("App/Library/Caches: it is no folder\n"))
        }
    }

    @Test(arguments: [
        (["1", "1"], 2), (["2"], 1), (["01"], 1), (["0"], 1), ((1...10_001).map(String.init), 10_001),
    ])
    func `a record with transactions that no rehearsal leaves is refused`(identifiers: [String], count: Int) throws {
        try withPackages { folder in
            let unfinished = identifiers.map { identifier in
                "{\"isDownloaded\":false,\"isWanted\":true,\"productIdentifier\":\"\(Self.cats)\","
                    + "\"state\":\"purchased\",\"transactionIdentifier\":\"\(identifier)\"}"
            }
            try folder.write(
                "App/iapkit-rehearsal.json",
                "{\"delivered\":{},\"schemaVersion\":\"1.0\",\"transactionCount\":\(count),"
                    + "\"unfinished\":[\(unfinished.joined(separator: ","))]}")
            let outcome = try rehearse(folder, "Old.zip")
            #expect(outcome.status == 3)
            #expect(outcome.errorText.contains("it is no record of a rehearsal"))
        }
    }

    // MARK: The command line

    @Test func `a folder of packages is told from content`() throws {
        try withPackages { folder in
            try folder.makeFolder("dist")
            try FileManager.default.moveItem(atPath: folder.path("Old.zip"), toPath: folder.path("dist/Old.zip"))
            let outcome = try rehearse(folder, "dist")
            #expect(outcome.status == 2)
            #expect(
                outcome.errorText == "iapkit: 'dist' is a folder, and rehearse takes packages\n"
                    + "iapkit: hint: name the packages: dist/*.zip\n")
        }
    }

    @Test func `which findings fail the run can be said`() throws {
        try withPackages { folder in
            try UnpackTests.zip("Evil.zip", in: folder, "add('Contents/l', '/etc', 0o120777)")
            #expect(try rehearse(folder, "Evil.zip").status == 1)
            #expect(try rehearse(folder, "Evil.zip", "--fail-on", "never").status == 0)
            #expect(try rehearse(folder, "Old.zip", "--fail-on", "note").status == 0)
        }
    }
}
