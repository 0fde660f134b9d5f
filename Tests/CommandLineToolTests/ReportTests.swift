import Checks
import Findings
import Foundation
import TestSupport
import Testing

/// The reports for other programs, as the built program writes them.
@Suite struct ReportTests {
    @Test func `GitHub's log has one command a finding and nothing else, in the folder and from outside`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats ", contents: [:])
            let arguments = ["validate", "--report", "github", "--skip", "LAY-003"]
            let outcome = try BuiltTool.run(arguments + ["Packs"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText.hasPrefix("::error file=Packs/Cats/ContentInfo.plist,line=8,col="))
            #expect(outcome.outputText.split(separator: "\n").count == 1)
            #expect(outcome.errorText.split(separator: "\n").allSatisfy { $0.hasPrefix("iapkit: no list of products") })
            let absolute = try BuiltTool.run(arguments + [folder.path("Packs")], in: folder.path)
            #expect(
                absolute.outputText.prefix { $0 != "," } == outcome.outputText.prefix { $0 != "," })
            let outside = try BuiltTool.run(arguments + [folder.path("Packs")], in: folder.makeFolder("Other"))
            #expect(outside.outputText.hasPrefix("::error file=\(folder.path)/Packs/Cats/ContentInfo.plist,line="))
        }
    }

    @Test func `a folder that the shell knows by a link is still the current one`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("real/Cats", contents: [:])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link"), withDestinationPath: folder.path("real"))
            let outcome = try Program(at: "/bin/sh").run(
                ["-c", "cd link && iapkit validate \"$PWD/Cats\" --report github"], in: folder.path,
                environment: ["PATH": BuiltTool.searchPath])
            #expect(outcome.outputText.hasPrefix("::warning file=Cats/Contents,title=LAY-003 contents-empty::"))
        }
    }

    @Test(arguments: ["sarif", "github"])
    func `every command has something right to say to other programs, findings or not`(format: String) throws {
        try runEveryCommand(format)
    }

    @Test(.enabled(if: Program("xmllint") != nil, "xmllint is not installed"))
    func `every command has a test report, findings or not`() throws { try runEveryCommand("junit") }

    @Test func `a test report has a case for each check that ran, and says which could not`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            let arguments = ["validate", "Cats", "--report", "junit", "--skip", "FIL-009"]
            let plain = try BuiltTool.run(arguments, in: folder.path).outputText
            let checks = CheckCatalog.all.filter { !["SPL", "AST"].contains($0.code.id.prefix(3)) }
            #expect(plain.contains("<testsuites name=\"iapkit validate\" tests=\"\(checks.count)\" failures=\"0\""))
            for check in checks { #expect(plain.contains("classname=\"Cats\" name=\"\(check.code)\"")) }
            #expect(
                plain.contains(
                    "name=\"FIL-009 hidden-file\">\n      <skipped message=\"switched off\"/>\n"))
            #expect(
                plain.contains(
                    "name=\"PID-010 product-not-found\">\n      <skipped message=\"no list of products was given\"/>\n")
            )
            #expect(plain.contains("name=\"LAY-003 contents-empty\">\n      <system-out>Cats/Contents: warning: "))
            let strict = try BuiltTool.run(arguments + ["--fail-on", "warning"], in: folder.path)
            #expect(strict.status == 1)
            #expect(strict.outputText.contains("name=\"LAY-003 contents-empty\">\n      <failure message="))
            let lenient = try BuiltTool.run(
                arguments + ["--fail-on", "never", "--severity", "LAY-003=error"], in: folder.path)
            #expect(lenient.status == 0)
            #expect(lenient.outputText.contains("name=\"LAY-003 contents-empty\">\n      <failure message="))
        }
    }

    @Test(.enabled(if: Program("xmllint") != nil, "xmllint is not installed"), arguments: ["sarif", "junit", "github"])
    func `hostile names of folders and files break no format`(format: String) throws {
        try withTemporaryFolder { folder in
            let name = "a\n::error::%0A<b>&\"'\u{1B}[31m\u{202E},c"
            try folder.makeContentFolder(name, contents: [".h\n::error::]]>&<\u{1B}[1m\u{202E}%25": "a"])
            let path = Array("\(folder.path)/\(name)/Contents/.not-utf8".utf8).map(CChar.init(bitPattern:))
            // A file system that keeps names as UTF-8 refuses this one.
            let descriptor = open(path + [CChar(bitPattern: 0xFF), 0], O_CREAT | O_WRONLY, 0o644)
            if descriptor >= 0 { close(descriptor) }
            let outcome = try BuiltTool.run(["validate", name, "--report", format], in: folder.path)
            #expect(outcome.status <= 1)
            try expectRight(outcome.outputText, as: format, "")
            #expect(!outcome.outputText.contains("\u{1B}"))
            #expect(outcome.outputText.contains("FIL-009"))
            #expect(!outcome.outputText.split(separator: "\n").contains { $0.hasPrefix("::error::") })
            if format == "sarif" {
                #expect(outcome.outputText.contains("%3Aerror%3A%3A%5D%5D%3E%26%3C%1B%5B1m%E2%80%AE%2525"))
            }
        }
    }

    private func runEveryCommand(_ format: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats")
            try folder.makeContentFolder("Dogs")
            try folder.write("list.txt", "com.example.app.pack1\n")
            let commands = [
                ["validate", "Cats"], ["init", "New", "--product-id", "com.example.new"], ["products", "list.txt"],
                ["match", "Cats", "--products", "list.txt"], ["explain"], ["explain", "PID-010"],
                ["pack", "Cats", "Dogs", "--skip", "PID-012"], ["inspect", "Cats.zip"],
                ["compare", "Cats.zip", "Cats"],
                ["unpack", "Cats.zip", "-o", "Unpacked"], ["edit", "Cats", "--bump"],
                ["edit", "Cats", "--bump", "--dry-run"],
                ["validate", "Gone"], ["inspect", "list.txt"], ["unpack", "Gone.zip", "-o", "Other"],
            ]
            for command in commands {
                let outcome = try BuiltTool.run(command + ["--report", format], in: folder.path)
                #expect(outcome.status != 2, "\(command)")
                try expectRight(outcome.outputText, as: format, "\(command)")
                if outcome.status == 0 { #expect(findings(in: outcome.outputText, format) == 0, "\(command)") }
            }
        }
    }

    @Test func `two reports go to files and one to standard output, the same bytes each time`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            let arguments = ["validate", "Cats", "--report", "sarif=a.sarif", "--report", "github", "--report"]
            let first = try BuiltTool.run(arguments + ["json=a.json"], in: folder.path)
            #expect(first.status == 0)
            try expectRight(first.outputText, as: "github", "")
            let log = try String(contentsOfFile: folder.path("a.sarif"), encoding: .utf8)
            try expectRight(log, as: "sarif", "")
            #expect(findings(in: log, "sarif") == 1)
            let json = try String(contentsOfFile: folder.path("a.json"), encoding: .utf8)
            #expect(json.contains("\"code\" : \"LAY-003\""))
            let second = try BuiltTool.run(
                arguments + ["json=b.json"], in: folder.path, environment: ["LC_ALL": "C", "TZ": "Asia/Kathmandu"])
            #expect(second.outputText == first.outputText)
            #expect(try String(contentsOfFile: folder.path("a.sarif"), encoding: .utf8) == log)
        }
    }

    @Test func `two of the new reports can't both go to standard output`() throws {
        let outcome = try BuiltTool.run(["validate", ".", "--report", "sarif", "--report", "github=-"])
        #expect(outcome.status == 2)
        #expect(outcome.outputText.isEmpty)
        #expect(
            outcome.errorText == "iapkit: two reports can't both go to standard output\n"
                + "iapkit: hint: give one of them a file: --report json=FILE\n")
    }

    /// Whether another program can read it.
    private func expectRight(_ text: String, as format: String, _ comment: Comment) throws {
        switch format {
        case "sarif":
            let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], comment)
            #expect(log["version"] as? String == "2.1.0", comment)
            if SARIFJudge.python != nil { #expect(try SARIFJudge.faults(of: text).isEmpty, comment) }
        case "junit":
            let outcome = try #require(Program("xmllint")).run(
                ["--nonet", "--noout", "-"], input: Data(text.utf8))
            #expect(outcome.status == 0, comment)
            #expect(outcome.errorText.isEmpty, comment)
        default:
            for line in text.split(separator: "\n") {
                #expect(line.wholeMatch(of: /::(error|warning|notice) [^:]*::[^\x00-\x1F]*/) != nil, comment)
            }
        }
    }

    /// How many findings a report tells.
    private func findings(in text: String, _ format: String) -> Int {
        switch format {
        case "sarif": text.components(separatedBy: "\"ruleId\"").count - 1
        case "junit": text.components(separatedBy: "<failure ").count - 1
        default: text.components(separatedBy: "::error ").count - 1
        }
    }
}
