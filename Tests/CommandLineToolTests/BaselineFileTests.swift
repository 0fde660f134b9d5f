import Foundation
import TestSupport
import Testing

/// What counts as a baseline, and as an entry of one.
@Suite struct BaselineFileTests {
    @Test(arguments: ["KEY-004", "white-space-around-value", "key-004"])
    func `a finding is known by its name as by its code`(code: String) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats ")
            try folder.write(
                "b.json",
                """
                {"schemaVersion": "1.0", "findings": [
                  {"input": "Cats", "member": "ContentInfo.plist", "code": "\(code)", "key": "IAPProductIdentifier"}
                ]}
                """)
            let outcome = try BuiltTool.run(["validate", "Cats", "--baseline", "b.json"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.outputText == "Cats: nothing new, 1 known finding ('com.example.cats ', version 1.0)\n")
        }
    }

    @Test func `a report is no baseline, and is never replaced by one`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", productIdentifier: "com.example.cats ")
            try BuiltTool.run(["validate", "Cats", "--report", "json=r.json"], in: folder.path)
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("r.json")))
            for option in ["--write-baseline", "--baseline"] {
                let outcome = try BuiltTool.run(["validate", "Cats", option, "r.json"], in: folder.path)
                #expect(outcome.status == 3)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("r.json"))) == before)
        }
    }
}
