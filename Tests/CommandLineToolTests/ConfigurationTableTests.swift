import Foundation
import JSONReading
import TestSupport
import Testing

@testable import CommandLineTool

/// The table that the reader of `iapkit.json`, its schema and its starting point come from.
@Suite struct ConfigurationTableTests {
    private func faults(of text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try ConfigurationReader.read(Array(text.utf8), named: "f", as: ConfigurationTable.form)
            return []
        } catch {
            return error.faults.map(\.message)
        }
    }

    @Test func `each setting stands once, and its option and its commands exist`() throws {
        let settings = ConfigurationTable.all
        #expect(Set(settings.map(\.name)).count == settings.count)
        for setting in settings {
            #expect(!setting.commands.isEmpty)
            for name in setting.commands {
                let command = try CommandTable.command(name)
                #expect(command.optionNames.contains("config"), "\(name)")
                guard let option = setting.option else { continue }
                #expect(command.optionNames.contains(option), "\(name) --\(option)")
            }
            #expect(setting.summary.hasSuffix("."))
        }
        for command in CommandTable.all where command.optionNames.contains("config") {
            #expect(settings.contains { $0.commands.contains(command.name) }, "\(command.name)")
        }
    }

    @Test(arguments: ConfigurationTable.all.map(\.name))
    func `the example of a setting has its form`(name: String) throws {
        let setting = try #require(ConfigurationTable.all.first { $0.name == name })
        #expect(faults(of: "{\"\(name)\": \(setting.example.line)}") == [])
    }

    @Test func `the schema holds every setting with what it means, and no other key`() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text.utf8)) as? [String: Any])
        #expect(schema["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
        #expect(schema["additionalProperties"] as? Bool == false)
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties.keys.sorted() == (["$schema"] + ConfigurationTable.all.map(\.name)).sorted())
        for setting in ConfigurationTable.all {
            #expect(properties[setting.name]?["description"] as? String == setting.summary)
            #expect(properties[setting.name]?["examples"] != nil)
        }
    }

    private static let hasValidator: Bool = {
        guard let python = Program("python3") else { return false }
        return (try? python.run(["-c", "import jsonschema"]).status) == 0
    }()

    @Test(.enabled(if: hasValidator, "python3 with jsonschema is not installed"))
    func `what the reader takes the schema takes, and what the one refuses the other does`() throws {
        let documents = [
            "{}", #"{"$schema": "x"}"#, #"{"$schema": 1}"#, "[]", "null", #"{"x": 1}"#,
            #"{"content": []}"#, #"{"content": ["a", "a"]}"#, #"{"content": "a"}"#, #"{"content": [""]}"#,
            #"{"content": ["-"]}"#, #"{"content": ["a\u0000"]}"#, #"{"content": [1]}"#, #"{"content": null}"#,
            #"{"products": ["a", {"path": "b"}, {"path": "b", "format": "csv"}]}"#, #"{"products": [{}]}"#,
            #"{"products": [{"path": "b", "format": "cvs"}]}"#, #"{"products": [{"path": "b", "kind": "csv"}]}"#,
            #"{"products": [["a"]]}"#, #"{"products": ["-"]}"#, #"{"expect": ["a"]}"#, #"{"expect": ["-"]}"#,
            #"{"app": ""}"#, #"{"app": "a"}"#, #"{"output": "-"}"#, #"{"output": "a\nb"}"#,
            #"{"formats": ["zip", "pkg"]}"#, #"{"formats": ["ZIP"]}"#, #"{"formats": "zip"}"#,
            #"{"pkgProfile": "xcode6"}"#, #"{"compression": "best"}"#, #"{"reports": {"json": "a"}}"#,
            #"{"reports": {"jsno": "a"}}"#, #"{"reports": {"json": "-"}}"#, #"{"reports": ["json"]}"#,
            #"{"severity": {"PID-010": "off", "hidden-file": "note"}}"#, #"{"severity": {"pid-010": "off"}}"#,
            #"{"severity": {"PID-010": "never"}}"#, #"{"failOn": "never"}"#, #"{"failOn": "off"}"#,
            #"{"only": ["PID-010"], "skip": []}"#, #"{"skip": ["PID-999"]}"#, #"{"baseline": "b.json"}"#,
            #"{"baseline": true}"#, "{\"app\": \"\(String(repeating: "\u{1F431}", count: 4096))\"}",
            "{\"app\": \"\(String(repeating: "a", count: 4097))\"}",
        ]
        try withTemporaryFolder { folder in
            try folder.write("schema", ConfigurationSchema.text)
            try folder.write("documents", "[" + documents.joined(separator: ",\n") + "]")
            let script = """
                import json, jsonschema
                schema = json.load(open("schema"))
                jsonschema.Draft7Validator.check_schema(schema)
                jsonschema.Draft202012Validator.check_schema(schema)
                judge = jsonschema.Draft7Validator(schema)
                for document in json.load(open("documents")): print("yes" if judge.is_valid(document) else "no")
                """
            let outcome = try #require(Program("python3")).run(["-c", script], in: folder.path)
            #expect(outcome.messages.isEmpty)
            let answers = outcome.outputText.split(separator: "\n").map { $0 == "yes" }
            #expect(answers.count == documents.count)
            for (document, answer) in zip(documents, answers) {
                #expect(faults(of: document).isEmpty == answer, "\(document): \(faults(of: document))")
            }
            #expect(answers.contains(true) && answers.contains(false))
        }
    }

    @Test func `text of any kind is a value or a fault, and nothing else`() {
        let alphabet = Array("{}[]\":,-\\u0dx1e .\n".utf8)
        var state: UInt64 = 42
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        let seed = Array(#"{"content": ["a"], "severity": {"PID-010": "off"}, "products": [{"path": "b"}]}"#.utf8)
        for _ in 0..<5000 {
            var text = seed
            for _ in 0...(next() % 6) { text[next() % text.count] = alphabet[next() % alphabet.count] }
            if next() % 4 == 0 { text = Array(text.prefix(next() % text.count)) }
            do throws(ConfigurationError) {
                _ = try ConfigurationReader.read(text, named: "f", as: ConfigurationTable.form)
            } catch {
                #expect(!error.faults.isEmpty)
            }
        }
    }
}

/// `iapkit init --config`.
@Suite struct ConfigurationStartTests {
    @Test func `it names what is there, explains itself by its values, and the schema lies beside it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats")
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
            try folder.makeContentFolder("More/Fish", productIdentifier: "com.example.fish")
            try folder.makeContentFolder(".hidden/Birds")
            try folder.makeContentFolder("a/b/c/TooDeep")
            try folder.write(
                "App/Photos.storekit", try Repository.bytes("Fixtures/Photos.storekit"))
            let made = try BuiltTool.run(["init", "--config"], in: folder.path)
            #expect(made.status == 0)
            #expect(made.outputText.isEmpty)
            #expect(
                made.messages
                    == "iapkit: iapkit.json: made\niapkit: iapkit.schema.json: made, for editors\n")
            let text = try String(contentsOfFile: folder.path("iapkit.json"), encoding: .utf8)
            #expect(
                text == """
                    {
                      "$schema": "iapkit.schema.json",
                      "content": ["More/Fish", "Packs"],
                      "products": ["App/Photos.storekit"],
                      "output": "dist",
                      "formats": ["zip"],
                      "exclude": [],
                      "severity": {"FIL-009": "note"},
                      "failOn": "error",
                      "reports": {}
                    }

                    """)
            #expect(
                try String(contentsOfFile: folder.path("iapkit.schema.json"), encoding: .utf8)
                    == ConfigurationSchema.text)
            let validated = try BuiltTool.run(["validate", "--only", "KEY-001"], in: folder.path)
            #expect(validated.status == 0)
            #expect(validated.outputText.hasSuffix("3 inputs: 3 without errors; no findings\n"))

            try folder.write("iapkit.schema.json", "mine")
            let again = try BuiltTool.run(["init", "--config"], in: folder.path)
            #expect(again.status == 3)
            #expect(again.messages == "iapkit: iapkit.json: exists already; change it, or remove it first\n")
            #expect(try String(contentsOfFile: folder.path("iapkit.json"), encoding: .utf8) == text)
            #expect(try String(contentsOfFile: folder.path("iapkit.schema.json"), encoding: .utf8) == "mine")
        }
    }

    @Test func `a link that leads nowhere is not written through`() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("iapkit.json"), withDestinationPath: "elsewhere")
            #expect(try BuiltTool.run(["init", "--config"], in: folder.path).status == 3)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["iapkit.json"])
        }
    }

    @Test func `where nothing is found a placeholder stands, and that is told`() throws {
        try withTemporaryFolder { folder in
            try folder.makeFolder("new")
            let made = try BuiltTool.run(["init", "new", "--config"], in: folder.path)
            #expect(made.status == 0)
            #expect(
                made.messages == """
                    iapkit: new/iapkit.json: made
                    iapkit: new/iapkit.json: no content folder was found; put yours in place of 'Packs'
                    iapkit: new/iapkit.schema.json: made, for editors

                    """)
            let validated = try BuiltTool.run(["validate"], in: folder.path("new"))
            #expect(validated.status == 3)
            #expect(validated.messages == "iapkit: Packs: No such file or directory; check the path\n")
        }
    }

    @Test func `it is made in a folder that holds a plain file of the name Contents, and names what is there`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("group/Cats")
            for name in ["contents", "group/Contents"] { try folder.write(name, "a list") }
            #expect(try BuiltTool.run(["init", "--config", "-q"], in: folder.path).status == 0)
            let text = try String(contentsOfFile: folder.path("iapkit.json"), encoding: .utf8)
            #expect(text.contains("\"content\": [\"group/Cats\"]"))
        }
    }

    @Test func `it is not made in a content folder, in no folder, or with a product ID`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            let content = try BuiltTool.run(["init", "--config", "Cats"], in: folder.path)
            #expect(content.status == 3)
            #expect(
                content.messages == "iapkit: Cats: is a content folder, and a configuration would be payload in it; "
                    + "run it in the folder above\n")
            let gone = try BuiltTool.run(["init", "--config", "gone"], in: folder.path)
            #expect(gone.status == 3)
            #expect(gone.messages == "iapkit: gone: is no folder that can be listed; give DIR a folder\n")
            let both = try BuiltTool.run(["init", "--config", "--product-id", "com.example.a"], in: folder.path)
            #expect(both.status == 2)
            #expect(
                both.messages == "iapkit: --config makes no content folder, so --product-id has no use\n"
                    + "iapkit: hint: leave one of them out\n")
            #expect(Repository.files(inFolder: folder.path) == ["Cats/ContentInfo.plist", "Cats/Contents/a.txt"])
        }
    }
}
