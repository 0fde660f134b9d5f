import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// Pipes, locales, missing homes, closed and full streams, disks that can't be written: where CI runs a tool.
@Suite struct SurroundingsTests {
    /// A command line of each command that has something to tell; `A` is wrong, `B` is right.
    private static let commandLines: [[String]] = [
        ["init", "New", "--product-id", "com.example.new"], ["validate", "A", "B"], ["validate", "Packs"],
        ["match", "A", "B", "--products", "list.txt"], ["pack", "A", "B", "-o", "out", "--force"],
        ["inspect", "A", "B.zip"],
        ["compare", "A", "B"], ["unpack", "B.zip", "-o", "Unpacked"], ["edit", "A", "B", "--bump", "--dry-run"],
        ["migrate", "A", "B", "-o", "New"], ["rehearse", "B.zip", "--app", "New"], ["products", "list.txt"],
        ["explain"], ["explain", "PID-010"],
        ["generate", "man"], ["generate", "bash"],
        ["help"], ["help", "pack"], ["--version"], ["report", "merge", "report.json"], ["validate", "Missing"],
        ["validate", "--no-such-option"], ["nope"],
    ]

    private func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            // A line with everything that could steer a terminal.
            try folder.makeContentFolder("A", productIdentifier: "wrong \u{202E}id", contents: ["\u{1B}[31mred": "x"])
            try folder.makeContentFolder("B", contents: ["a.txt": "a", ".hidden": "x"])
            try folder.makeContentFolder("Packs/\u{1B}]0;x\u{7}", productIdentifier: "C")
            try folder.write("list.txt", "com.example.app.pack1\n")
            try #require(try BuiltTool.run(["pack", "B"], in: folder.path).status == 0)
            let report = try BuiltTool.run(["validate", "A", "--report", "json=report.json"], in: folder.path)
            try #require(report.status == 1)
            try body(folder)
        }
    }

    @Test func `every command has its line here`() {
        let told = Set(Self.commandLines.map { $0[0] })
        #expect(CommandTable.all.map { $0.name }.filter { !told.contains($0) } == [])
    }

    @Test func `E11: no escape byte leaves for a pipe or a file, from any command, in any report`() throws {
        let environment = ["TERM": "xterm-256color", "COLUMNS": "60"]
        try withFolder { folder in
            for line in Self.commandLines {
                var variants = [line]
                if let command = CommandTable.all.first(where: { $0.name == line[0] }),
                    command.options.contains(where: { $0.name == "report" })
                {
                    variants += ["text", "json", "sarif", "junit", "github"].map { line + ["--report", $0] }
                    variants.append(line + ["--report", "text=report.txt"])
                }
                for variant in variants {
                    let outcome = try BuiltTool.run(variant, in: folder.path, environment: environment)
                    #expect(!outcome.output.contains(0x1B), "\(variant)")
                    #expect(!outcome.error.contains(0x1B), "\(variant)")
                    for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                }
            }
            let forced = try BuiltTool.run(
                ["validate", "A", "--color", "always", "--report", "text=report.txt", "--report", "json"],
                in: folder.path, environment: environment)
            #expect(!forced.output.contains(0x1B))
            #expect(try !Data(contentsOf: URL(fileURLWithPath: folder.path("report.txt"))).contains(0x1B))
        }
    }

    @Test func `a finding's first line is one line in a pipe, whatever the width, and each can be grepped`() throws {
        try withFolder { folder in
            let outcome = try BuiltTool.run(["validate", "A"], in: folder.path, environment: ["COLUMNS": "20"])
            let heads = outcome.outputText.split(separator: "\n").filter { $0.hasPrefix("A/ContentInfo.plist:8:10: ") }
            #expect(!heads.isEmpty)
            #expect(heads.allSatisfy { $0.contains(": error: ") && $0.hasSuffix("]") })
        }
    }

    @Test func `without a locale, a home, a search path and a terminal the bytes are the same`() throws {
        try withFolder { folder in
            for line in Self.commandLines {
                let usual = try BuiltTool.run(line, in: folder.path, environment: ["LC_ALL": "C.UTF-8"])
                for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                let bare = try BuiltTool.run(
                    line, in: folder.path,
                    environment: [
                        "LC_ALL": "C", "LANG": "", "HOME": "", "USER": "", "LOGNAME": "", "TMPDIR": "",
                        "TZ": "Asia/Tokyo",
                    ])
                for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                #expect(bare.output == usual.output, "\(line)")
                #expect(bare.error == usual.error, "\(line)")
                #expect(bare.status == usual.status, "\(line)")
            }
            // Not a single variable.
            let env = try #require(Program("env"))
            let outcome = try env.run(["-i", BuiltTool.program.path, "validate", "B"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText.hasSuffix("B: valid, 1 note ('com.example.app.pack1', version 1.0)\n"))
        }
    }

    @Test func `a closed standard input matters to nobody who does not read it`() throws {
        let shell = try #require(Program("sh"))
        try withFolder { folder in
            for line in Self.commandLines {
                let words = line.map { "'\($0)'" }.joined(separator: " ")
                let open = try BuiltTool.run(line, in: folder.path)
                for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                let closed = try shell.run(["-c", "exec '\(BuiltTool.program.path)' \(words) <&-"], in: folder.path)
                for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                #expect(closed.output == open.output, "\(line)")
                #expect(closed.status == open.status, "\(line)")
            }
            // Who reads it finds nothing there.
            let source = try shell.run(
                ["-c", "exec '\(BuiltTool.program.path)' products - <&-"], in: folder.path)
            #expect(source.status == 3)
            #expect(source.errorText.hasPrefix("iapkit: -: lists no product ID; "))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a standard output that is full is status 3 for every command, and said once`() throws {
        let shell = try #require(Program("sh"))
        try withFolder { folder in
            for line in Self.commandLines where line[0] != "nope" && !line.contains("--no-such-option") {
                let words = line.map { "'\($0)'" }.joined(separator: " ")
                let outcome = try shell.run(
                    ["-c", "exec '\(BuiltTool.program.path)' \(words) > /dev/full"], in: folder.path)
                for name in ["New", "Unpacked"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
                // Where nothing could be looked at there is nothing to tell there.
                #expect(outcome.status == 3, "\(line)")
                if line != ["validate", "Missing"] {
                    #expect(
                        outcome.errorText.components(
                            separatedBy: "standard output can't be written to: No space left on device\n"
                        ).count == 2, "\(line): \(outcome.errorText)")
                }
            }
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a standard error that is full changes neither the result nor the status`() throws {
        let shell = try #require(Program("sh"))
        try withFolder { folder in
            let outcome = try shell.run(
                ["-c", "exec '\(BuiltTool.program.path)' validate A B 2> /dev/full"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(try outcome.output == BuiltTool.run(["validate", "A", "B"], in: folder.path).output)
        }
    }

    @Test(.enabled(if: ReadOnlyDisk.isAvailable, "a folder can't be mounted read-only here"))
    func `where nothing can be written, what only reads works, and what writes is status 3 and says why`() throws {
        try withFolder { folder in
            let disk = folder.path
            try ReadOnlyDisk.with(disk) {
                #expect(try BuiltTool.run(["validate", "B", "B.zip"], in: disk).status == 0)
                #expect(try BuiltTool.run(["match", "B", "--products", "list.txt"], in: disk).status == 0)
                #expect(try BuiltTool.run(["inspect", "B.zip"], in: disk).status == 0)
                #expect(try BuiltTool.run(["compare", "B.zip", "B"], in: disk).status == 0)
                #expect(try BuiltTool.run(["pack", "B", "-o", "C.zip", "--dry-run"], in: disk).status == 0)
                for line in [
                    ["pack", "B", "-o", "C.zip"], ["pack", "B", "-o", "out"], ["pack", "B", "--force"],
                    ["unpack", "B.zip", "-o", "C"], ["edit", "B", "--bump"], ["init", "C", "--product-id", "c"],
                    ["validate", "B", "--report", "json=report.json"],
                ] {
                    let outcome = try BuiltTool.run(line, in: disk)
                    #expect(outcome.status == 3, "\(line)")
                    #expect(outcome.errorText.contains("Read-only file system"), "\(line): \(outcome.errorText)")
                }
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path("C.zip")))
        }
    }

    @Test func `a name is no command to the service that reads the log, on either stream`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("::error::A", productIdentifier: "x y")
            let outcome = try BuiltTool.run(
                ["validate", "::error::A", "::warning::B", "##[error]C", "a ##vso[task.complete]"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.outputText.hasPrefix("<U+003A>:error::A/ContentInfo.plist:8:10: error: "))
            for line in (outcome.outputText + outcome.errorText).split(separator: "\n") {
                #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
                #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
            }
        }
    }

    @Test func `validate says where nothing proves that a product has the ID, and only there`() throws {
        let remark = "iapkit: no list of products was given, so it was not checked that a product has the ID; "
        try withFolder { folder in
            func error(_ arguments: String...) throws -> String {
                try BuiltTool.run(["validate"] + arguments, in: folder.path).errorText
            }
            #expect(try error("B") == remark + "--products SOURCE or --expect ID does that\n")
            #expect(try error("B", "--report", "json").hasPrefix(remark))
            for silent in [
                ["--products", "list.txt"], ["--expect", "x"], ["-q"], ["--skip", "PID-010"], ["--only", "LAY-003"],
            ] {
                #expect(try BuiltTool.run(["validate", "B"] + silent, in: folder.path).errorText == "", "\(silent)")
            }
            try folder.write("B/ContentInfo.plist", "no list")
            #expect(try error("B") == "")
        }
    }
}
