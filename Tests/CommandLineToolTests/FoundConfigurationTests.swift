import Foundation
import Reporting
import TestSupport
import Testing

/// What an `iapkit.json` that was found may not do, since it may have come with a repository of strangers.
@Suite struct FoundConfigurationTests {
    /// A clone with two content folders and things that are dear to its owner.
    private func withClone(_ configuration: String, _ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Packs/Cats", productIdentifier: "com.example.cats ")
            try folder.makeContentFolder("Packs/Dogs", productIdentifier: "com.example.dogs")
            for file in [".git/config", "Makefile", "report.json"] { try folder.write(file, "precious") }
            for (name, target) in [("link", ".git"), ("leaf", "Makefile")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(name), withDestinationPath: target)
            }
            try folder.write("iapkit.json", configuration)
            try body(folder)
        }
    }

    private func snapshot(_ folder: TemporaryFolder) throws -> [String: Data] {
        let files = Repository.files(inFolder: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try files.map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: folder.path($0))))
            })
    }

    private static let elsewhere = "does not write there; name it with --config to let it"

    @Test(arguments: [
        (#""reports": {"text": ".git/config"}"#, "43: 'reports.text' leads into .git", elsewhere),
        (#""reports": {"text": ".git/new"}"#, "43: 'reports.text' leads into .git", elsewhere),
        (#""reports": {"text": ".GIT/new"}"#, "43: 'reports.text' leads into .git", elsewhere),
        (#""reports": {"json": "link/new"}"#, "43: 'reports.json' leads into .git", elsewhere),
        (#""output": ".git/hooks""#, "33: 'output' leads into .git", elsewhere),
        (#""output": "sub/.Git""#, "33: 'output' leads into .git", elsewhere),
        (
            #""reports": {"sarif": "Packs/Dogs/ContentInfo.plist"}"#,
            "44: 'reports.sarif' leads into the content folder 'Packs/Dogs'", elsewhere
        ),
        (
            #""reports": {"sarif": "Packs/Dogs/Contents/new/new"}"#,
            "44: 'reports.sarif' leads into the content folder 'Packs/Dogs'", elsewhere
        ),
        (#""output": "Packs/Dogs""#, "33: 'output' leads into the content folder 'Packs/Dogs'", elsewhere),
        (
            #""output": "Packs/Dogs/Contents/a.zip""#, "33: 'output' leads into the content folder 'Packs/Dogs'",
            elsewhere
        ),
        (
            #""reports": {"text": "Makefile"}"#,
            "43: 'reports.text' would replace 'Makefile', which need not be a report of iapkit",
            "remove 'Makefile', or ask for the report with --report text=FILE"
        ),
        (
            #""reports": {"junit": "leaf"}"#,
            "44: 'reports.junit' would replace 'leaf', which is no junit report of iapkit",
            "remove 'leaf', or ask for the report with --report junit=FILE"
        ),
        (
            #""reports": {"json": "report.json"}"#,
            "43: 'reports.json' would replace 'report.json', which is no json report of iapkit",
            "remove 'report.json', or ask for the report with --report json=FILE"
        ),
        // The run itself would make the folder.
        (
            #""output": "new", "reports": {"text": "new/../Makefile"}"#,
            "60: 'reports.text' can't be followed to its end", "write the path without links and without '..'"
        ),
    ])
    func `it harms nothing that is there, whatever it says`(setting: String, told: String, hint: String) throws {
        try withClone(#"{"content": ["Cats"], \#(setting)}"#) { folder in
            let before = try snapshot(folder)
            let outcome = try BuiltTool.run(["pack", "Packs/Cats"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.outputText.isEmpty)
            let lines = outcome.messages.split(separator: "\n").map(String.init)
            #expect(lines.count == 2)
            #expect(lines.first == "iapkit: iapkit.json:1:\(told)")
            #expect(lines.last?.hasPrefix("iapkit: hint: ") == true)
            #expect(lines.last?.hasSuffix(hint) == true)
            #expect(try snapshot(folder) == before)
        }
    }

    @Test func `one that was named writes where it says`() throws {
        try withClone(#"{"content": ["Packs/Cats"], "reports": {"text": "Makefile", "json": ".git/new"}}"#) { folder in
            let outcome = try BuiltTool.run(["validate", "-q", "--config", "iapkit.json"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(try snapshot(folder)["Makefile"] != Data("precious".utf8))
            #expect(try snapshot(folder)[".git/new"] != nil)
        }
    }

    @Test(arguments: ReportFormat.allCases, ["validate", "pack"])
    func `an earlier report is replaced in each format but text, and so is an empty file`(
        format: ReportFormat, command: String
    ) throws {
        try withClone(#"{"reports": {"\#(format.rawValue)": "r"}}"#) { folder in
            // Nothing to tell, a finding, and a path that is not there.
            for (operand, status) in [("Packs/Dogs", Int32(0)), ("Packs/Cats", 1), ("gone", 3)] {
                let arguments = [command, operand] + (command == "pack" ? ["--dry-run"] : [])
                try folder.write("r", "")
                #expect(try BuiltTool.run(arguments, in: folder.path).status == status, "\(operand)")
                let size = try Data(contentsOf: URL(fileURLWithPath: folder.path("r"))).count
                let again = try BuiltTool.run(arguments, in: folder.path)
                #expect(again.status == (format == .text && size > 0 ? 2 : status), "\(operand)")
            }
        }
    }
}
