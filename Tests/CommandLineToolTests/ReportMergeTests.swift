import Foundation
import TestSupport
import Testing

/// `iapkit report merge`, as the built program does it.
@Suite struct ReportMergeTests {
    /// Content folders with findings of every severity, one with a name that is hard on every format, and a package.
    private static func makeInputs(in folder: TemporaryFolder) throws {
        for number in 1...6 {
            try folder.makeContentFolder(
                "Packs/P\(number)", productIdentifier: number == 3 ? "com.example.p2" : "com.example.p\(number)",
                contents: number == 4 ? [:] : ["a.txt": String(repeating: "x", count: 900 * number), ".b": "y"])
        }
        try folder.makeContentFolder("Packs/na::me%\n<&\"é", productIdentifier: " com.example.p7")
        try folder.write("Packs/Q/ContentInfo.plist", "<plist")
        #expect(try BuiltTool.run(["pack", "-q", "Packs/P1", "-o", "P1.pkg"], in: folder.path).status == 0)
        // One package is up to date, one is not.
        #expect(try BuiltTool.run(["pack", "-q", "Packs/P1", "-o", "made"], in: folder.path).status == 0)
        try folder.write("made/P2.zip", "old")
    }

    @Test(arguments: [
        ["validate", "Packs", "P1.pkg"], ["validate", "Packs", "P1.pkg", "gone", "--skip", "FIL-009"],
        ["match", "Packs", "P1.pkg", "--expect", "com.example.p5", "--expect", "com.example.free"],
        ["pack", "Packs", "-o", "dist", "--dry-run", "--format", "zip", "--format", "pkg"],
        ["pack", "Packs", "-o", "made", "--dry-run", "--update"],
        ["inspect", "Packs", "P1.pkg"],
    ])
    func `the reports of all shards are the report of the whole, in every format`(arguments: [String]) throws {
        try withTemporaryFolder { folder in
            try Self.makeInputs(in: folder)
            for format in ["text", "json", "sarif", "junit", "github"] {
                let whole = try BuiltTool.run(arguments + ["--report", format], in: folder.path)
                for index in 1...3 {
                    let part = try BuiltTool.run(
                        arguments + ["--shard", "\(index)/3", "--report", "json=\(index).json"], in: folder.path)
                    #expect([0, 1, 3].contains(part.status))
                }
                let merged = try BuiltTool.run(
                    ["report", "merge", "3.json", "1.json", "2.json", "--report", format], in: folder.path)
                #expect(merged.outputText == whole.outputText)
                #expect(merged.errorText == whole.errorText)
                #expect(merged.status == whole.status)
            }
        }
    }

    @Test func `a merged report is a report that can be merged`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b", "c"] {
                try folder.makeContentFolder(name, productIdentifier: "com.example.\(name)")
                try BuiltTool.run(["validate", name, "--report", "json=\(name).json"], in: folder.path)
            }
            try BuiltTool.run(
                ["report", "merge", "a.json", "b.json", "--report", "json=ab.json"], in: folder.path)
            let merged = try BuiltTool.run(
                ["report", "merge", "ab.json", "c.json", "--report", "json"], in: folder.path)
            let whole = try BuiltTool.run(["validate", "a", "b", "c", "--report", "json"], in: folder.path)
            #expect(merged.outputText == whole.outputText)
        }
    }

    @Test func `a shard without a report makes the status 3, and --fail-on is the merger's own`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b"] {
                try folder.makeContentFolder(name, productIdentifier: "com.example.\(name)", contents: [:])
            }
            for index in 1...2 {
                let part = try BuiltTool.run(
                    ["validate", "a", "b", "--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder.path)
                #expect(part.status == 0)
            }
            let all = ["report", "merge", "1.json", "2.json"]
            #expect(try BuiltTool.run(all, in: folder.path).status == 0)
            #expect(try BuiltTool.run(all + ["--fail-on", "warning"], in: folder.path).status == 1)
            let half = try BuiltTool.run(["report", "merge", "2.json"], in: folder.path)
            #expect(half.status == 3)
            let missing = "iapkit: shard 1/2: no report of it was given; see why its job wrote none, and run it again\n"
            #expect(half.errorText.hasPrefix(missing))
        }
    }

    private static let mistakes: [([String], Int32, String)] = [
        ([], 2, "iapkit: report needs to know what to do\niapkit: hint: iapkit report merge FILE…\n"),
        (
            ["merg", "a.json"], 2,
            "iapkit: there is no kind of work on reports 'merg'\niapkit: hint: did you mean 'merge'?\n"
        ),
        (["merge"], 2, "iapkit: report merge needs at least one FILE\niapkit: hint: see iapkit help report\n"),
        (
            ["merge", "gone.json"], 3,
            "iapkit: gone.json: the report can't be read: No such file or directory; check the path\n"
        ),
        (
            ["merge", "cut.json"], 3,
            "iapkit: cut.json:3:1: can't be read as a report: not well-formed JSON: it ends too early; "
                + "give what iapkit wrote for --report json\n"
        ),
        (
            ["merge", "explain.json"], 3,
            "iapkit: explain.json: is a report of 'explain', which can't be merged; "
                + "merge reports of validate, match, pack, inspect\n"
        ),
        (
            ["merge", "a.json", "a.json"], 2,
            "iapkit: 'a.json' and 'a.json' both have the input 'a'\n"
                + "iapkit: hint: give each report once, and those of one run only\n"
        ),
        (
            ["merge", "a.json", "--report", "json=a.json"], 2,
            "iapkit: the report 'a.json' would replace or change the report 'a.json'\n"
                + "iapkit: hint: give the report another file\n"
        ),
    ]

    @Test(arguments: mistakes)
    func `what can't be merged is told with the way out`(arguments: [String], status: Int32, text: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("a")
            try BuiltTool.run(["validate", "a", "--report", "json=a.json"], in: folder.path)
            try BuiltTool.run(["explain", "PID-010", "--report", "json=explain.json"], in: folder.path)
            try folder.write("cut.json", "{\n\"tool\": 1,\n")
            let outcome = try BuiltTool.run(["report"] + arguments, in: folder.path)
            #expect(outcome.status == status)
            #expect(outcome.errorText == text)
        }
    }

    @Test func `what made the shards fail makes the whole fail, in a configuration too`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b"] {
                try folder.makeContentFolder(name, productIdentifier: "com.example.\(name)", contents: [:])
            }
            try folder.write("iapkit.json", #"{"content": ["a", "b"], "failOn": "warning"}"#)
            for index in 1...2 {
                let part = try BuiltTool.run(
                    ["validate", "--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder.path)
                #expect(part.status == 1)
            }
            let merge = ["report", "merge", "1.json", "2.json"]
            #expect(try BuiltTool.run(merge, in: folder.path).status == 1)
            #expect(try BuiltTool.run(merge + ["--fail-on", "error"], in: folder.path).status == 0)
        }
    }

    @Test func `a shard whose product source can't be read is told with its reason, and a document is there`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b"] { try folder.makeContentFolder(name, productIdentifier: "com.example.\(name)") }
            try folder.write("list.txt", "com.example.a\ncom.example.b\n")
            for (index, list) in [(1, "list.txt"), (2, "gone.txt")] {
                try BuiltTool.run(
                    [
                        "validate", "a", "b", "--products", list, "--shard", "\(index)/2", "--report",
                        "json=\(index).json",
                    ],
                    in: folder.path)
            }
            let merged = try BuiltTool.run(
                ["report", "merge", "1.json", "2.json", "--report", "junit=all.xml"], in: folder.path)
            #expect(merged.status == 3)
            #expect(merged.errorText.hasPrefix("iapkit: gone.txt: the product source can't be read"))
            #expect(merged.errorText.contains("iapkit: shard 2/2: no report of it was given"))
            #expect(FileManager.default.fileExists(atPath: folder.path("all.xml")))
        }
    }

    @Test func `a report that is missing or cut keeps back nothing of the others`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b", "c"] {
                try folder.makeContentFolder(name, productIdentifier: "com.example.\(name) ")
            }
            for index in 1...3 {
                try BuiltTool.run(
                    ["validate", "a", "b", "c", "--shard", "\(index)/3", "--report", "json=\(index).json"],
                    in: folder.path)
            }
            try folder.write("2.json", "{")
            try FileManager.default.removeItem(atPath: folder.path("3.json"))
            let merged = try BuiltTool.run(["report", "merge", "1.json", "2.json", "3.json"], in: folder.path)
            #expect(merged.status == 3)
            #expect(merged.outputText.contains("[KEY-004 "))
            let failures = merged.errorText.split(separator: "\n").map { $0.prefix { $0 != ";" } }
            #expect(
                failures.prefix(4) == [
                    "iapkit: 2.json:1:2: can't be read as a report: not well-formed JSON: it ends too early",
                    "iapkit: 3.json: the report can't be read: No such file or directory",
                    "iapkit: shard 2/3: no report of it was given", "iapkit: shard 3/3: no report of it was given",
                ])
        }
    }

    @Test func `a report is also read from a pipe`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("a")
            let report = try BuiltTool.run(["validate", "a", "--report", "json"], in: folder.path)
            let merged = try BuiltTool.run(
                ["report", "merge", "-", "--report", "json"], in: folder.path, input: Data(report.output))
            #expect(merged.outputText == report.outputText)
        }
    }
}
