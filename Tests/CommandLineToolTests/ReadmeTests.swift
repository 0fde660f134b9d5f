import Checks
import Findings
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The README's generated parts are what the code says today.
///
/// `make docs` writes them again, and the run that does so fails, so that no run can bless its own change.
@Suite(.serialized) struct ReadmeTests {
    private static let recipes = [
        "github-actions.yml", "gitlab-ci.yml", "github-actions-shards.yml", "parallel.sh", "ci_post_clone.sh",
        "Dockerfile", "pre-commit", "Packs.mk",
    ]

    @Test(
        arguments: [
            "session", "unpacking", "rehearsal", "comparing", "editing", "migrating", "commands", "settings",
            "statuses",
            "baseline",
            "findings",
        ] + recipes.map { "recipe \($0)" })
    func `a generated part of the README is current; make docs renews it`(part: String) throws {
        let readme = try Repository.text("README.md")
        let wanted = try text(of: part)
        let start = "<!-- generated: \(part) -->\n"
        let head = try #require(readme.range(of: start))
        let tail = try #require(readme.range(of: "<!-- end -->", range: head.upperBound..<readme.endIndex))
        let found = String(readme[head.upperBound..<tail.lowerBound])
        if found != wanted, ProcessInfo.processInfo.environment["RECORD_DOCS"] == "1" {
            let renewed = readme.replacingCharacters(in: head.upperBound..<tail.lowerBound, with: wanted)
            try renewed.write(toFile: "\(Repository.path)/README.md", atomically: true, encoding: .utf8)
        }
        #expect(found == wanted)
    }

    private func text(of part: String) throws -> String {
        switch part {
        case "session": try session()
        case "unpacking": try unpacking()
        case "rehearsal": try rehearsal()
        case "comparing": try comparing()
        case "editing": try editing()
        case "migrating": try migrating()
        case "baseline": try baseline()
        case "settings":
            table(
                ["setting", "is", "option"],
                ConfigurationTable.all.map { ["`\($0.name)`", $0.summary, $0.option.map { "`--\($0)`" } ?? "PATH"] })
        case "commands":
            table(["command", "does"], CommandTable.all.map { ["`iapkit \($0.name) \($0.usage)`", $0.summary] })
        case "statuses":
            table(
                ["status", "means"],
                [ExitStatus.success, .findings, .usage, .failure].map { ["\($0.rawValue)", $0.meaning] })
        case let part where part.hasPrefix("recipe "): try recipe(String(part.dropFirst("recipe ".count)))
        default:
            table(
                ["code", "name", "severity", "rule"],
                CheckCatalog.descriptions.map {
                    [$0.code.id, "`\($0.code.slug)`", $0.defaultSeverity.rawValue, $0.summary]
                })
        }
    }

    private func table(_ header: [String], _ rows: [[String]]) -> String {
        let lines = [header, header.map { _ in "---" }] + rows
        return lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }.joined()
    }

    private func recipe(_ name: String) throws -> String {
        let languages = ["yml": "yaml", "mk": "make", "Dockerfile": "dockerfile"]
        let language = name.split(separator: ".").last.flatMap { languages[String($0)] } ?? "sh"
        return "```\(language)\n\(try Repository.text("Fixtures/Recipes/\(name)"))```\n"
    }

    private func baseline() throws -> String {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/CatPhotos", productIdentifier: "com.example.cats ")
            try folder.makeContentFolder("Packs/DogPhotos", productIdentifier: "com.example.dogs", contents: [:])
            return try transcript(
                [
                    ["validate", "Packs", "--write-baseline", "iapkit-baseline.json", "--quiet"],
                    ["validate", "Packs", "--baseline", "iapkit-baseline.json"],
                ], in: folder)
        }
    }

    @Test func `the example of a configuration is right, and does what it says`() throws {
        let readme = try Repository.text("README.md")
        let start = try #require(readme.range(of: "```json\n"))
        let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
        try withTemporaryFolder { folder in
            try FileManager.default.copyItem(
                atPath: "\(Repository.path)/Fixtures", toPath: folder.path("repo"))
            try folder.write("repo/iapkit.json", String(readme[start.upperBound..<end.lowerBound]))
            try folder.write("repo/Packs/DogPhotos/Contents/.hidden", "a")
            let packed = try BuiltTool.run(["pack"], in: folder.path("repo"))
            #expect(packed.status == 1)
            #expect(packed.errorText.isEmpty)
            #expect(packed.outputText.contains("\n4 inputs: 3 packed (") && packed.outputText.hasSuffix("; 1 error\n"))
            #expect(
                Repository.files(inFolder: folder.path("repo/dist")) == [
                    "BirdSongs.pkg", "BirdSongs.zip", "DogPhotos.pkg", "DogPhotos.zip", "Levels.pkg", "Levels.zip",
                ])
            #expect(FileManager.default.fileExists(atPath: folder.path("repo/findings.sarif")))
        }
    }

    @Test func `the schema in the repository is current; make docs renews it`() throws {
        let name = "Fixtures/iapkit.schema.json"
        let found = (try? Repository.text(name)) ?? ""
        if found != ConfigurationSchema.text, ProcessInfo.processInfo.environment["RECORD_DOCS"] == "1" {
            try ConfigurationSchema.text.write(
                toFile: "\(Repository.path)/\(name)", atomically: true, encoding: .utf8)
        }
        #expect(found == ConfigurationSchema.text)
    }

    private func unpacking() throws -> String {
        try withTemporaryFolder { folder in
            try packCatPhotos(in: folder)
            return try transcript([["unpack", "CatPhotos.zip", "-o", "Unpacked"]], in: folder)
        }
    }

    private func rehearsal() throws -> String {
        try withTemporaryFolder { folder in
            try packCatPhotos(in: folder)
            let product = "com.masteringios.Photos.CatPhotos"
            return try transcript(
                [
                    ["rehearse", "CatPhotos.zip", "--app", "App", "--pause", "\(product)@40", "--quit-at", "finished"],
                    ["rehearse", "CatPhotos.zip", "--app", "App"],
                    ["rehearse", "CatPhotos.zip", "--app", "App", "--restore"],
                ], in: folder)
        }
    }

    private func comparing() throws -> String {
        try withTemporaryFolder { folder in
            try packCatPhotos(in: folder)
            try folder.write("CatPhotos/Contents/tabby.txt", "a tabby\n")
            try folder.write("CatPhotos/Contents/tuxedo.txt", "a tuxedo\n")
            return try transcript([["compare", "CatPhotos.zip", "CatPhotos"]], in: folder)
        }
    }

    private func editing() throws -> String {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/CatPhotos", productIdentifier: "CatPhotos")
            try folder.makeContentFolder("Packs/DogPhotos", contentVersion: "1.2.9")
            return try transcript(
                [
                    ["edit", "Packs/CatPhotos", "--product-id", "com.example.Photos.CatPhotos"],
                    ["edit", "Packs", "--bump", "--dry-run"],
                ], in: folder)
        }
    }

    /// Makes a content folder and a package of it. The line of `pack` has the size of the package, which is not the same
    /// with every version of libdeflate.
    private func packCatPhotos(in folder: TemporaryFolder) throws {
        try folder.makeContentFolder(
            "CatPhotos", productIdentifier: "com.masteringios.Photos.CatPhotos", contents: ["tabby.txt": "tabby\n"])
        try #require(try BuiltTool.run(["pack", "CatPhotos"], in: folder.path).status == 0)
    }

    /// What a terminal shows when these are typed.
    private func transcript(_ commands: [[String]], in folder: TemporaryFolder) throws -> String {
        let lines = try commands.map { arguments in
            let outcome = try BuiltTool.run(arguments, in: folder.path)
            return "$ iapkit \(arguments.joined(separator: " "))\n\(outcome.errorText)\(outcome.outputText)"
        }
        return "```\n\(lines.joined())```\n"
    }

    private func migrating() throws -> String {
        try withTemporaryFolder { folder in
            for (name, product) in [("CatPhotos", "CatPhotos"), ("Levels", "puzzle_levels")] {
                try folder.makeContentFolder(
                    "Packs/\(name)", productIdentifier: "com.masteringios.Photos.\(product)",
                    contents: ["a.txt": "content\n"])
            }
            return try transcript(
                [
                    ["migrate", "Packs", "-o", "Migration", "--packs"],
                    ["inspect", "Migration/packs/com-masteringios-Photos-puzzle-levels.aar"],
                ], in: folder)
        }
    }

    private func session() throws -> String {
        let arguments = ["validate", "Packs/CatPhotos", "--products", "Photos.storekit"]
        let outcome = try BuiltTool.run(arguments, in: "\(Repository.path)/Fixtures")
        return "```\n$ iapkit \(arguments.joined(separator: " "))\n\(outcome.outputText)```\n"
    }
}
