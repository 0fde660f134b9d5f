import Foundation
import TestSupport
import Testing

/// `pack` as a user meets it.
@Suite struct PackingTests {
    @Test func `a package unpacks to ContentInfo.plist and Contents at its root`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", "sub/b.txt": "b"])
            try folder.makeFolder("Cats/Contents/empty")
            #expect(try BuiltTool.run(["pack", "Cats"], in: folder.path).status == 0)
            let python = try #require(Program("python3"))
            let listed = try python.run(
                ["-c", "import zipfile,sys; print(*zipfile.ZipFile(sys.argv[1]).namelist())", folder.path("Cats.zip")])
            #expect(
                listed.outputText
                    == "ContentInfo.plist Contents/ Contents/a.txt Contents/empty/ Contents/sub/ Contents/sub/b.txt\n")
        }
    }

    @Test func `JSON tells the path, size and SHA-256 of what was written`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["pack", "Cats", "-o", "out/", "--report", "json"], in: folder.path)
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            let input = try #require((document["inputs"] as? [[String: Any]])?.first)
            let output = try #require((input["outputs"] as? [[String: Any]])?.first)
            #expect(output["path"] as? String == "out/Cats.zip")
            #expect(output["kind"] as? String == "zip")
            #expect(input["verdict"] as? String == "ok")
            let size = try FileManager.default.attributesOfItem(atPath: folder.path("out/Cats.zip"))[.size] as? Int
            #expect(output["bytes"] as? Int == size)
            let sha = try #require(Program("python3")).run(
                [
                    "-c", "import hashlib,sys; print(hashlib.sha256(open(sys.argv[1],'rb').read()).hexdigest())",
                    "out/Cats.zip",
                ],
                in: folder.path)
            #expect(output["sha256"] as? String == sha.outputText.trimmingCharacters(in: .newlines))
        }
    }

    @Test func `C09, C19, C21: one folder gives one SHA-256, whatever surrounds it`() throws {
        try withTemporaryFolder { folder in
            // Two trees with the same content, made in another order, with other times and modes.
            let names = (0..<40).map { "f\($0 * 7919 % 101).txt" }
            for (tree, order) in [("one", names), ("two", names.reversed())] {
                try folder.makeContentFolder("\(tree)/Cats", contents: [:])
                for name in order {
                    try folder.write("\(tree)/Cats/Contents/\(name)", String(repeating: name, count: 400))
                }
            }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_616_896_800), .posixPermissions: 0o600],
                ofItemAtPath: folder.path("two/Cats/Contents/f0.txt"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: folder.path("two/Cats/Contents"))
            let shell = try #require(Program("sh"))
            let tool = BuiltTool.program.path
            var hashes: Set<Data> = []
            for (index, command) in [
                "'\(tool)' pack one/Cats -o @", "TZ=Europe/Berlin '\(tool)' pack two/Cats -o @ -j1",
                "TZ=Asia/Tokyo LC_ALL=C '\(tool)' pack one/Cats -o @ -j8",
                "umask 077; TZ=America/New_York LANG=tr_TR.UTF-8 '\(tool)' pack two/Cats -o @ -j2 --no-sync",
            ].enumerated() {
                let output = "\(index).zip"
                let run = try shell.run(["-c", command.replacing("@", with: output)], in: folder.path)
                #expect(run.status == 0, "\(run.errorText)")
                hashes.insert(try Data(contentsOf: URL(fileURLWithPath: folder.path(output))))
            }
            #expect(hashes.count == 1)
        }
    }

    @Test(.enabled(if: getuid() == 0 && Program("setpriv") != nil))
    func `another user's run gives the same bytes`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            #expect(try BuiltTool.run(["pack", "Cats", "-o", "root.zip"], in: folder.path).status == 0)
            // The build folder may be closed to others, so the program comes along.
            try FileManager.default.copyItem(atPath: BuiltTool.program.path, toPath: folder.path("iapkit"))
            let other = try #require(Program("setpriv")).run(
                ["--reuid=65534", "--regid=65534", "--clear-groups", "./iapkit", "pack", "Cats", "-o", "nobody.zip"],
                in: folder.path)
            #expect(other.status == 0, "\(other.errorText)")
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder.path("root.zip")))
                    == Data(contentsOf: URL(fileURLWithPath: folder.path("nobody.zip"))))
        }
    }

    @Test func `C07: SOURCE_DATE_EPOCH sets the time, clamped to what a zip can hold`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let python = try #require(Program("python3"))
            for (epoch, time) in [
                ("0", "(1980, 1, 1, 0, 0, 0)"), ("1700000000", "(2023, 11, 14, 22, 13, 20)"),
                ("99999999999", "(2107, 12, 31, 23, 59, 58)"),
            ] {
                let run = try BuiltTool.run(
                    ["pack", "Cats", "--force"], in: folder.path,
                    environment: ["SOURCE_DATE_EPOCH": epoch, "TZ": "Asia/Tokyo"])
                #expect(run.status == 0)
                let times = try python.run(
                    ["-c", "import zipfile; print({i.date_time for i in zipfile.ZipFile('Cats.zip').infolist()})"],
                    in: folder.path)
                #expect(times.outputText == "{\(time)}\n")
            }
            let wrong = try BuiltTool.run(
                ["pack", "Cats", "--force"], in: folder.path, environment: ["SOURCE_DATE_EPOCH": "today"])
            #expect(wrong.status == 2)
        }
    }

    @Test func `--keep-times keeps the files' own times`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: folder.path("Cats/Contents/a.txt"))
            #expect(try BuiltTool.run(["pack", "Cats", "--keep-times"], in: folder.path).status == 0)
            let times = try #require(Program("python3")).run(
                ["-c", "import zipfile; print(zipfile.ZipFile('Cats.zip').getinfo('Contents/a.txt').date_time)"],
                in: folder.path)
            #expect(times.outputText == "(2023, 11, 14, 22, 13, 20)\n")
        }
    }

    @Test func `E15: an output that exists stays, unless --force has the new one complete`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("Cats.zip", "old")
            let refused = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(refused.status == 3)
            #expect(refused.errorText.hasPrefix("iapkit: Cats.zip: "))
            #expect(refused.errorText.contains("--force"))
            #expect(try String(contentsOfFile: folder.path("Cats.zip"), encoding: .utf8) == "old")
            #expect(try BuiltTool.run(["pack", "Cats", "--force"], in: folder.path).status == 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("Cats.zip"))).starts(with: [0x50, 0x4B]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "Cats.zip"])
        }
    }

    @Test(arguments: [("store", [0, 0, 0]), ("fast", [8, 0, 8]), ("default", [8, 0, 8]), ("smallest", [8, 0, 8])])
    func `--compression says how hard to try`(level: String, methods: [Int]) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["text": String(repeating: "cat ", count: 500)])
            #expect(try BuiltTool.run(["pack", "Cats", "--compression", level], in: folder.path).status == 0)
            let found = try #require(Program("python3")).run(
                ["-c", "import zipfile; print([i.compress_type for i in zipfile.ZipFile('Cats.zip').infolist()])"],
                in: folder.path)
            #expect(found.outputText == "\(methods)\n")
        }
    }

    @Test func `--dry-run says what would be written and writes nothing`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["pack", "Cats", "-o", "dist", "--dry-run"], in: folder.path)
            #expect(outcome.outputText == "Cats: would write dist/Cats.zip ('com.example.app.pack1', version 1.0)\n")
            #expect(outcome.status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
            try folder.write("Cats.zip", "old")
            #expect(try BuiltTool.run(["pack", "Cats", "--dry-run"], in: folder.path).status == 3)
        }
    }

    @Test func `an output inside its own input is refused before anything is written`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            for arguments in [["pack", "."], ["pack", "../Cats", "-o", "Contents/x.zip"]] {
                let outcome = try BuiltTool.run(arguments, in: folder.path("Cats"))
                #expect(outcome.status == 2)
                #expect(outcome.errorText.contains("would lie inside"))
            }
            #expect(try BuiltTool.run(["validate", "Cats"], in: folder.path).outputText.hasPrefix("Cats: valid ("))
        }
    }

    @Test func `two folders of one name can't become one package`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("a/Cats", productIdentifier: "a")
            try folder.makeContentFolder("b/Cats", productIdentifier: "b")
            let outcome = try BuiltTool.run(["pack", "a", "b"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText.contains("'a/Cats' and 'b/Cats' would both be packed as 'Cats.zip'"))
            let one = try BuiltTool.run(["pack", "a", "b", "-o", "all.zip"], in: folder.path)
            #expect(one.status == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
        }
    }

    @Test func `E25: folders are made one deep at most, never by surprise`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let outcome = try BuiltTool.run(["pack", "Cats", "-o", "tests 3/10"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: tests 3/10: the output folder can't be made: "))
            let file = try BuiltTool.run(["pack", "Cats", "-o", "tests 3/10.zip"], in: folder.path)
            #expect(file.status == 3)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `E18: a hostile folder name runs nothing`() throws {
        try withTemporaryFolder { folder in
            let name = "a b;$(touch X)|&'\""
            try folder.makeContentFolder(name)
            #expect(try BuiltTool.run(["pack", name], in: folder.path).status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [name, "\(name).zip"])
        }
    }

    @Test(arguments: [["--", "-pack1"], ["./-pack1"]])
    func `E19: a folder with a leading hyphen can be packed`(operand: [String]) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("-pack1")
            #expect(try BuiltTool.run(["pack"] + operand, in: folder.path).status == 0)
            #expect(FileManager.default.fileExists(atPath: folder.path("-pack1.zip")))
        }
    }

    @Test func `E08: an exclusion never hides ContentInfo.plist, and one that empties Contents is named`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(try BuiltTool.run(["pack", "Cats", "--exclude", "*.plist"], in: folder.path).status == 0)
            let emptied = try BuiltTool.run(["validate", "Cats", "--exclude", "Contents/**"], in: folder.path)
            #expect(emptied.outputText.contains("LAY-003"))
            #expect(emptied.outputText.contains("Contents/**"))
        }
    }

    @Test func `E09: what is excluded is left out everywhere; without that, junk is a warning`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", ".git/config": "[core]"])
            let warned = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(warned.status == 0)
            #expect(warned.outputText.contains("Cats/Contents/.git: warning: "))
            #expect(warned.outputText.contains("FIL-008"))
            let silent = try BuiltTool.run(["pack", "Cats", "--force", "--exclude", ".git"], in: folder.path)
            #expect(!silent.outputText.contains("FIL-008"))
            let listed = try #require(Program("python3")).run(
                ["-c", "import zipfile; print(*zipfile.ZipFile('Cats.zip').namelist())"], in: folder.path)
            #expect(listed.outputText == "ContentInfo.plist Contents/ Contents/a.txt\n")
        }
    }

    @Test func `a symlink that stays inside is packed as a symlink`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Cats/Contents/link"), withDestinationPath: "a.txt")
            let outcome = try BuiltTool.run(["pack", "Cats"], in: folder.path)
            #expect(outcome.status == 0)
            let unpacked = try folder.makeFolder("out")
            #expect(try #require(Program("unzip")).run(["-q", "../Cats.zip"], in: unpacked).status == 0)
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: unpacked + "/Contents/link") == "a.txt")
        }
    }
}
