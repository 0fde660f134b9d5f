import Foundation
import TestSupport
import Testing

/// How paths become inputs, and what is kept apart from them.
@Suite struct InputTests {
    @Test func `folders that a catalogue passes over are named`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/A")
            try folder.write("Packs/C/Info.plist", "")
            try folder.makeContentFolder("Packs/deep/D")
            let outcome = try BuiltTool.run(["validate", "Packs", "--skip", "PID-010"], in: folder.path)
            #expect(
                outcome.outputText
                    == "Packs/A: nothing found by the checks that ran ('com.example.app.pack1', version 1.0)\n")
            #expect(
                outcome.errorText
                    == "iapkit: Packs: passed over, as without ContentInfo.plist and Contents: C, deep\n")
            #expect(try BuiltTool.run(["validate", "-q", "Packs"], in: folder.path).error.isEmpty)
        }
    }

    @Test func `a misnamed property list makes its folder an input of the catalogue all the same`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/A")
            try folder.write("Packs/B/contentinfo.plist", ContentInfoText.xml())
            let outcome = try BuiltTool.run(["validate", "Packs"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.contains("Packs/B/ContentInfo.plist: error: "))
        }
    }

    @Test func `C02: two folders whose names differ in Unicode form are two inputs`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("caf\u{E9}", productIdentifier: "one")
            try folder.makeContentFolder("cafe\u{301}", productIdentifier: "two")
            try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
            let outcome = try BuiltTool.run(["validate", "."], in: folder.path)
            #expect(outcome.outputText.contains("('one', version 1.0)"))
            #expect(outcome.outputText.contains("('two', version 1.0)"))
        }
    }

    @Test func `an exclusion that leaves nothing out is told`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: ["a.psd": "x", "b.txt": "x"])
            let outcome = try BuiltTool.run(
                ["pack", "Cats", "--exclude", "*.psd", "--exclude", "*.pds"], in: folder.path)
            #expect(outcome.errorText == "iapkit: --exclude '*.pds' leaves nothing out\n")
            #expect(outcome.status == 0)
        }
    }

    @Test(arguments: [
        ["validate", "Cats", "--report", "json=Cats/ContentInfo.plist"],
        ["validate", "Cats", "--report", "json=Cats/report.json"],
        ["validate", "Cats", "--products", "list.txt", "--report", "text=./list.txt"],
        ["validate", "Cats.zip", "--report", "json=Cats.zip"],
        ["pack", "Cats", "-o", "new.zip", "--report", "json=new.zip"],
        ["pack", "Cats", "-o", "dist", "--report", "json=./dist/Cats.zip"],
        ["products", "list.txt", "--report", "json=list.txt"],
        ["init", "New", "--product-id", "a", "--report", "json=New/ContentInfo.plist"],
        ["init", "New", "--product-id", "a", "--report", "json=./New"],
    ])
    func `a report never replaces what the run reads or writes`(arguments: [String]) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list.txt", "com.example.app.pack1\n")
            #expect(try BuiltTool.run(["pack", "-q", "Cats"], in: folder.path).status == 0)
            func files() throws -> [String: Data] {
                let names = Repository.files(inFolder: folder.path)
                return try Dictionary(
                    uniqueKeysWithValues: names.map {
                        ($0, try Data(contentsOf: URL(fileURLWithPath: folder.path($0))))
                    })
            }
            let before = try files()
            let outcome = try BuiltTool.run(arguments, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errorText.hasPrefix("iapkit: the report '"))
            #expect(try files() == before)
        }
    }

    @Test func `a report to an open file is added to it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let shell = try #require(Program("sh"))
            let script =
                "(echo before; '\(BuiltTool.program.path)' validate Cats --report json=/dev/stdout; echo after) > log"
            #expect(try shell.run(["-c", script], in: folder.path).status == 0)
            let log = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
            #expect(log.hasPrefix("before\n{\n"))
            #expect(log.hasSuffix("Cats: valid ('com.example.app.pack1', version 1.0)\nafter\n"))
        }
    }

    @Test func `quiet tells what makes the status 1`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [".hidden": "x"])
            let outcome = try BuiltTool.run(["validate", "-q", "Cats", "--fail-on", "note"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.hasPrefix("Cats/Contents/.hidden: note: "))
        }
    }

    @Test func `a selection of checks calls nothing valid, and one that leaves none is refused`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("Cats/Contents")
            let outcome = try BuiltTool.run(["validate", "Cats", "--only", "PID-001"], in: folder.path)
            #expect(outcome.outputText == "Cats: nothing found by the checks that ran\n")
            let none = try BuiltTool.run(
                ["validate", "Cats", "--only", "PID-001", "--skip", "PID-001"], in: folder.path)
            #expect(none.status == 2)
        }
    }

    @Test func `a hostile name can't steer the terminal through standard error`() throws {
        try withTemporaryFolder { folder in
            let outcome = try BuiltTool.run(["validate", "no\u{1B}[31m\nsuch"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText.hasPrefix("iapkit: no<U+001B>[31m<U+000A>such: "))
        }
    }

    @Test func `with the standard streams closed a package is written, and nothing but a package`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let shell = try #require(Program("sh"))
            let script =
                "'\(BuiltTool.program.path)' pack Cats -o a.zip; exec <&- >&- 2>&-; "
                + "'\(BuiltTool.program.path)' pack Cats -o b.zip"
            #expect(try shell.run(["-c", script], in: folder.path).status == 0)
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder.path("a.zip")))
                    == Data(contentsOf: URL(fileURLWithPath: folder.path("b.zip"))))
        }
    }

    @Test(arguments: ["a.zip", "a.aar"])
    func `an output that can't be meant is refused`(name: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let stream = try BuiltTool.run(["pack", "Cats", "-o", "-"], in: folder.path)
            #expect(stream.status == 2)
            #expect(stream.errorText.contains("can't go to standard output"))
            let outcome = try BuiltTool.run(["pack", "Cats", "-o", name, "--format", "pkg"], in: folder.path)
            #expect(outcome.status == 2)
            let kind = name == "a.aar" ? "an aar" : "a zip"
            #expect(outcome.errorText.contains("'\(name)' is the name of \(kind), and --format says pkg"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Cats"])
        }
    }

    @Test func `where the output folder can't be made, the report is whole, and the reason told once`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("A", productIdentifier: "a")
            try folder.makeContentFolder("B", productIdentifier: "b")
            let outcome = try BuiltTool.run(["pack", ".", "-o", "x/y", "--report", "json"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.errorText
                    == "iapkit: x/y: the output folder can't be made: No such file or directory; "
                    + "make the folder above it first\n")
            let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            #expect((document["inputs"] as? [Any])?.count == 2)
            #expect((document["failures"] as? [Any])?.count == 1)
        }
    }
}
