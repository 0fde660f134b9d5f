import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// Known findings: `--write-baseline` and `--baseline`.
@Suite struct BaselineTests {
    /// Cats has an ID with white space (KEY-004, an error) and no payload (LAY-003, a warning); Dogs is sound.
    private func withPacks(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats ", contents: [:])
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
            try body(folder)
        }
    }

    private let known = """
        {
          "schemaVersion": "1.0",
          "findings": [
            {"input": "Packs/Cats", "member": "ContentInfo.plist", "code": "KEY-004", "slug": "white-space-around-value", "key": "IAPProductIdentifier"},
            {"input": "Packs/Cats", "member": "Contents", "code": "LAY-003", "slug": "contents-empty"}
          ]
        }

        """

    private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    private func findings(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return try #require(document["findings"] as? [[String: Any]])
    }

    @Test func `the findings of a run are written sorted, an entry a line, and are known from then on`() throws {
        try withPacks { folder in
            let written = try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            #expect(written.status == 0)
            #expect(written.messages == "iapkit: b.json: written, with 2 known findings\n")
            #expect(try text("b.json", in: folder) == known)
            let outcome = try BuiltTool.run(["validate", "Packs", "--baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.messages == "iapkit: b.json: not reported, as known: 2 findings\n")
            #expect(
                outcome.outputText == """
                    Packs/Cats: nothing new, 2 known findings ('com.example.cats ', version 1.0)
                    Packs/Dogs: valid ('com.example.dogs', version 1.0)

                    2 inputs: 2 without new errors; nothing new; 2 known findings

                    """)
            #expect(written.outputText == outcome.outputText)
            let strict = try BuiltTool.run(
                ["validate", "Packs", "--baseline", "b.json", "--fail-on", "note", "-q"], in: folder.path)
            #expect(strict.status == 0)
            #expect(strict.outputText.isEmpty && strict.messages.isEmpty)
        }
    }

    @Test func `E16: written in one place, it holds in another, however the inputs are named`() throws {
        try withPacks { folder in
            try folder.makeFolder("a/repo/ci")
            try FileManager.default.moveItem(atPath: folder.path("Packs"), toPath: folder.path("a/repo/Packs"))
            try BuiltTool.run(
                ["validate", folder.path("a/repo/Packs"), "--write-baseline", "ci/b.json"],
                in: folder.path("a/repo"))
            let file = try text("a/repo/ci/b.json", in: folder)
            #expect(file.contains(#"{"input": "../Packs/Cats", "#))
            #expect(!file.contains(folder.path))
            try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
            let repository = folder.path("b/repo")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link"), withDestinationPath: repository)
            for (place, input, baseline) in [
                (repository, "Packs", "ci/b.json"), (repository, "./Packs/../Packs/Cats", "ci/b.json"),
                (repository + "/Packs", ".", "../ci/b.json"), (repository + "/Packs/Cats", ".", "../../ci/b.json"),
                (folder.path, "link/Packs", "link/ci/b.json"),
                ("/", repository + "/Packs/Cats/", repository + "/ci/b.json"),
            ] {
                let outcome = try BuiltTool.run(
                    ["validate", input, "--baseline", baseline, "--report", "json"], in: place)
                #expect(outcome.status == 0)
                #expect(try findings(outcome).isEmpty, "\(input)")
                #expect(outcome.messages == "iapkit: \(baseline): not reported, as known: 2 findings\n")
            }
        }
    }

    @Test func `E24: neither wording nor line makes a known finding new`() throws {
        try withPacks { folder in
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            let plist = try text("Packs/Cats/ContentInfo.plist", in: folder)
            try folder.write(
                "Packs/Cats/ContentInfo.plist",
                plist.replacing("<dict>", with: "<!-- moved -->\n\n<dict>").replacing("cats ", with: "tabbies  "))
            let outcome = try BuiltTool.run(["validate", "Packs", "--baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.messages == "iapkit: b.json: not reported, as known: 2 findings\n")
        }
    }

    @Test func `what is new counts, in every report`() throws {
        try withPacks { folder in
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs ", contents: [".a": "a"])
            for (format, mark) in [
                ("json", "\"code\" : \"KEY-004\""), ("sarif", "\"ruleId\" : \"KEY-004\""),
                ("github", "::error file=Packs/Dogs/ContentInfo.plist,line=8,col="),
                ("text", ": error: "), ("junit", "<failure "),
            ] {
                let outcome = try BuiltTool.run(
                    ["validate", "Packs", "--baseline", "b.json", "--report", format], in: folder.path)
                #expect(outcome.status == 1)
                #expect(outcome.outputText.components(separatedBy: mark).count == 2, "\(format)")
                #expect(!outcome.outputText.contains("Packs/Cats/ContentInfo.plist"), "\(format)")
            }
            let json = try BuiltTool.run(
                ["validate", "Packs", "--baseline", "b.json", "--report", "json"], in: folder.path)
            let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
            #expect(document["summary"] as? [String: Int] == ["errors": 1, "warnings": 0, "notes": 1, "known": 2])
            let inputs = try #require(document["inputs"] as? [[String: Any]])
            #expect(inputs.map { $0["known"] as? Int } == [2, nil])
            #expect(inputs.map { $0["verdict"] as? String } == ["ok", "error"])
        }
    }

    @Test func `of equal findings as many are known as there are entries`() throws {
        try withTemporaryFolder { folder in
            // Two scripts of one name in a zip are two findings that are alike.
            let entry = Baseline.Identity(code: "FIL-002", input: "Cats", member: "Contents/a", key: nil)
            #expect(entry == Baseline.Identity(code: "FIL-002", input: "Cats", member: "Contents/a", key: nil))
            // Two Unicode forms of one letter are two names.
            #expect(
                Baseline.Identity(code: "FIL-002", input: "\u{E9}", member: nil, key: nil)
                    != Baseline.Identity(code: "FIL-002", input: "e\u{301}", member: nil, key: nil))
            try folder.makeContentFolder("Cats")
            let twice = try text(twice: folder)
            let lines = twice.split(separator: "\n").filter { $0.contains("PLI-009") }
            #expect(lines.count == 2)
            let one = twice.replacing(lines[0] + "\n", with: "")
            try folder.write("b.json", one)
            let outcome = try BuiltTool.run(
                ["validate", "Cats", "--baseline", "b.json", "--report", "json"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(try findings(outcome).map { $0["code"] as? String } == ["PLI-009"])
        }
    }

    /// The baseline of a folder with a key that stands three times.
    private func text(twice folder: TemporaryFolder) throws -> String {
        let plist = ContentInfoText.xml()
        let extra = "\t<key>Extra</key>\n\t<string>a</string>\n"
        try folder.write(
            "Cats/ContentInfo.plist", plist.replacing("</dict>", with: extra + extra + extra + "</dict>"))
        try BuiltTool.run(["validate", "Cats", "--write-baseline", "b.json"], in: folder.path)
        return try text("b.json", in: folder)
    }

    // MARK: - Stale entries

    @Test func `an entry that matches nothing any more is a note at its line`() throws {
        try withPacks { folder in
            try folder.write("b.json", known)
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats", contents: [:])
            let outcome = try BuiltTool.run(["validate", "Packs", "--baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.messages == "iapkit: b.json: not reported, as known: 1 finding\n")
            #expect(
                outcome.outputText == """
                    Packs/Cats: nothing new, 1 known finding ('com.example.cats', version 1.0)
                    Packs/Dogs: valid ('com.example.dogs', version 1.0)

                    b.json:4:5: note: the entry is for KEY-004 in 'Packs/Cats/ContentInfo.plist', key 'IAPProductIdentifier', which has no such finding [BAS-001 stale-baseline-entry]
                        To mend it, remove the entry, or write the baseline again.

                    2 inputs: 2 without new errors; 1 note; 1 known finding

                    """)
            let strict = try BuiltTool.run(
                ["validate", "Packs", "--baseline", "b.json", "--severity", "BAS-001=error"], in: folder.path)
            #expect(strict.status == 1)
            let off = try BuiltTool.run(
                ["validate", "Packs", "--baseline", "b.json", "--skip", "stale-baseline-entry"], in: folder.path)
            #expect(!off.outputText.contains("BAS-001"))
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            let renewed = try text("b.json", in: folder)
            #expect(!renewed.contains("KEY-004") && renewed.contains("LAY-003"))
        }
    }

    @Test func `an entry is not stale where its check or its input was not looked at`() throws {
        try withPacks { folder in
            try folder.write("ids.txt", "com.example.cats\n")
            try BuiltTool.run(
                ["validate", "Packs", "--products", "ids.txt", "--write-baseline", "b.json"], in: folder.path)
            #expect(try text("b.json", in: folder).contains("PID-010"))
            for arguments in [
                ["Packs/Dogs"], ["Packs"], ["Packs/Dogs", "--only", "LAY-003"],
                ["Packs/Dogs", "--severity", "PID-010=off"],
            ] {
                let outcome = try BuiltTool.run(
                    ["validate", "--baseline", "b.json", "--report", "json"] + arguments, in: folder.path)
                #expect(try findings(outcome).isEmpty, "\(arguments)")
            }
        }
    }

    @Test func `two inputs with one product ID are known together, and neither makes the other stale`() throws {
        try withTemporaryFolder { folder in
            for name in ["Cats", "Dogs", "Fish"] { try folder.makeContentFolder("Packs/\(name)") }
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            #expect(try text("b.json", in: folder).components(separatedBy: "PID-012").count == 4)
            let alone = try BuiltTool.run(
                ["validate", "Packs/Cats", "--baseline", "b.json", "--report", "json"], in: folder.path)
            #expect(try findings(alone).isEmpty)
            for name in ["Cats", "Dogs", "Fish"] {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: "com.example.\(name)")
            }
            let mended = try BuiltTool.run(
                ["validate", "Packs", "--baseline", "b.json", "--report", "json"], in: folder.path)
            #expect(try findings(mended).map { $0["code"] as? String } == ["BAS-001", "BAS-001", "BAS-001"])
        }
    }

    @Test func `the entries of an input that is gone are stale, and so is a code that no check has`() throws {
        try withPacks { folder in
            try folder.write(
                "b.json",
                known.replacing("\"Packs/Cats\", \"member\": \"Contents\"", with: "\"./Packs/Gone/\"").replacing(
                    "\"KEY-004\"", with: "\"OLD-999\""))
            let outcome = try BuiltTool.run(
                [
                    "validate", "Packs", "--baseline", "b.json", "--report", "json", "--skip", "KEY-004", "--skip",
                    "LAY-003",
                ],
                in: folder.path)
            #expect(
                try findings(outcome).map { $0["message"] as? String } == [
                    "the entry is for OLD-999 in 'Packs/Cats/ContentInfo.plist', key 'IAPProductIdentifier', which has no "
                        + "such finding",
                    "the entry is for LAY-003 in 'Packs/Gone', which is not there any more",
                ])
            #expect(try findings(outcome).map { $0["input"] as? String } == ["b.json", "b.json"])
        }
    }

    @Test func `the shards of a run with a baseline come to the same as the whole, what is gone told once`() throws {
        try withTemporaryFolder { folder in
            for name in ["Ants", "Bees", "Cats", "Dogs", "Eels", "Fish"] {
                let identifier = name == "Bees" ? "com.example.Ants" : "com.example.\(name) "
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: identifier, contents: [".h": "h"])
            }
            try folder.makeContentFolder("Packs/Ants", productIdentifier: "com.example.Ants", contents: [".h": "h"])
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            try FileManager.default.removeItem(atPath: folder.path("Packs/Fish"))
            for name in ["Bees", "Dogs"] {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: "com.example.\(name)")
            }
            let arguments = ["validate", "Packs", "--baseline", "b.json", "--report"]
            let whole = try BuiltTool.run(arguments + ["json"], in: folder.path)
            // Two of Fish, one each of Bees and Dogs, and what Ants shared with Bees.
            #expect(try findings(whole).map { $0["code"] as? String } == Array(repeating: "BAS-001", count: 5))
            for index in 1...3 {
                try BuiltTool.run(arguments + ["json=\(index).json", "--shard", "\(index)/3"], in: folder.path)
            }
            let merged = try BuiltTool.run(
                ["report", "merge", "1.json", "2.json", "3.json", "--report", "json"], in: folder.path)
            #expect(merged.outputText == whole.outputText)
            let written = try BuiltTool.run(
                ["validate", "Packs", "--write-baseline", "b.json", "--shard", "1/3"], in: folder.path)
            #expect(written.status == 2)
            #expect(
                written.errorText == "iapkit: a baseline is of all inputs, and --shard looks at some\n"
                    + "iapkit: hint: leave --shard out\n")
        }
    }

    // MARK: - pack

    @Test func `a known error no longer keeps a folder from being packed; a new one does`() throws {
        try withPacks { folder in
            try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            let packed = try BuiltTool.run(["pack", "Packs", "--baseline", "b.json", "-o", "dist"], in: folder.path)
            #expect(packed.status == 0)
            #expect(Repository.files(inFolder: folder.path("dist")) == ["Cats.zip", "Dogs.zip"])
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example dogs")
            let again = try BuiltTool.run(["pack", "Packs", "--baseline", "b.json", "-o", "out"], in: folder.path)
            #expect(again.status == 1)
            #expect(Repository.files(inFolder: folder.path("out")) == ["Cats.zip"])
        }
    }

    @Test func `what is no content folder is not packed, however known that is`() throws {
        try withTemporaryFolder { folder in
            try folder.write("notes.txt", "text")
            try BuiltTool.run(["validate", "notes.txt", "--write-baseline", "b.json"], in: folder.path)
            let outcome = try BuiltTool.run(["pack", "notes.txt", "--baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.messages == "iapkit: b.json: not reported, as known: 1 finding\n"
                    + "iapkit: notes.txt: is no content folder; give pack the folder that holds ContentInfo.plist\n")
        }
    }

    // MARK: - With a configuration

    @Test func `a configuration names the baseline, before it is written for the first time too`() throws {
        try withPacks { folder in
            try folder.write("iapkit.json", #"{"content": ["Packs"], "baseline": "ci/b.json"}"#)
            let missing = try BuiltTool.run(["validate"], in: folder.path)
            #expect(missing.status == 3)
            #expect(
                missing.messages
                    == "iapkit: ci/b.json: the baseline can't be read: No such file or directory; check the "
                    + "path, or write it with iapkit validate --write-baseline\n")
            let noFolder = try BuiltTool.run(["validate", "--write-baseline", "ci/b.json"], in: folder.path)
            #expect(noFolder.status == 3)
            #expect(
                noFolder.messages
                    == "iapkit: ci/b.json: there is no folder for the baseline; make the folder first\n")
            try folder.makeFolder("ci")
            #expect(try BuiltTool.run(["validate", "--write-baseline", "ci/b.json"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["validate", "--fail-on", "note"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["pack", "-o", "dist", "-q"], in: folder.path).status == 0)
        }
    }

    // MARK: - Files that are none

    @Test(arguments: [
        ("", ":1:1: the baseline is not well-formed JSON: it ends too early"),
        ("[]", ":1:1: is no baseline: it has no array \"findings\""),
        ("{\"findings\": []}", ":1:1: is no baseline of a version that this iapkit reads, 1"),
        (
            "{\"schemaVersion\": \"2.0\", \"findings\": []}",
            ":1:19: is no baseline of a version that this iapkit reads, 1"
        ),
        (
            "{\"schemaVersion\": \"1.0\",\n\"findings\": [{\"code\": \"KEY-004\"}]}",
            ":2:14: the entry lacks \"code\" or \"input\", or one of them is no string"
        ),
        (
            "{\"schemaVersion\": \"1.7\", \"findings\": [{\"code\": \"A\", \"input\": \"a\", \"key\": 1}]}",
            ":1:74: \"key\" of the entry is no string"
        ),
        ("<<<<<<< HEAD\n", ":1:1: the baseline is not well-formed JSON: a value is missing"),
    ])
    func `a file that is no baseline is status 3, and is not written over`(file: String, told: String) throws {
        try withPacks { folder in
            try folder.write("b.json", file)
            let read = try BuiltTool.run(["validate", "Packs", "--baseline", "b.json"], in: folder.path)
            #expect(read.status == 3)
            #expect(
                read.messages
                    == "iapkit: b.json\(told); mend it, or write it with iapkit validate --write-baseline\n")
            let written = try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            guard !file.isEmpty else {
                #expect(written.status == 0)
                return
            }
            #expect(written.status == 3)
            #expect(
                written.messages
                    == "iapkit: b.json: the baseline was not written, since what is there is none; remove it, "
                    + "or give --write-baseline another file\n")
            #expect(try text("b.json", in: folder) == file)
            // The findings are told, so that the run was not for nothing.
            #expect(written.outputText.contains("KEY-004"))
        }
    }

    /// What `--write-baseline b.json` says where it must not go on for a reason.
    private func refusal(_ reason: String) -> String {
        "iapkit: b.json: the baseline was not written, since what is there \(reason); remove it, or give "
            + "--write-baseline another file\n"
    }

    @Test(arguments: [("b.json", "Too many levels of symbolic links"), ("gone", "No such file or directory")])
    func `a link that leads to nothing is not written over`(target: String, reason: String) throws {
        try withPacks { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("b.json"), withDestinationPath: target)
            let written = try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            #expect(written.status == 3)
            #expect(written.messages == refusal("can't be read: \(reason)"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("b.json")) == target)
        }
    }

    @Test func `a file that may not be read is not written over`() throws {
        try withPacks { folder in
            let file = try folder.write("b.json", "mine")
            try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: file)
            let written = try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            #expect(written.status == 3)
            // Root may read it, and sees that it is no baseline.
            #expect(written.messages == refusal(getuid() == 0 ? "is none" : "can't be read: Permission denied"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            #expect(try text("b.json", in: folder) == "mine")
        }
    }

    @Test func `a file larger than any baseline is not written over`() throws {
        try withPacks { folder in
            let size = Baseline.sizeLimit + 1
            let file = try folder.write("b.json", "{\"schemaVersion\": \"1.0\", \"findings\": []}")
            #expect(truncate(file, off_t(size)) == 0)
            let written = try BuiltTool.run(["validate", "Packs", "--write-baseline", "b.json"], in: folder.path)
            #expect(written.status == 3)
            #expect(written.messages == refusal("is none"))
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == size)
        }
    }

    @Test func `a baseline may go to a pipe, which holds nothing that could be lost`() throws {
        try withPacks { folder in
            let written = try BuiltTool.run(
                ["validate", "Packs", "-q", "--write-baseline", "/dev/stdout"], in: folder.path)
            #expect(written.status == 0)
            #expect(written.outputText.hasPrefix("{\n  \"schemaVersion\": \"1.0\",\n"))
        }
    }

    @Test(arguments: [
        (
            ["--write-baseline", "Packs/Dogs/b.json"],
            "the baseline 'Packs/Dogs/b.json' would replace or change 'Packs/Dogs', which is read\n"
                + "iapkit: hint: give the baseline another file"
        ),
        (
            ["--products", "ids.txt", "--write-baseline", "ids.txt"],
            "the baseline 'ids.txt' would replace or change 'ids.txt', which is read\n"
                + "iapkit: hint: give the baseline another file"
        ),
        (
            ["--write-baseline", "b.json", "--report", "json=b.json"],
            "the report 'b.json' would replace or change the baseline 'b.json'\n"
                + "iapkit: hint: give the report another file"
        ),
        (
            ["--baseline", "a.json", "--write-baseline", "b.json"],
            "--baseline and --write-baseline can't both be meant"
        ),
        (
            ["--write-baseline", "-"],
            "--write-baseline can't be standard input or output, since its paths would have no "
                + "folder\niapkit: hint: give --write-baseline a file"
        ),
    ])
    func `a baseline that would harm what is read is a wrong command line`(arguments: [String], told: String) throws {
        try withPacks { folder in
            try folder.write("ids.txt", "com.example.dogs\n")
            let outcome = try BuiltTool.run(["validate", "Packs"] + arguments, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.messages == "iapkit: \(told)\n")
            #expect(try text("ids.txt", in: folder) == "com.example.dogs\n")
        }
    }

    @Test func `where an input could not be opened no baseline is written, as it would lack that`() throws {
        try withPacks { folder in
            let outcome = try BuiltTool.run(
                ["validate", "Packs", "gone", "--write-baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(
                outcome.messages.contains(
                    "iapkit: b.json: the baseline was not written, since not everything could be looked at\n"))
            #expect(!FileManager.default.fileExists(atPath: folder.path("b.json")))
        }
    }

    @Test func `the same content gives the same bytes, and hostile names break nothing`() throws {
        try withTemporaryFolder { folder in
            let name = "a\n\"\\\u{1B}[31m\u{202E}"
            try folder.makeContentFolder(name, contents: [".h\n\"\\\u{7F}": "a", ".b": "b"])
            for (file, environment) in [
                ("1.json", ["LC_ALL": "C"]), ("2.json", ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"]),
            ] {
                let outcome = try BuiltTool.run(
                    ["validate", name, "--write-baseline", file, "-j", "3"], in: folder.path, environment: environment)
                #expect(outcome.status == 0)
            }
            #expect(try text("1.json", in: folder) == text("2.json", in: folder))
            let outcome = try BuiltTool.run(
                ["validate", name, "--baseline", "1.json", "--report", "json"], in: folder.path)
            #expect(try findings(outcome).isEmpty)
            let first = try text("1.json", in: folder)
            #expect(!first.contains("\u{1B}"))
        }
    }
}
