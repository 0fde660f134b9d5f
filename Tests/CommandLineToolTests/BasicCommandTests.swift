import Foundation
import TestSupport
import Testing

@Suite struct BasicCommandTests {
    @Test func `--version is one line`() throws {
        let outcome = try BuiltTool.run(["--version"])
        #expect(outcome.outputText == "iapkit 0.1.0\n")
        #expect(outcome.errorText.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func `the words that stand for themselves may be typed behind a command's name for help`() throws {
        let page = try BuiltTool.run(["help", "report", "merge"])
        #expect(page.status == 0)
        #expect(page.outputText == (try BuiltTool.run(["help", "report"]).outputText))
        let wrong = try BuiltTool.run(["help", "report", "split"])
        #expect(wrong.status == 2)
        #expect(wrong.errorText == "iapkit: help takes one COMMAND\niapkit: hint: iapkit help report\n")
    }

    @Test(arguments: [["help"], ["--help"], ["-h"]])
    func `help goes to standard output`(arguments: [String]) throws {
        let outcome = try BuiltTool.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errorText.isEmpty)
        for command in [
            "init", "validate", "match", "pack", "inspect", "compare", "unpack", "edit", "products", "explain",
            "generate",
            "help",
        ] {
            #expect(outcome.outputText.contains("iapkit \(command) "))
        }
    }

    @Test(arguments: [
        "init", "validate", "match", "pack", "inspect", "compare", "unpack", "edit", "products", "explain", "generate",
        "help",
    ])
    func `each command has a page of help, by either road`(command: String) throws {
        let page = try BuiltTool.run(["help", command])
        #expect(page.status == 0)
        #expect(page.outputText.hasPrefix("Usage: iapkit \(command) "))
        #expect(try BuiltTool.run([command, "--help"]).outputText == page.outputText)
    }

    @Test(
        arguments: [
            ([], "iapkit: no command given\niapkit: hint: see iapkit help\n"),
            (["pakc"], "iapkit: there is no command 'pakc'\niapkit: hint: did you mean 'pack'?\n"),
            (["-q", "pack"], "iapkit: the command must come first, before '-q'\niapkit: hint: see iapkit help\n"),
            (
                ["pack"],
                "iapkit: pack needs at least one PATH\niapkit: hint: '.' is the current folder; see iapkit help pack\n"
            ),
            (["validate", ""], "iapkit: a PATH is empty\n"),
            (
                ["unpack", "a.zip"],
                "iapkit: unpack needs --output DIR\niapkit: hint: the folder to make: -o CatPhotos\n"
            ),
            (
                ["unpack", "a.zip", "b.zip", "-o", "c"],
                "iapkit: unpack needs one PACKAGE\niapkit: hint: iapkit unpack CatPhotos.zip -o CatPhotos\n"
            ),
            (
                ["unpack", "a.zip", "-o", "-"],
                "iapkit: a folder can't go to standard output\niapkit: hint: give --output a folder to make\n"
            ),
            (
                ["compare", "Cats"],
                "iapkit: compare needs an OLD and a NEW\niapkit: hint: iapkit compare CatPhotos.zip CatPhotos\n"
            ),
            (
                ["compare", "Old", "New", "--only", "FIL-009"],
                "iapkit: --only, --skip and --severity leave no check to run\n"
            ),
            (
                ["validate", "Cats", "--only", "VER-002"],
                "iapkit: --only, --skip and --severity leave no check to run\n"
            ),
            (
                ["match", ".", "--expect", "a", "--yes"], "iapkit: --yes is for --fix\niapkit: hint: add --fix\n"
            ),
            (
                ["match", ".", "--expect", "a", "--dry-run"],
                "iapkit: match writes nothing without --fix\niapkit: hint: leave --dry-run out\n"
            ),
            (
                ["match", ".", "--expect", "a", "--fix"],
                "iapkit: match --fix can't ask here, since there is no terminal\n"
                    + "iapkit: hint: add --yes to change all without asking, or --dry-run to see what would change\n"
            ),
            (
                ["edit", "--bump"],
                "iapkit: edit needs at least one FOLDER\n"
                    + "iapkit: hint: '.' is the current folder; see iapkit help edit\n"
            ),
            (
                ["edit", "."],
                "iapkit: edit needs to know what to change\n"
                    + "iapkit: hint: give --product-id ID, --content-version V or --bump\n"
            ),
            (
                ["edit", ".", "--bump", "--content-version", "2"],
                "iapkit: --bump and --content-version both set the version\niapkit: hint: give one of them\n"
            ),
            (
                ["edit", ".", "--content-version", "2.x"],
                "iapkit: --content-version '2.x' is not integers separated by periods\niapkit: hint: such as 1.0\n"
            ),
            (
                ["match", "."],
                "iapkit: match needs to know the products that exist\niapkit: hint: give --products SOURCE or --expect ID\n"
            ),
            (
                ["validate", "--report", "json", "--report", "text", "."],
                "iapkit: two reports can't both go to standard output\n"
                    + "iapkit: hint: give one of them a file: --report json=FILE\n"
            ),
            (
                ["generate"],
                "iapkit: generate takes one of man|bash|zsh|fish|config-schema\niapkit: hint: iapkit generate man > iapkit.1\n"
            ),
            (
                ["generate", "fihs"],
                "iapkit: there is no kind of text to generate 'fihs'\niapkit: hint: did you mean 'fish'?\n"
            ),
            (
                ["generate", "powershell"],
                "iapkit: there is no kind of text to generate 'powershell'\n"
                    + "iapkit: hint: there are: man, bash, zsh, fish, config-schema\n"
            ),
            (
                ["explain", "no-such"],
                "iapkit: there is no finding 'no-such'\niapkit: hint: iapkit explain lists all of them\n"
            ),
        ] as [([String], String)])
    func `a wrong command line is status 2 and tells standard error only`(arguments: [String], text: String) throws {
        let outcome = try BuiltTool.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.outputText.isEmpty)
        #expect(outcome.errorText == text)
    }

    @Test func `explain takes a code or a name, and lists all without`() throws {
        let byCode = try BuiltTool.run(["explain", "PID-010"])
        #expect(byCode.status == 0)
        #expect(byCode.outputText.hasPrefix("PID-010 product-not-found (error)\n"))
        #expect(try BuiltTool.run(["explain", "product-not-found"]).outputText == byCode.outputText)
        let list = try BuiltTool.run(["explain"]).outputText
        #expect(list.contains("\nPID-010  error"))
    }

    @Test func `init makes a folder that validates, and its product ID matches`() throws {
        try withTemporaryFolder { folder in
            let made = try BuiltTool.run(
                ["init", "CatPhotos/", "--product-id", "com.example.CatPhotos", "--content-version=1.2"],
                in: folder.path)
            #expect(made.outputText == "CatPhotos: made ('com.example.CatPhotos', version 1.2)\n")
            #expect(made.status == 0)
            try folder.write("CatPhotos/Contents/tabby.txt", "tabby")
            let outcome = try BuiltTool.run(
                ["validate", "CatPhotos", "--expect", "com.example.CatPhotos"], in: folder.path)
            #expect(outcome.outputText == "CatPhotos: valid ('com.example.CatPhotos', version 1.2)\n")
            #expect(outcome.errorText.isEmpty)
            #expect(outcome.status == 0)
        }
    }

    @Test func `init refuses a folder that is not empty and leaves it as it was`() throws {
        try withTemporaryFolder { folder in
            try folder.write("Cats/notes.txt", "mine")
            let outcome = try BuiltTool.run(["init", "Cats", "--product-id", "a"], in: folder.path)
            #expect(outcome.status == 3)
            #expect(outcome.errorText == "iapkit: Cats: is not empty; choose a DIR that is new or empty\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Cats")) == ["notes.txt"])
        }
    }

    @Test func `init fills a folder that is there and empty`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("Cats")
            #expect(try BuiltTool.run(["init", ".", "--product-id", "a"], in: folder.path("Cats")).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("Cats")).sorted()
            #expect(names == ["ContentInfo.plist", "Contents"])
        }
    }

    @Test(arguments: [
        ["--product-id", "com.example.Chapter 2"], ["--product-id", ""],
        ["--product-id", "a", "--content-version", "1.x"],
        [],
    ])
    func `init refuses values that would not validate, and makes nothing`(arguments: [String]) throws {
        try withTemporaryFolder { folder in
            let outcome = try BuiltTool.run(["init", "Cats"] + arguments, in: folder.path)
            #expect(outcome.status == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `E01: with JSON on standard output there is exactly one document, also when all is well`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("list.txt", "com.example.app.pack1\n")
            for arguments in [
                ["validate", "Cats"], ["match", "Cats", "--products", "list.txt"], ["pack", "Cats"],
                ["edit", "Cats", "--bump"], ["edit", "Missing", "--bump"],
                ["products", "list.txt"], ["explain"], ["explain", "PID-010"], ["init", "New", "--product-id", "a"],
                ["validate", "Missing"], ["validate", "Cats", "--products", "no-such-file"],
            ] {
                let outcome = try BuiltTool.run(arguments + ["--report", "json"], in: folder.path)
                let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
                #expect(document?["command"] as? String == arguments[0])
                #expect(document?["schemaVersion"] as? String == "1.0")
            }
        }
    }

    @Test func `E26: quiet about valid input says nothing at all`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            for command in ["validate", "pack"] {
                let outcome = try BuiltTool.run([command, "-q", "Cats"], in: folder.path)
                #expect(outcome.output.isEmpty)
                #expect(outcome.error.isEmpty)
                #expect(outcome.status == 0)
            }
        }
    }

    @Test func `E11: no escape byte where the stream is no terminal, unless asked for`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "wrong id")
            let plain = try BuiltTool.run(["validate", "Cats"], in: folder.path, environment: ["TERM": "xterm"])
            #expect(plain.status == 1)
            #expect(!plain.output.contains(0x1B) && !plain.error.contains(0x1B))
            let colored = try BuiltTool.run(["validate", "Cats", "--color", "always"], in: folder.path)
            #expect(colored.output.contains(0x1B))
            let refused = try BuiltTool.run(
                ["validate", "Cats"], in: folder.path, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
            #expect(!refused.output.contains(0x1B))
        }
    }

    @Test func `E21: JSON is the same bytes under every locale, and names beyond ASCII are right`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Müsli", contents: ["日本語.txt": "x", ".versteckt": "x"])
            let outputs = try [
                ["LC_ALL": "C"], ["LANG": "de_AT.UTF-8", "LC_ALL": "de_AT.UTF-8"], ["LC_ALL": "C.UTF-8"],
            ].map {
                try BuiltTool.run(["validate", "Müsli", "--report", "json"], in: folder.path, environment: $0).output
            }
            #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2])
            #expect(String(decoding: outputs[0], as: UTF8.self).contains("\"path\" : \"Müsli\""))
        }
    }

    @Test func `a report to a file comes besides the text, whole`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("report.json", "old")
            let outcome = try BuiltTool.run(["validate", "Cats", "--report", "json=report.json"], in: folder.path)
            #expect(outcome.outputText == "Cats: valid ('com.example.app.pack1', version 1.0)\n")
            let written = try String(contentsOfFile: folder.path("report.json"), encoding: .utf8)
            let printed = try BuiltTool.run(["validate", "Cats", "--report", "json"], in: folder.path).outputText
            #expect(written == printed)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Cats", "report.json"])
        }
    }
}
