import Testing

@testable import Findings

/// Several reports as one.
@Suite struct ReportMergingTests {
    private static let code = FindingCode("PID-010", "product-not-found")

    private static func report(
        _ paths: [String], of command: String = "validate", version: String = "1", shard: ShardSummary? = nil,
        failures: [RunFailure] = []
    ) -> Report {
        var report = Report(
            command: command, toolVersion: version, inputs: paths.map { InputSummary(path: $0, kind: .folder) },
            findings: paths.map {
                Finding(code: code, severity: .error, message: "of \($0)", location: Location(input: $0))
            }, failures: failures)
        report.shard = shard
        return report
    }

    private static func shard(_ index: Int, of count: Int = 2, _ positions: [Int], failed: [Int] = [], in all: Int)
        -> ShardSummary
    {
        ShardSummary(index: index, count: count, inputCount: all, positions: positions, failedPositions: failed)
    }

    private static func merge(_ reports: Report...) throws(ReportMerging.Conflict) -> Report {
        try ReportMerging.merge(
            reports.enumerated().map { ReportMerging.Part(name: "\($0.offset).json", report: $0.element) })
    }

    @Test func `the shards of a run give its order again`() throws {
        let merged = try Self.merge(
            Self.report(["b", "d"], shard: Self.shard(2, [1, 3], in: 4)),
            Self.report(["a", "c"], shard: Self.shard(1, [0, 2], in: 4)))
        #expect(merged.inputs.map(\.path) == ["a", "b", "c", "d"])
        #expect(merged.findings.map(\.message) == ["of a", "of b", "of c", "of d"])
        #expect(merged.failures.isEmpty)
        #expect(merged.shard == nil)
    }

    @Test func `reports that are no shards follow one another`() throws {
        let merged = try Self.merge(Self.report(["b"]), Self.report(["a"]))
        #expect(merged.inputs.map(\.path) == ["b", "a"])
        #expect(merged.failures.isEmpty)
    }

    @Test func `what could not be opened is told in the order of the whole, and what else failed behind it`() throws {
        let failures = (0..<4).map { RunFailure(subject: "\($0)", reason: "gone") }
        let full = RunFailure(subject: "dist/a.zip", reason: "the disk is full")
        let merged = try Self.merge(
            Self.report(
                [], shard: Self.shard(1, [], failed: [0, 2], in: 4), failures: [failures[0], failures[2], full]),
            Self.report([], shard: Self.shard(2, [], failed: [1, 3], in: 4), failures: [failures[1], failures[3]]))
        #expect(merged.failures == failures + [full])
    }

    @Test func `a shard that failed before it looked at anything is a failure with its reason`() throws {
        let reason = RunFailure(subject: "list.txt", reason: "the product source can't be read")
        let merged = try Self.merge(
            Self.report(["a"], shard: Self.shard(1, [0], in: 2)), Self.report([], failures: [reason]))
        #expect(merged.failures.map(\.subject) == ["list.txt", "shard 2/2"])
        #expect(merged.inputs.map(\.path) == ["a"])
    }

    @Test func `the whole fails where the strictest part would`() throws {
        var strict = Self.report(["a"])
        strict.failedSeverity = .note
        #expect(try Self.merge(Self.report(["b"]), strict).failedSeverity == .note)
        #expect(try Self.merge(Self.report(["b"]), Self.report(["c"])).failedSeverity == .error)
    }

    @Test func `two names that differ in Unicode form are two inputs`() throws {
        let merged = try Self.merge(Self.report(["caf\u{E9}"]), Self.report(["cafe\u{301}"]))
        #expect(merged.inputs.count == 2)
        #expect(merged.findings.count == 2)
    }

    @Test func `a shard that is missing is a failure, whatever else was found`() throws {
        let merged = try Self.merge(Self.report(["a"], shard: Self.shard(1, of: 3, [0], in: 3)))
        #expect(
            merged.failures
                == [2, 3].map {
                    RunFailure(
                        subject: "shard \($0)/3", reason: "no report of it was given",
                        remedy: "see why its job wrote none, and run it again")
                })
    }

    @Test func `shards that did not see the same files are a failure`() throws {
        let merged = try Self.merge(
            Self.report(["a"], shard: Self.shard(1, [0], in: 3)),
            Self.report(["b"], shard: Self.shard(2, [1], in: 3)))
        #expect(
            merged.failures == [
                RunFailure(
                    subject: "all shards",
                    reason: "together they have 2 inputs of 3, so they did not see the same files",
                    remedy: "run every shard in the same state of the files")
            ])
    }

    @Test func `an input that could not be opened is not missing, and its failure told once`() throws {
        let gone = RunFailure(subject: "gone", reason: "no such file")
        let merged = try Self.merge(
            Self.report(["a"], shard: Self.shard(1, [0], failed: [1], in: 3), failures: [gone]),
            Self.report(["b"], shard: Self.shard(2, [2], in: 3), failures: [gone]))
        #expect(merged.failures == [gone])
    }

    @Test func `the products that no part claims are those that every part leaves`() throws {
        func part(_ path: String, unclaimed: [String]) -> Report {
            var report = Self.report([path], of: "match")
            report.matches = [
                MatchRow(path: path, productIdentifier: path, status: .exact, candidate: nil, reason: nil)
            ]
            report.unclaimed = unclaimed.map { ProductRow(productIdentifier: $0, source: "s") }
            return report
        }
        let merged = try Self.merge(part("b", unclaimed: ["a", "c"]), part("a", unclaimed: ["b", "c"]))
        #expect(merged.unclaimed?.map(\.productIdentifier) == ["c"])
        #expect(merged.matches?.map(\.path) == ["b", "a"])
    }

    @Test func `one report that did not run every check makes the whole incomplete`() throws {
        var partial = Self.report(["a"])
        partial.isComplete = false
        #expect(try Self.merge(partial, Self.report(["b"])).isComplete == false)
        #expect(try Self.merge(Self.report(["a"]), Self.report(["b"])).isComplete)
    }

    private static let conflicts: [(Report, Report, String)] = [
        (report(["a"]), report(["b"], of: "pack"), "'0.json' is a report of 'validate', and '1.json' one of 'pack'"),
        (
            report(["a"]), report(["b"], version: "2"),
            "'0.json' was made by iapkit 1, and '1.json' by iapkit 2"
        ),
        (report(["a"]), report(["a"]), "'0.json' and '1.json' both have the input 'a'"),
        (
            report(["a"], shard: shard(1, [0], in: 2)), report(["b"]),
            "'0.json' is of a shard, and '1.json' is not"
        ),
        (
            report(["a"], shard: shard(1, [0], in: 2)), report(["b"], shard: shard(1, [0], in: 2)),
            "'0.json' and '1.json' are both of the shard 1/2"
        ),
        (
            report(["a"], shard: shard(1, [0], in: 2)), report(["b"], shard: shard(2, of: 3, [1], in: 2)),
            "'0.json' is of 1/2 with 2 inputs in all, and '1.json' of 2/3 with 2 inputs"
        ),
    ]

    @Test(arguments: conflicts)
    func `reports that don't belong together are refused`(first: Report, second: Report, reason: String) {
        #expect {
            try Self.merge(first, second)
        } throws: {
            ($0 as? ReportMerging.Conflict)?.reason == reason
        }
    }
}
