import ArchiveFormats
import ContentModel
import Findings
import Foundation
import Packaging
import Reporting
import TestSupport
import Testing

@testable import CommandLineTool

/// What of a configuration reaches a run, and what was typed in its place.
@Suite(.serialized) struct ConfiguredRunTests {
    /// The options of a run by a file that was named.
    private func options(
        _ configuration: String, _ arguments: [String], of command: any Command.Type = PackCommand.self,
        folder: TemporaryFolder? = nil
    ) throws -> Options {
        func complete(_ folder: TemporaryFolder) throws -> Options {
            let file = try folder.write("iapkit.json", configuration)
            let typed = try ArgumentParser(command: command.name, options: command.options)
                .parse(arguments + ["--config", file])
            let session = Session(environment: [:], output: .output, error: .error, version: "9.9")
            return try ConfigurationLoader.complete(typed, for: command, in: session)
        }
        return try folder.map(complete) ?? withTemporaryFolder(complete)
    }

    private let everything = """
        {
          "content": ["Packs"], "products": ["a.txt", {"path": "b", "format": "csv"}], "expect": ["com.example.a"],
          "app": "x", "exclude": ["*.psd"], "output": "dist", "formats": ["pkg", "zip", "pkg"], "pkgProfile": "xcode6",
          "compression": "store", "reports": {"json": "r.json", "sarif": "r.sarif"},
          "severity": {"FIL-009": "error", "contents-empty": "off"}, "failOn": "never", "only": ["PID-010", "FIL-009"],
          "skip": ["hidden-file"], "baseline": "b.json"
        }
        """

    @Test func `every setting reaches pack`() throws {
        try withTemporaryFolder { folder in
            let options = try options(everything, [], folder: folder)
            #expect(options.operands == [folder.path("Packs")])
            #expect(options.productSources == [folder.path("a.txt"), folder.path("b")])
            #expect(options.productFormats == [folder.path("b"): "csv"])
            #expect(options.expectedProducts == ["com.example.a"])
            #expect(options.app == "x")
            #expect(options.exclusions == [ContentGlob("*.psd")])
            #expect(options.output == folder.path("dist"))
            #expect(options.formats == [.pkg, .zip])
            #expect(options.flatPackageProfile == .xcode6)
            #expect(options.compression == .store)
            #expect(options.reports.map(\.file) == [folder.path("r.json"), folder.path("r.sarif")])
            #expect(options.reports.map(\.format) == [.json, .sarif])
            #expect(
                Dictionary(uniqueKeysWithValues: options.policy.overrides.map { ($0.key.id, $0.value) })
                    == ["FIL-009": .report(.error), "LAY-003": .off])
            #expect(options.policy.failOn == nil)
            #expect(options.policy.only.map { Set($0.map(\.id)) } == ["PID-010", "FIL-009"])
            #expect(options.policy.skip.map(\.id) == ["FIL-009"])
            #expect(options.baseline == folder.path("b.json"))
        }
    }

    @Test func `what is typed replaces what the file says under the same name`() throws {
        let options = try options(
            everything,
            [
                "Here", "--products", "c.txt", "--expect", "com.example.b", "--app", "y", "--exclude", "*.ai", "-o",
                "out",
                "--format", "zip", "--compression", "smallest", "--report", "github", "--fail-on", "note", "--only",
                "PID-001", "--skip", "PID-002", "--baseline", "c.json",
            ])
        #expect(options.operands == ["Here"])
        #expect(options.productSources == ["c.txt"])
        #expect(options.productFormats.isEmpty)
        #expect(options.expectedProducts == ["com.example.b"])
        #expect(options.app == "y")
        #expect(options.exclusions == [ContentGlob("*.ai")])
        #expect(options.output == "out")
        #expect(options.formats == [.zip])
        #expect(options.compression == .smallest)
        // It is for another kind of package.
        #expect(options.flatPackageProfile == nil)
        #expect(options.reports.map(\.format) == [.github])
        #expect(options.policy.failOn == .note)
        #expect(options.policy.only?.map(\.id) == ["PID-001"])
        #expect(options.policy.skip.map(\.id) == ["PID-002"])
        #expect(options.baseline == "c.json")
    }

    @Test func `the app of the file is not put on products that were typed`() throws {
        let typed = try options(everything, ["--products", "c.txt"])
        #expect(typed.productSources == ["c.txt"])
        #expect(typed.app == nil)
        #expect(try options(everything, ["--products", "c.txt", "--app", "y"]).app == "y")
        #expect(try options(everything, []).app == "x")
    }

    @Test func `of severities only those of the codes typed are replaced`() throws {
        let options = try options(everything, ["--severity", "FIL-009=note"])
        #expect(
            Dictionary(uniqueKeysWithValues: options.policy.overrides.map { ($0.key.id, $0.value) })
                == ["FIL-009": .report(.note), "LAY-003": .off])
        // A check whose severity was typed is not skipped.
        #expect(options.policy.skip.isEmpty)
    }

    @Test func `a check that was asked for by name runs, whatever the file says`() throws {
        let options = try options(everything, ["--only", "FIL-009", "--only", "LAY-003"])
        #expect(options.policy.reports(FindingCode("FIL-009", "hidden-file")))
        #expect(options.policy.reports(FindingCode("LAY-003", "contents-empty")))
    }

    @Test func `an output that was typed says by its name what kind it is`() throws {
        #expect(try options(everything, ["-o", "Cats.zip"]).formats.isEmpty)
        #expect(try options(everything, ["-o", "Cats"]).formats == [.pkg, .zip])
    }

    @Test func `validate judges by the kinds that pack would write, and match takes neither reports nor a selection`()
        throws
    {
        let validated = try options(everything, [], of: ValidateCommand.self)
        #expect(PackageDestination.kinds(validated) == [.pkg, .zip])
        #expect(validated.output == nil)
        let matched = try options(everything, [], of: MatchCommand.self)
        #expect(matched.reports.isEmpty)
        #expect(matched.policy.only == nil && matched.policy.skip.isEmpty && matched.baseline == nil)
        #expect(matched.productSources.count == 2)
    }

    @Test func `other commands do not even look for a file`() throws {
        try withTemporaryFolder { folder in
            try folder.write("iapkit.json", "broken")
            try folder.write("ids.txt", "com.example.a\n")
            #expect(try BuiltTool.run(["products", "ids.txt"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["explain", "PID-010"], in: folder.path).status == 0)
            #expect(try BuiltTool.run(["validate", "ids.txt"], in: folder.path).status == 2)
        }
    }

    @Test func `a product source is read as the format that it is given`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats")
            // As text, each line is an ID; as CSV, the first is a heading.
            try folder.write("ids", "sku\ncom.example.cats\n")
            try folder.write(
                "iapkit.json", #"{"content": ["Cats"], "products": [{"path": "ids", "format": "csv"}]}"#)
            let outcome = try BuiltTool.run(["validate", "-v"], in: folder.path)
            #expect(outcome.messages.contains("iapkit: ids: read as csv: 1 product\n"))
            #expect(outcome.status == 0)
            let typed = try BuiltTool.run(["validate", "-v", "--products-format", "text"], in: folder.path)
            #expect(typed.messages.contains("iapkit: ids: read as text: 2 products\n"))
        }
    }

    // MARK: - Where a file may write

    @Test(arguments: ["../out", "/tmp/out", "a/../../out", "link/out", "leaf", "dangling"])
    func `a file that was found writes below its own folder only; one that was named may write elsewhere`(
        path: String
    ) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("repo/Cats")
            try folder.makeFolder("elsewhere")
            try folder.write("elsewhere/precious", "precious")
            let links = [("link", "../elsewhere"), ("leaf", "../elsewhere/precious"), ("dangling", "../elsewhere/new")]
            for (name, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("repo/\(name)"), withDestinationPath: target)
            }
            try folder.write("repo/iapkit.json", #"{"content": ["Cats"], "reports": {"json": "\#(path)"}}"#)
            let outcome = try BuiltTool.run(["validate"], in: folder.path("repo"))
            #expect(outcome.status == 2)
            #expect(
                outcome.messages == "iapkit: iapkit.json:1:43: 'reports.json' leads out of the folder of iapkit.json\n"
                    + "iapkit: hint: a file that was found writes below its own folder only; name it with --config to let "
                    + "it\n")
            #expect(Repository.files(inFolder: folder.path("elsewhere")) == ["precious"])
            #expect(try String(contentsOfFile: folder.path("elsewhere/precious"), encoding: .utf8) == "precious")
            if path == "../out" {
                let named = try BuiltTool.run(["validate", "--config", "iapkit.json"], in: folder.path("repo"))
                #expect(named.status == 0)
                #expect(FileManager.default.fileExists(atPath: folder.path("out")))
            }
        }
    }

    @Test func `a report below the folder is written, through folders that go up and down within it`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.makeFolder("a")
            try folder.write("iapkit.json", #"{"content": ["Cats"], "reports": {"json": "a/../a/r.json"}}"#)
            #expect(try BuiltTool.run(["validate", "-q"], in: folder.path).status == 0)
            #expect(FileManager.default.fileExists(atPath: folder.path("a/r.json")))
        }
    }
}
