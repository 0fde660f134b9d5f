import Checks
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

@Suite struct CheckRecordTests {
    @Test
    func `a folder without products has a record for each check but those of the store's lists and of asset packs`()
        throws
    {
        try withTemporaryFolder { folder in
            let records = try records(try folder.makeContentFolder("Cats"))
            let codes = CheckCatalog.all.map { $0.code }.filter { !$0.id.hasPrefix("SPL") && !$0.id.hasPrefix("AST") }
            #expect(records.map(\.code) == codes)
            let skipped = records.filter { $0.skipped != nil }
            #expect(
                skipped.map(\.code.id) == ["PID-010", "PID-011", "PID-014", "PID-015", "PID-016", "PID-017", "PID-018"])
            #expect(Set(skipped.map(\.skipped)) == ["no list of products was given"])
        }
    }

    @Test func `of what is no package only the checks of packages can judge`() throws {
        try withTemporaryFolder { folder in
            let records = try records(try folder.write("a.zip", "no zip"))
            #expect(Set(records.filter { $0.skipped == nil }.map { $0.code.id.prefix(3) }) == ["PKG"])
            #expect(Set(records.compactMap(\.skipped)) == ["the content can't be looked at"])
        }
    }

    @Test func `without ContentInfo.plist nothing is said of its values`() throws {
        try withTemporaryFolder { folder in
            try folder.write("Cats/Contents/a", "a")
            let records = try records(folder.path("Cats"))
            let skipped = records.filter { $0.skipped == "ContentInfo.plist can't be read" }
            #expect(Set(skipped.map { $0.code.id.prefix(3) }) == ["KEY", "PID", "VER"])
            #expect(records.first { $0.code.id == "PLI-001" }?.skipped == nil)
        }
    }

    @Test func `what the policy switches off is skipped, and what it does not ask for has no record`() throws {
        try withTemporaryFolder { folder in
            let codes = ["FIL-001", "FIL-002", "FIL-009"].compactMap(CheckCatalog.code)
            let policy = SeverityPolicy(overrides: [codes[0]: .off], only: Set(codes), skip: [codes[2]])
            let path = try folder.makeContentFolder("Cats")
            #expect(
                try records(path, policy) == [
                    CheckRecord(code: codes[0], skipped: "switched off"), CheckRecord(code: codes[1]),
                    CheckRecord(code: codes[2], skipped: "switched off"),
                ])
            #expect(
                try records(path, SeverityPolicy(only: [codes[1]]), readsPayload: false) == [
                    CheckRecord(code: codes[1], skipped: "the files were not looked into")
                ])
        }
    }

    @Test func `a comparison's checks are recorded for the newer input, skipped where there was nothing to compare`()
        throws
    {
        try withTemporaryFolder { folder in
            let cats = try ContentInput.open(try folder.makeContentFolder("Cats"))
            let broken = try ContentInput.open(try folder.write("broken.zip", "no zip"))
            let runner = ComparisonRunner(policy: SeverityPolicy())
            let comparisons = CheckCatalog.comparisons.map { $0.code }
            let compared = runner.compare(cats, cats, jobs: 1)
            #expect(
                compared.new.checks.map(\.code) == ComparisonRunner.codes.filter { !$0.id.hasPrefix("SPL") }.sorted())
            #expect(compared.new.checks.filter { comparisons.contains($0.code) }.allSatisfy { $0.skipped == nil })
            #expect(!compared.old.checks.contains { comparisons.contains($0.code) })
            let not = runner.compare(broken, cats, jobs: 1)
            #expect(
                Set(not.new.checks.filter { comparisons.contains($0.code) }.map(\.skipped))
                    == ["the two could not be compared"])
        }
    }

    private func records(
        _ path: String, _ policy: SeverityPolicy = SeverityPolicy(), readsPayload: Bool = true
    ) throws -> [CheckRecord] {
        let runner = CheckRunner(policy: policy, products: nil, targets: [], readsPayload: readsPayload)
        return runner.examine([try ContentInput.open(path)], jobs: 1)[0].checks
    }
}
