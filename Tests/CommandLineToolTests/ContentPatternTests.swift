import Foundation
import TestSupport
import Testing

/// The patterns of an `iapkit.json` for content folders.
@Suite struct ContentPatternTests {
    private struct Answer {
        let paths: [String]
        let outcome: Program.Outcome
    }

    /// The inputs that `content` stands for, as a JSON report names them.
    private func inputs(_ content: String, in folder: TemporaryFolder, from place: String = "") throws -> Answer {
        try folder.write("iapkit.json", #"{"content": \#(content)}"#)
        let outcome = try BuiltTool.run(
            ["validate", "--config", folder.path("iapkit.json"), "--report", "json", "--only", "PLI-001"],
            in: folder.path)
        let document = try? JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        let paths = (document?["inputs"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
        return Answer(paths: paths.map { $0.replacing(folder.path + "/", with: "") }, outcome: outcome)
    }

    private func withContent(_ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for name in ["Packs/Birds", "Packs/Cats", "Packs/.hidden", "More/Deep/Dogs", "More/Deep/deeper/Fish"] {
                try folder.makeContentFolder(name, productIdentifier: "com.example.\(name.count)")
            }
            try folder.write("Packs/README.md", "text")
            try folder.makeFolder("Packs/notes")
            try folder.makeFolder("More/Misnamed/Contents")
            try body(folder)
        }
    }

    @Test(arguments: [
        (#"["Packs/*"]"#, ["Packs/Birds", "Packs/Cats"]),
        (#"["Packs/[BD]*"]"#, ["Packs/Birds"]),
        (#"["Packs/?ats", "Packs/Birds"]"#, ["Packs/Cats", "Packs/Birds"]),
        (#"["Packs/.h*"]"#, ["Packs/.hidden"]),
        // A folder that holds content folders stands for them.
        (#"["P*"]"#, ["Packs/.hidden", "Packs/Birds", "Packs/Cats"]),
        (#"["More/**"]"#, ["More/Deep/Dogs", "More/Deep/deeper/Fish", "More/Misnamed"]),
        (#"["**/Cats"]"#, ["Packs/Cats"]),
        (#"["More/**/Fish"]"#, ["More/Deep/deeper/Fish"]),
        // Each thing is one input, however often it is named.
        (#"["Packs/Cats", "Packs/*", "./Packs/../Packs/Cats"]"#, ["Packs/Cats", "Packs/Birds"]),
    ])
    func `a pattern takes content folders, and folders that hold some`(content: String, paths: [String]) throws {
        try withContent { folder in
            let answer = try inputs(content, in: folder)
            #expect(answer.paths == paths)
        }
    }

    @Test func `two stars go into a folder that holds a plain file, or a link, of the name Contents`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("all/B", productIdentifier: "com.example.b")
            try folder.makeContentFolder("all/group/A", productIdentifier: "com.example.a")
            try folder.write("all/Contents", "a list")
            try folder.write("all/group/contents", "another")
            #expect(try inputs(#"["**"]"#, in: folder).paths == ["all/B", "all/group/A"])
            try FileManager.default.removeItem(atPath: folder.path("all/Contents"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("all/Contents"), withDestinationPath: "group")
            #expect(try inputs(#"["all/**"]"#, in: folder).paths == ["all/B", "all/group/A"])
        }
    }

    @Test func `two stars take the current folder where that is a content folder`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.write("Cats/iapkit.json", #"{"content": ["**"]}"#)
            let outcome = try BuiltTool.run(
                ["validate", "--report", "json", "--only", "PLI-001"], in: folder.path("Cats"))
            #expect(outcome.status == 0)
            #expect(outcome.messages.isEmpty)
            let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
            #expect((document?["inputs"] as? [[String: Any]] ?? []).map { $0["path"] as? String } == ["."])
        }
    }

    @Test func `a pattern that matches nothing is told, and all of them are a fault`() throws {
        try withContent { folder in
            let some = try inputs(#"["Packs/Cats", "Levels/*"]"#, in: folder)
            #expect(some.paths == ["Packs/Cats"])
            #expect(some.outcome.messages.hasSuffix("iapkit.json: no content folder is like 'Levels/*'\n"))
            let none = try inputs(#"["Levels/*"]"#, in: folder)
            #expect(none.outcome.status == 2)
            #expect(none.outcome.messages.contains("iapkit.json:1:13: 'content' names no content folder\n"))
        }
    }

    @Test func `a pattern of nothing but stars ends, however long and deep it is`() throws {
        try withContent { folder in
            let stars = String(repeating: "**/", count: 1300)
            #expect(try inputs("[\"\(stars)Cats\"]", in: folder).paths == ["Packs/Cats"])
            let mixed = try inputs("[\"\(String(repeating: "**/*/", count: 200))Cats\"]", in: folder)
            #expect(mixed.outcome.status == 2)
            #expect(mixed.outcome.messages.contains("'content' names no content folder"))
            let branching = try inputs("[\"\(String(repeating: "*/../", count: 100))Cats\"]", in: folder)
            #expect(branching.outcome.status == 3)
            #expect(
                branching.outcome.messages.hasSuffix(
                    "leads through more than 50,000 folders; name the folders more closely\n"))
        }
    }

    @Test func `a folder whose name looks like a pattern is that folder`() throws {
        try withContent { folder in
            try folder.makeContentFolder("Packs [1]", productIdentifier: "com.example.one")
            #expect(try inputs(#"["Packs [1]"]"#, in: folder).paths == ["Packs [1]"])
        }
    }

    @Test func `a link to a folder is taken by name, and is not gone through by two stars`() throws {
        try withContent { folder in
            for (name, target) in [("Links/Other", "../Packs/Cats"), ("More/Deep/loop", "..")] {
                try folder.makeFolder((name as NSString).deletingLastPathComponent)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(name), withDestinationPath: target)
            }
            #expect(try inputs(#"["Links/*"]"#, in: folder).paths == ["Links/Other"])
            #expect(
                try inputs(#"["More/**"]"#, in: folder).paths
                    == ["More/Deep/Dogs", "More/Deep/deeper/Fish", "More/Misnamed"])
        }
    }

    @Test func `a name beside ContentInfo.plist that is not UTF-8 is a finding of that folder, not the end`() throws {
        try withContent { folder in
            let path = Array("\(folder.path)/Packs/Cats/".utf8) + [0xFF, 0]
            // A file system that keeps names as UTF-8 refuses this one.
            let descriptor = open(path.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o644)
            if descriptor >= 0 { close(descriptor) }
            let answer = try inputs(#"["Packs/*"]"#, in: folder)
            #expect(answer.paths == ["Packs/Birds", "Packs/Cats"])
        }
    }

    @Test(.enabled(if: getuid() != 0, "root may list every folder"))
    func `a folder that can't be listed ends the run, since it may hold content`() throws {
        try withContent { folder in
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o000], ofItemAtPath: folder.path("More/Deep"))
            let answer = try inputs(#"["More/**"]"#, in: folder)
            #expect(answer.outcome.status == 3)
            #expect(
                answer.outcome.messages.hasSuffix(
                    "More/Deep: can't be listed: Permission denied; name the folders more closely\n"))
        }
    }
}
