import DeliveryRehearsal
import Findings
import Foundation
import TestSupport
import Testing

/// One mistake is one finding, and what is right is none.
@Suite struct ConsequenceTests {
    private static let a = "com.example.a"
    private static let b = "com.example.b"
    private static let seeds: ClosedRange<UInt64> = 1...12

    // MARK: One mistake, one code

    @Test(arguments: [
        ("DLV-007", CachesKnowingly.self as KnowsVersions.Type), ("DLV-008", MixesKnowingly.self),
        ("DLV-010", LosesKnowingly.self), ("DLV-009", LooksBesideKnowingly.self),
    ])
    func `content in a wrong place is told of once, and not again at the next restore`(
        code: String, handler: KnowsVersions.Type
    ) throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let old = try stage.product(Self.a, version: "0.9", ["a.txt": "0", "older": "0", "deep/b.txt": "0"])
                let product = try stage.product(Self.a)
                var state = StoreState()
                if code == "DLV-008" {
                    let plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)])
                    let result = try stage.play([old], plan) { handler.init(app: $0, queue: $1) }
                    #expect(result.codes == [])
                    state = result.state
                }
                var plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)])
                let first = try stage.play([product], plan, state: state) { handler.init(app: $0, queue: $1) }
                #expect(first.codes == [code], "seed \(seed)")
                plan.actions = [.restore()]
                let second = try stage.play([product], plan, state: first.state) { handler.init(app: $0, queue: $1) }
                #expect(second.codes == [], "seed \(seed)")
            }
        }
    }

    @Test func `a restore that is announced early and at its end is announced early`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let plan = RehearsalPlan(
                    seed: seed, actions: [.restore()], troubles: [.pauseDownload(Self.a, percent: 50)])
                let result = try stage.play([stage.product(Self.a)], plan) { AnnouncesTooOften(app: $0, queue: $1) }
                #expect(result.codes == ["DLV-015"], "seed \(seed)")
            }
        }
    }

    @Test func `a restore whose transactions were finished too early is not also one that never ends`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let plan = RehearsalPlan(seed: seed, actions: [.restore()])
                let result = try stage.play([stage.product(Self.a)], plan) { FinishesFirst(app: $0, queue: $1) }
                #expect(result.codes == ["DLV-001"], "seed \(seed)")
            }
        }
    }

    @Test func `a version that is put down before a copy that stops is content that is not whole`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                let plan = RehearsalPlan(
                    seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: "copying")], launches: 2)
                let result = try stage.play([product], plan) { RecordsFirst(app: $0, queue: $1) }
                #expect(result.codes == ["DLV-010"], "seed \(seed)")
            }
        }
    }

    // MARK: What is right

    @Test func `files of the app's own beside content are no older content`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)])
                let old = try stage.product(Self.a, version: "1.0", ["a.txt": "1", "b.txt": "1"])
                let first = try stage.play([old], plan) { KeepsScores(app: $0, queue: $1) }
                #expect(first.codes == [])
                try stage.folder.write("app/Library/Application Support/Downloads/\(Self.a)/scores", "9")
                let new = try stage.product(Self.a, version: "1.1", ["a.txt": "2"])
                let second = try stage.play([new], plan, state: first.state) { KeepsScores(app: $0, queue: $1) }
                #expect(second.codes == [], "seed \(seed)")
                #expect(stage.content(Self.a) == ["a.txt": "2", "scores": "9"])
            }
        }
    }

    @Test func `a file of the handler's own in content that is taken up again is no older content`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                let plan = RehearsalPlan(
                    seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: "finish")], launches: 3)
                let result = try stage.play([product], plan) { KnowsVersions(app: $0, queue: $1) }
                #expect(result.codes == [], "seed \(seed)")
            }
        }
    }

    @Test(arguments: ["/", "//", "/.", "/../com.example.a"])
    func `a path with slashes and dots too many is excluded from the backup all the same`(end: String) throws {
        try Stage.with { stage in
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let result = try stage.play([stage.product(Self.a)], plan) { app, queue in
                let handler = ExcludesWithEnd(app: app, queue: queue)
                handler.end = end
                return handler
            }
            #expect(result.codes == [])
        }
    }
}
