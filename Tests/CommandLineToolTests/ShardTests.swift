import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// Parts of a run, for a matrix of CI jobs.
@Suite struct ShardTests {
    private static func item(_ path: String, _ weight: Int64) -> ShardPlan.Item {
        ShardPlan.Item(path: Array(path.utf8), weight: weight)
    }

    @Test(arguments: [
        ("1/1", 1, 1), ("2/4", 2, 4), ("4/4", 4, 4), ("007/010", 7, 10), ("1000/1000", 1000, 1000),
    ])
    func `a shard is a number and how many there are`(text: String, index: Int, count: Int) {
        #expect(Shard(text) == Shard(index: index, count: count))
        #expect(Shard(text) != nil)
    }

    @Test(arguments: [
        "", "/", "1", "1/", "/1", "0/1", "2/1", "1/0", "+1/2", "1/+2", "-1/2", "1/2/3", " 1/2", "1/2 ", "1/1001",
        "99999999999999999999/99999999999999999999", "a/b", "١/٢",
    ])
    func `what is no part of a whole is refused`(text: String) { #expect(Shard(text) == nil) }

    @Test func `the parts are about as heavy, whatever the order of the inputs`() {
        let weights: [Int64] = [900, 500, 400, 300, 200, 100, 100, 100]
        let items = weights.enumerated().map { Self.item("p\($0.offset)", $0.element) }
        let plan = ShardPlan(items, count: 3)
        var loads: [Int: Int64] = [:]
        for (part, weight) in zip(plan.parts, weights) { loads[part, default: 0] += weight }
        #expect(loads == [1: 900, 2: 900, 3: 800])
        let reversed = ShardPlan(items.reversed(), count: 3)
        #expect(reversed.parts.reversed() == plan.parts)
    }

    @Test func `inputs of one size are dealt out by the bytes of their paths`() {
        let items = ["é", "a", "Z", "b"].map { Self.item($0, 1) }
        #expect(ShardPlan(items, count: 2).parts == [2, 2, 1, 1])
    }

    @Test func `sizes beyond all bounds and parts without an input do no harm`() {
        let items = [Self.item("a", .max), Self.item("b", .max), Self.item("c", .max)]
        #expect(ShardPlan(items, count: 2).parts == [1, 2, 1])
        #expect(ShardPlan(items, count: 1000).parts == [1, 2, 3])
        #expect(ShardPlan([], count: 4).parts.isEmpty)
    }

    @Test func `the variables of the CI service name the part`() throws {
        func resolved(_ index: String?, _ count: String?) throws -> Shard {
            var environment: [String: String] = [:]
            environment["CI_NODE_INDEX"] = index
            environment["CI_NODE_TOTAL"] = count
            return try ShardRequest.auto.resolve(environment)
        }
        #expect(try resolved("2", "5") == Shard(index: 2, count: 5))
        // A job of GitLab without 'parallel' has the total and no index.
        #expect(try resolved(nil, "1") == Shard(index: 1, count: 1))
        #expect(try resolved("", "1") == Shard(index: 1, count: 1))
        for (index, count) in [(nil, nil), ("1", nil), (nil, "2"), ("0", "2"), ("3", "2"), ("x", "2"), ("1", "")] {
            #expect(throws: UsageError.self) { try resolved(index, count) }
        }
    }

    @Test func `every input is in one shard, and a product ID that two shards have is told in both`() throws {
        try withTemporaryFolder { folder in
            for number in 1...7 {
                try folder.makeContentFolder(
                    "Packs/P\(number)", productIdentifier: "com.example.p\(max(2, number))",
                    contents: ["a.txt": String(repeating: "x", count: 5000 * number)])
            }
            let whole = try BuiltTool.run(["validate", "Packs", "--report", "json"], in: folder.path)
            var paths: [String] = []
            var findings: [String] = []
            for index in 1...3 {
                let part = try BuiltTool.run(
                    ["validate", "Packs", "--shard", "\(index)/3", "--report", "json"], in: folder.path)
                let report = try JSONDecoder().decode(Wire.self, from: Data(part.output))
                let count = try #require(report.shard?.positions.count)
                #expect(part.errorText.hasPrefix("iapkit: shard \(index)/3: \(count) of 7 inputs\n"))
                #expect(
                    report.shard
                        == Wire.Shard(index: index, count: 3, inputCount: 7, positions: report.shard!.positions))
                #expect(report.inputs.map(\.path) == report.shard!.positions.map { "Packs/P\($0 + 1)" })
                paths += report.inputs.map(\.path)
                findings += report.findings.map(\.message)
            }
            #expect(paths.sorted() == (1...7).map { "Packs/P\($0)" })
            let all = try JSONDecoder().decode(Wire.self, from: Data(whole.output))
            #expect(all.findings.map(\.message).sorted() == findings.sorted())
            #expect(all.findings.count == 2)
            #expect(all.shard == nil)
        }
    }

    @Test func `each shard packs its own, and no two shards one package`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b", "c"] {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: "com.example.\(name)")
            }
            try folder.makeContentFolder("More/a", productIdentifier: "com.example.more")
            for index in 1...2 {
                let outcome = try BuiltTool.run(
                    ["pack", "Packs", "-o", "dist", "--shard", "\(index)/2"], in: folder.path)
                #expect(outcome.status == 0)
            }
            #expect(Repository.files(inFolder: folder.path("dist")).sorted() == ["a.zip", "b.zip", "c.zip"])
            for index in 1...2 {
                let outcome = try BuiltTool.run(
                    ["pack", "Packs", "More", "-o", "other", "--shard", "\(index)/2"], in: folder.path)
                #expect(outcome.status == 2)
                #expect(outcome.errorText.contains("would both be packed as 'other/a.zip'"))
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
            let one = try BuiltTool.run(
                ["pack", "Packs", "-o", "one.zip", "--shard", "1/3"], in: folder.path)
            #expect(one.status == 2)
            #expect(one.errorText.contains("there are 3 packages to write"))
        }
    }

    @Test func `the products that no input claims are those of the whole`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b"] {
                try folder.makeContentFolder("Packs/\(name)", productIdentifier: "com.example.\(name)")
            }
            for index in 1...2 {
                let outcome = try BuiltTool.run(
                    [
                        "match", "Packs", "--shard", "\(index)/2", "--report", "json",
                        "--expect", "com.example.a", "--expect", "com.example.b", "--expect", "com.example.free",
                    ], in: folder.path)
                let report = try JSONDecoder().decode(Wire.self, from: Data(outcome.output))
                #expect(report.unclaimed?.map(\.productIdentifier) == ["com.example.free"])
                #expect(report.matches?.count == 1)
            }
        }
    }

    @Test func `mending a folder moves none to another shard`() throws {
        try withTemporaryFolder { folder in
            for (name, identifier) in [("A", "com.example.Ab"), ("B", "com.example.B")] {
                try folder.makeContentFolder("W/\(name)", productIdentifier: identifier, contents: ["a": "x"])
            }
            let fix = ["match", "W", "--expect", "com.example.ab", "--expect", "com.example.b", "--fix", "--yes"]
            let outcomes = try (1...2).map { index in
                try BuiltTool.run(
                    fix + ["--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder.path)
            }
            #expect(outcomes.map(\.status) == [0, 0])
            let merged = try BuiltTool.run(
                ["report", "merge", "1.json", "2.json", "--report", "json"], in: folder.path)
            #expect(merged.status == 0)
            let report = try JSONDecoder().decode(Wire.self, from: Data(merged.output))
            #expect(report.inputs.map(\.path) == ["W/A", "W/B"])
        }
    }

    @Test func `a path that can't be opened fails in one shard`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("a", productIdentifier: "com.example.a")
            let outcomes = try (1...2).map {
                try BuiltTool.run(["validate", "a", "missing", "--shard", "\($0)/2"], in: folder.path)
            }
            #expect(outcomes.map(\.status).sorted() == [0, 3])
        }
    }

    @Test func `a shard that can't be meant stops the run before anything is done`() throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("a")
            for value in ["2/1", "x"] {
                let outcome = try BuiltTool.run(["pack", "a", "--shard", value], in: folder.path)
                #expect(outcome.status == 2)
                #expect(
                    outcome.errorText == """
                        iapkit: --shard takes I/N or auto, not '\(value)'
                        iapkit: hint: for example --shard 1/4 to --shard 4/4; N is at most 1000

                        """)
            }
            let auto = try BuiltTool.run(
                ["pack", "a", "--shard", "auto"], in: folder.path, environment: ["CI_NODE_TOTAL": "2"])
            #expect(auto.status == 2)
            #expect(
                auto.errorText == """
                    iapkit: --shard auto: CI_NODE_TOTAL is '2', and CI_NODE_INDEX is not set
                    iapkit: hint: give --shard I/N where the CI service has other variables

                    """)
            #expect(!FileManager.default.fileExists(atPath: folder.path("a.zip")))
        }
    }
}

/// What the tests read of a JSON report.
private struct Wire: Decodable {
    struct Input: Decodable { let path: String }
    struct Finding: Decodable { let message: String }
    struct Product: Decodable { let productIdentifier: String }
    struct Match: Decodable { let path: String }
    struct Shard: Decodable, Equatable {
        let index, count, inputCount: Int
        let positions: [Int]
    }
    let inputs: [Input]
    let findings: [Finding]
    let unclaimed: [Product]?
    let matches: [Match]?
    let shard: Shard?
}
