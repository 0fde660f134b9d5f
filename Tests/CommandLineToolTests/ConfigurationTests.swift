import Foundation
import TestSupport
import Testing

/// `iapkit.json`, as the built program goes by it.
@Suite struct ConfigurationTests {
    /// A repository with two content folders, a list of products and a configuration.
    private func withRepository(
        _ configuration: String = #"{"content": ["Packs"], "products": ["ids.txt"], "output": "dist"}"#,
        _ body: (TemporaryFolder) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("repo/.git")
            try folder.makeContentFolder("repo/Packs/Cats", productIdentifier: "com.example.cats")
            try folder.makeContentFolder("repo/Packs/Dogs", productIdentifier: "com.example.dogs")
            try folder.write("repo/ids.txt", "com.example.cats\ncom.example.dogs\n")
            try folder.write("repo/iapkit.json", configuration)
            try body(folder)
        }
    }

    private func paths(_ outcome: Program.Outcome) throws -> [String] {
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return (document["inputs"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
    }

    private func codes(_ outcome: Program.Outcome) throws -> [String] {
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return (document["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    @Test func `with one, validate, match and pack need no operand`() throws {
        try withRepository { folder in
            let repository = folder.path("repo")
            let validated = try BuiltTool.run(["validate", "--report", "json"], in: repository)
            #expect(validated.status == 0)
            #expect(validated.messages.isEmpty)
            #expect(try paths(validated) == ["Packs/Cats", "Packs/Dogs"])
            #expect(try codes(validated).isEmpty)
            let matched = try BuiltTool.run(["match"], in: repository)
            #expect(matched.status == 0)
            #expect(
                matched.outputText.hasPrefix(
                    "exact  Packs/Cats  com.example.cats\nexact  Packs/Dogs  com.example.dogs\n"))
            #expect(try BuiltTool.run(["pack", "-q"], in: repository).status == 0)
            #expect(Repository.files(inFolder: folder.path("repo/dist")) == ["Cats.zip", "Dogs.zip"])
        }
    }

    @Test func `its paths start from its own folder, wherever in the repository one stands`() throws {
        try withRepository { folder in
            let below = try folder.makeFolder("repo/a/b")
            let outcome = try BuiltTool.run(["pack", "--report", "json"], in: below)
            #expect(outcome.status == 0)
            #expect(outcome.messages.isEmpty)
            #expect(try paths(outcome) == ["../../Packs/Cats", "../../Packs/Dogs"])
            #expect(Repository.files(inFolder: folder.path("repo/dist")) == ["Cats.zip", "Dogs.zip"])
            #expect(Repository.files(inFolder: below).isEmpty)
            let named = try BuiltTool.run(
                ["validate", "--config", "repo/a/../iapkit.json", "--report", "json"], in: folder.path)
            #expect(try paths(named) == ["repo/Packs/Cats", "repo/Packs/Dogs"])
        }
    }

    @Test func `the nearest file is taken, and none above the root of the repository`() throws {
        try withRepository(#"{"content": ["Packs/Cats"]}"#) { folder in
            try folder.write("repo/sub/iapkit.json", #"{"content": ["../Packs/Dogs"]}"#)
            try folder.makeFolder("repo/sub/deep")
            let nearest = try BuiltTool.run(["validate", "--report", "json"], in: folder.path("repo/sub/deep"))
            #expect(try paths(nearest) == ["../../Packs/Dogs"])
            // The root of a worktree or a submodule has a file `.git`.
            try folder.write("repo/module/.git", "gitdir: ../.git/modules/module\n")
            try folder.makeFolder("repo/module/deep")
            for place in ["repo/module", "repo/module/deep"] {
                let outcome = try BuiltTool.run(["validate"], in: folder.path(place))
                #expect(outcome.status == 2)
                #expect(
                    outcome.messages == "iapkit: validate needs at least one PATH\n"
                        + "iapkit: hint: '.' is the current folder; see iapkit help validate\n")
            }
        }
    }

    @Test func `outside of a repository only the current folder is looked in`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("iapkit.json", #"{"content": ["Cats"]}"#)
            try folder.makeFolder("below")
            #expect(try BuiltTool.run(["validate", "-q"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["validate", "-q"], in: folder.path("below")).status == 2)
        }
    }

    @Test func `everything that is wrong is told at once, each with its place and the way out`() throws {
        let configuration = """
            {
              "contnt": ["Packs"],
              "content": ["Packs", 3, "-"],
              "products": [{"path": "ids.txt", "format": "jsn"}, {"format": "csv"}],
              "severity": {"FIL-09": "note", "pid-010": "eror"},
              "skip": "FIL-009",
              "failOn": null,
              "output": "dist",
              "output": "dist"
            }

            """
        try withRepository(configuration) { folder in
            let outcome = try BuiltTool.run(["validate", "--report", "json"], in: folder.path("repo"))
            #expect(outcome.status == 2)
            #expect(outcome.outputText.isEmpty)
            #expect(
                outcome.messages == """
                    iapkit: iapkit.json:2:3: there is no setting 'contnt'
                    iapkit: hint: did you mean 'content'?
                    iapkit: iapkit.json:3:24: 'content[1]' must be a string, and is a number
                    iapkit: hint: for example {"content": ["Packs"]}
                    iapkit: iapkit.json:3:27: 'content[2]' is '-', which no file is
                    iapkit: hint: standard input and output are named on the command line only
                    iapkit: iapkit.json:4:46: there is no format of products 'jsn'
                    iapkit: hint: did you mean 'json'?
                    iapkit: iapkit.json:4:54: 'products[1]' lacks "path"
                    iapkit: iapkit.json:5:16: there is no finding 'FIL-09'
                    iapkit: hint: did you mean 'FIL-009'?
                    iapkit: iapkit.json:5:34: there is no finding 'pid-010'
                    iapkit: hint: did you mean 'PID-010'?
                    iapkit: iapkit.json:6:11: 'skip' must be an array of codes of findings, and is a string
                    iapkit: hint: for example {"skip": ["FIL-009"]}
                    iapkit: iapkit.json:7:13: 'failOn' must be one of "error", "warning", "note", "never", and is null
                    iapkit: hint: for example {"failOn": "error"}
                    iapkit: iapkit.json:9:3: the key 'output' stands twice; first on line 8
                    iapkit: hint: remove one of them

                    """)
        }
    }

    @Test(
        arguments: [
            ("", ": is empty\niapkit: hint: write {} for a configuration that sets nothing"),
            (" \r\n\t", ": is empty\niapkit: hint: write {} for a configuration that sets nothing"),
            ("[]", ":1:1: the whole must be an object, and is an array"),
            (
                "{\n  // Cats\n}",
                ":2:3: is not well-formed JSON: a key in quotation marks is missing\n"
                    + "iapkit: hint: JSON has no comments"
            ),
            (#"{"content": ["Packs",]}"#, ":1:22: is not well-formed JSON: a comma stands before a closing bracket"),
            (#"{"content": ["Packs"]"#, ":1:22: is not well-formed JSON: it ends too early"),
            (#"{"content": ["Packs"]} {}"#, ":1:24: more text follows its end\niapkit: hint: remove it"),
            (
                "{\"output\": \"\u{E9}\", \"x\": 1}",
                ":1:17: there is no setting 'x'\niapkit: hint: there are: $schema, content, products, expect, app, exclude, "
                    + "output, formats, pkgProfile, assetPackIDs, download, downloadEvents, platforms, compression, reports, severity, failOn, only, skip, baseline"
            ),
            (#"{"output": ""}"#, ":1:12: 'output' is an empty string"),
            (#"{"output": "a\u0000b"}"#, ":1:12: 'output' holds a NUL"),
            (
                #"{"severity": {"PID-010": "note", "product-not-found": "off"}, "content": ["Packs"]}"#,
                ":1:34: 'severity' says twice how much PID-010 counts, by its code and by its name\n"
                    + "iapkit: hint: remove one of them"
            ),
            (
                #"{"\u001b[31m": 1}"#,
                ":1:2: there is no setting '<U+001B>[31m'\niapkit: hint: there are: $schema, content, "
                    + "products, expect, app, exclude, output, formats, pkgProfile, assetPackIDs, download, "
                    + "downloadEvents, platforms, compression, reports, severity, failOn, only, skip, baseline"
            ),
            (
                #"{"content": [ ]}"#,
                ":1:13: 'content' names no content folder\n"
                    + "iapkit: hint: a content folder holds ContentInfo.plist and Contents"
            ),
            ("{}", nil),
        ] as [(String, String?)])
    func `a wrong file is status 2 and says where`(text: String, told: String?) throws {
        try withRepository(text) { folder in
            let outcome = try BuiltTool.run(["validate"], in: folder.path("repo"))
            #expect(outcome.status == 2)
            #expect(outcome.outputText.isEmpty)
            guard let told else {
                #expect(
                    outcome.messages == "iapkit: validate needs at least one PATH, and iapkit.json names none\n"
                        + "iapkit: hint: give PATH, or set \"content\" there\n")
                return
            }
            #expect(outcome.messages == "iapkit: iapkit.json\(told)\n")
        }
    }

    @Test func `a byte-order mark is no fault, and no column; another encoding is one`() throws {
        try withRepository { folder in
            try folder.write("repo/iapkit.json", [0xEF, 0xBB, 0xBF] + Array(#"{"content": ["Packs"]}"#.utf8))
            #expect(try BuiltTool.run(["validate", "-q"], in: folder.path("repo")).status == 0)
            try folder.write("repo/iapkit.json", [0xEF, 0xBB, 0xBF] + Array(#"{"x": 1}"#.utf8))
            #expect(
                try BuiltTool.run(["validate"], in: folder.path("repo")).messages
                    .hasPrefix("iapkit: iapkit.json:1:2: there is no setting 'x'\n"))
            try folder.write("repo/iapkit.json", Array("{\n\"output\": \"".utf8) + [0xE9] + Array("\"}".utf8))
            #expect(
                try BuiltTool.run(["validate"], in: folder.path("repo")).messages
                    == "iapkit: iapkit.json:2:12: is not UTF-8\niapkit: hint: save the file as UTF-8\n")
        }
    }

    @Test func `a file from strangers is bounded in size, depth and in what is told of it`() throws {
        try withRepository(String(repeating: " ", count: 1 << 20) + "{}") { folder in
            let repository = folder.path("repo")
            let large = try BuiltTool.run(["validate"], in: repository)
            #expect(large.status == 2)
            #expect(
                large.messages == "iapkit: iapkit.json: is larger than 1 MiB, which no configuration is\n"
                    + "iapkit: hint: check the path\n")
            try folder.write("repo/iapkit.json", #"{"content": "# + String(repeating: "[", count: 100_000))
            let deep = try BuiltTool.run(["validate"], in: repository)
            #expect(deep.status == 2)
            #expect(
                deep.messages
                    == "iapkit: iapkit.json:1:140: is not well-formed JSON: it is nested deeper than 128 levels\n")
            let keys = (0..<40_000).map { "\"content\($0)\":1" }.joined(separator: ",")
            try folder.write("repo/iapkit.json", "{\(keys)}")
            let many = try BuiltTool.run(["validate"], in: repository)
            #expect(many.status == 2)
            let lines = many.messages.split(separator: "\n")
            #expect(lines.count < 50)
            #expect(lines.last == "iapkit: 39980 more faults are not told")
        }
    }

    @Test(arguments: [
        (
            ["--config", "-"],
            "standard input: can't be the configuration, since its paths would have no folder\n"
                + "iapkit: hint: give --config a file"
        ),
        (
            ["--config", "gone.json"],
            "gone.json: the configuration can't be read: No such file or directory\n"
                + "iapkit: hint: check the path"
        ),
        (
            ["--config", "Packs"],
            "Packs: the configuration can't be read: it is a folder\niapkit: hint: check the path"
        ),
        (
            ["--config", "/dev/null"],
            "/dev/null: the configuration can't be read: it is no plain file\n"
                + "iapkit: hint: check the path"
        ),
        (["--config", ""], "--config needs a value that is not empty"),
        (["--config", "iapkit.json", "--no-config"], "--config and --no-config can't both be meant"),
        (
            ["--no-config"],
            "validate needs at least one PATH\n"
                + "iapkit: hint: '.' is the current folder; see iapkit help validate"
        ),
    ])
    func `a file that can't be the configuration is status 2`(arguments: [String], told: String) throws {
        try withRepository { folder in
            let outcome = try BuiltTool.run(["validate"] + arguments, in: folder.path("repo"))
            #expect(outcome.status == 2)
            #expect(outcome.messages == "iapkit: \(told)\n")
            #expect(outcome.outputText.isEmpty)
        }
    }

    @Test func `of a file that is a link the paths start from the link; one that leads nowhere is told`() throws {
        try withRepository { folder in
            try FileManager.default.moveItem(
                atPath: folder.path("repo/iapkit.json"), toPath: folder.path("shared.json"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("repo/iapkit.json"), withDestinationPath: "../shared.json")
            #expect(try BuiltTool.run(["validate", "-q"], in: folder.path("repo")).status == 0)
            try FileManager.default.removeItem(atPath: folder.path("shared.json"))
            let outcome = try BuiltTool.run(["validate", "Packs"], in: folder.path("repo"))
            #expect(outcome.status == 2)
            #expect(
                outcome.messages
                    == "iapkit: iapkit.json: the configuration can't be read: No such file or directory\n"
                    + "iapkit: hint: mend it, or run without it: --no-config\n")
            #expect(try BuiltTool.run(["validate", "Packs", "-q", "--no-config"], in: folder.path("repo")).status == 0)
        }
    }

    @Test func `inspect and compare leave out what it excludes`() throws {
        try withRepository(#"{"exclude": ["*.psd"]}"#) { folder in
            try folder.write("repo/Packs/Cats/Contents/a.psd", "layers")
            try FileManager.default.copyItem(
                atPath: folder.path("repo/Packs/Cats"), toPath: folder.path("repo/Old"))
            try folder.write("repo/Packs/Cats/Contents/a.psd", "more layers")
            let repository = folder.path("repo")
            let compared = try BuiltTool.run(["compare", "Old", "Packs/Cats"], in: repository)
            #expect(compared.status == 0)
            #expect(!compared.outputText.contains("a.psd"))
            #expect(
                try !BuiltTool.run(["inspect", "Old", "--report", "json"], in: repository).outputText.contains(
                    "\"path\" : \"Contents/a.psd\",\n          \"type\""))
        }
    }

    @Test func `a pattern of it that leaves nothing out today is told with --verbose only; one that was typed always`()
        throws
    {
        try withRepository(#"{"content": ["Packs"], "exclude": ["*.psd"]}"#) { folder in
            let repository = folder.path("repo")
            let plain = try BuiltTool.run(["validate"], in: repository)
            #expect(plain.messages.isEmpty)
            let verbose = try BuiltTool.run(["validate", "-v"], in: repository)
            #expect(verbose.messages.hasSuffix("iapkit: --exclude '*.psd' leaves nothing out\n"))
            let typed = try BuiltTool.run(["validate", "--exclude", "*.ai"], in: repository)
            #expect(typed.messages == "iapkit: --exclude '*.ai' leaves nothing out\n")
        }
    }

    @Test func `a report does not take the place of the configuration, which was named or was found`() throws {
        let configuration = #"{"content": ["Packs"], "reports": {"json": "./iapkit.json"}}"#
        try withRepository(configuration) { folder in
            let repository = folder.path("repo")
            let named = try BuiltTool.run(["validate", "--config", "iapkit.json"], in: repository)
            #expect(named.status == 2)
            #expect(
                named.messages
                    == "iapkit: the report 'iapkit.json' would replace or change the configuration 'iapkit.json'\n"
                    + "iapkit: hint: give the report another file\n")
            let found = try BuiltTool.run(["validate"], in: repository)
            #expect(found.status == 2)
            #expect(
                found.messages.hasPrefix(
                    "iapkit: iapkit.json:1:44: 'reports.json' would replace 'iapkit.json', which is no json report of "
                        + "iapkit\n"))
            #expect(try String(contentsOfFile: "\(repository)/iapkit.json", encoding: .utf8) == configuration)
        }
    }

    @Test func `--verbose tells which file was gone by, and quiet tells nothing`() throws {
        try withRepository { folder in
            let below = try folder.makeFolder("repo/below")
            let outcome = try BuiltTool.run(["validate", "-v"], in: below)
            #expect(outcome.messages.hasPrefix("iapkit: configuration: ../iapkit.json\n"))
            let quiet = try BuiltTool.run(["validate", "-q"], in: below)
            #expect(quiet.outputText.isEmpty && quiet.messages.isEmpty && quiet.status == 0)
        }
    }
}
