import Foundation
import TestSupport
import Testing

/// `pack --format pkg` as a user meets it, in the cases of the real world.
@Suite struct FlatPackagePackingTests {
    private static func makeSparseFile(_ path: String, size: UInt64) throws {
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: size)
        try handle.close()
    }

    @Test(arguments: [(1 << 31) + 1, (1 << 32) + 1])
    func `A05 and C06: content above 2 GiB is refused by its size, and no file is left`(size: UInt64) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            try Self.makeSparseFile(folder.path("Cats/Contents/film.mov"), size: size)
            let outcome = try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Cats: error: content is "))
            #expect(outcome.outputText.contains("over the limit of hosted content, 2 GB"))
            #expect(outcome.outputText.contains("FIL-010"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test(arguments: ["zip", "pkg"])
    func `A16: without ContentInfo.plist nothing is packed, and the file is named`(format: String) throws {
        try withTemporaryFolder { folder in
            try folder.write("Cats/Contents/a.txt", "a")
            let outcome = try BuiltTool.run(["pack", "Cats", "--format", format], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Cats/ContentInfo.plist: error: 'ContentInfo.plist' is missing"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `C07: SOURCE_DATE_EPOCH sets the times of a pkg, 0 and all`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            for (epoch, time) in [("0", "1970-01-01T00:00:00"), ("1700000000", "2023-11-14T22:13:20")] {
                let run = try BuiltTool.run(
                    ["pack", "Cats", "--format", "pkg", "--force"], in: folder.path,
                    environment: ["SOURCE_DATE_EPOCH": epoch, "TZ": "Asia/Tokyo"])
                #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
                let shown = try BuiltTool.run(["inspect", "Cats.pkg"], in: folder.path)
                #expect(shown.outputText.contains(time), "\(shown.outputText)")
                #expect(try BuiltTool.run(["validate", "Cats.pkg", "--fail-on", "note"], in: folder.path).status == 0)
            }
        }
    }

    @Test func `C09, C19, C21, C26: one folder gives one pkg, whatever surrounds it`() throws {
        try withTemporaryFolder { folder in
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
            let pack = "'\(BuiltTool.program.path)' pack --format pkg"
            for epoch in ["", "SOURCE_DATE_EPOCH=1700000000 "] {
                var files: Set<Data> = []
                for (index, command) in [
                    "\(epoch)\(pack) one/Cats -o @", "TZ=Europe/Berlin \(epoch)\(pack) two/Cats -o @ -j1",
                    "TZ=Asia/Tokyo LC_ALL=C \(epoch)\(pack) one/Cats -o @ -j8",
                    "umask 077; TZ=America/New_York LANG=tr_TR.UTF-8 \(epoch)\(pack) two/Cats -o @ -j2 --no-sync",
                ].enumerated() {
                    let output = "\(index)\(epoch.isEmpty ? "" : "e").pkg"
                    let run = try shell.run(["-c", command.replacing("@", with: output)], in: folder.path)
                    #expect(run.status == 0, "\(run.errorText)")
                    files.insert(try Data(contentsOf: URL(fileURLWithPath: folder.path(output))))
                }
                #expect(files.count == 1)
            }
        }
    }

    @Test(.enabled(if: getuid() == 0 && Program("setpriv") != nil, "takes root and setpriv"))
    func `D04: another user's run gives the same pkg`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            let pack = ["pack", "Cats", "--format", "pkg", "-o"]
            #expect(try BuiltTool.run(pack + ["root.pkg"], in: folder.path).status == 0)
            // The build folder may be closed to others, so the program comes along.
            try FileManager.default.copyItem(atPath: BuiltTool.program.path, toPath: folder.path("iapkit"))
            let other = try #require(Program("setpriv")).run(
                ["--reuid=1001", "--regid=1001", "--clear-groups", "./iapkit"] + pack + ["other.pkg"], in: folder.path)
            #expect(other.status == 0, "\(other.errorText)")
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder.path("root.pkg")))
                    == Data(contentsOf: URL(fileURLWithPath: folder.path("other.pkg"))))
        }
    }

    @Test func `C14: junk is left out of a pkg, and said to be`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.txt": "a", ".DS_Store": "x", "sub/Thumbs.db": "x"])
            let outcome = try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.contains("Cats/Contents/.DS_Store: warning: "))
            #expect(outcome.outputText.contains("Cats/Contents/sub/Thumbs.db: warning: "))
            let checked = try BuiltTool.run(["validate", "Cats.pkg"], in: folder.path)
            #expect(checked.outputText == "Cats.pkg: valid ('com.example.app.pack1', version 1.0)\n")
        }
    }

    @Test func `C17: a pipe in the content is an error, and no pkg is made`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            #expect(mkfifo(folder.path("Cats/Contents/pipe"), 0o644) == 0)
            let outcome = try BuiltTool.run(["pack", "Cats", "--format", "pkg"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Cats/Contents/pipe: error: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `C18: a file that grows while it is packed never makes a wrong pkg`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            let log = try folder.write("Cats/Contents/log.txt", [UInt8](repeating: 65, count: 8 << 20))
            let script = """
                ( while :; do echo more >> '\(log)'; done ) & writer=$!
                '\(BuiltTool.program.path)' pack Cats --format pkg; status=$?
                kill -KILL $writer; exit $status
                """
            let outcome = try #require(Program("sh")).run(["-c", script], in: folder.path)
            if outcome.status == 0 {
                #expect(try BuiltTool.run(["validate", "Cats.pkg"], in: folder.path).status == 0)
            } else {
                #expect([1, 3].contains(outcome.status))
                #expect((outcome.outputText + outcome.errorText).contains("log.txt: "))
                #expect((outcome.outputText + outcome.errorText).contains("changed"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("Cats.pkg")))
            }
        }
    }

    @Test func `D09: a folder given as a package is told to be a folder`() throws {
        try withTemporaryFolder { folder in
            try folder.write("Cats.pkg/Contents/Archive.pax.gz", "x")
            let outcome = try BuiltTool.run(["validate", "Cats.pkg"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("no flat package, but a folder that is named as one"))
        }
    }
}
