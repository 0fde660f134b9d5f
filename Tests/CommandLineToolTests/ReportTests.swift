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
            #expect(outcome.errorText.isEmpty)
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
}
