import DeliveryRehearsal
import Findings
import Foundation
import TestSupport
import Testing

/// What a plan may say, and what a rehearsal tells of it.
@Suite struct PlanTests {
    private static let a = "com.example.a"
    private static let b = "com.example.b"

    @Test func `numbers that can't be played are taken for the nearest that can`() throws {
        for number in [0, -1, Int.min] {
            try Stage.with { stage in
                var plan = RehearsalPlan(actions: [.purchase(Self.a)])
                (plan.progressSteps, plan.bytesPerSecond, plan.launches, plan.jobs) = (
                    number, Int64(number), number, number
                )
                let result = try stage.play([stage.product(Self.a)], plan)
                #expect(result.codes == [])
                #expect(result.outcome == .complete)
                #expect(result.launches == 1)
                #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"])
            }
        }
        try Stage.with { stage in
            var plan = RehearsalPlan(actions: [.purchase(Self.a)])
            (plan.progressSteps, plan.bytesPerSecond, plan.jobs) = (Int.max, .max, .max)
            let result = try stage.play([stage.product(Self.a)], plan)
            #expect(result.outcome == .complete)
        }
    }

    @Test func `trouble that can't come, or did not, is told of`() throws {
        try Stage.with { stage in
            let never: [Trouble] = [
                .failDownload(Self.a, percent: 250), .quit(at: "lunch"), .fullDisk(Self.b), .failRestore,
            ]
            let plan = RehearsalPlan(
                actions: [.purchase(Self.a)], troubles: [.pauseDownload(Self.a, percent: 50)] + never)
            let result = try stage.play([stage.product(Self.a)], plan)
            #expect(result.codes == [])
            #expect(result.unplayed == never)
        }
    }

    @Test func `what was bought in the rehearsal is restored, and nothing else that nobody owns`() throws {
        try Stage.with { stage in
            let products = [try stage.product(Self.a), try stage.product(Self.b)]
            let first = try stage.play(products, RehearsalPlan(actions: [.purchase(Self.a)], owned: []))
            var restored: [String] = []
            let plan = RehearsalPlan(actions: [.restore()], owned: [])
            let note: (RehearsalEvent) -> Void = { event in
                if event.transactionState == .restored { restored.append(event.productIdentifier ?? "") }
            }
            let second = try stage.play(products, plan, state: first.state, timeline: note)
            #expect(second.codes == [])
            #expect(restored == [Self.a])
        }
    }

    @Test func `a fault is told of when it happens`() throws {
        try Stage.with { stage in
            var events: [RehearsalEvent] = []
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let result = try stage.play(
                [stage.product(Self.a)], plan, by: { BacksUp(app: $0, queue: $1) }, timeline: { events.append($0) })
            #expect(result.findings.map(\.message) == ["the content of 'com.example.a' goes into the backup"])
            #expect(events.suffix(3).map(\.kind) == [.finish, .installed, .fault])
            #expect(events.last?.detail == "DLV-011 the content of 'com.example.a' goes into the backup")
            #expect(events.last?.productIdentifier == Self.a)
            #expect(events.last?.milliseconds == result.milliseconds)
        }
    }

    @Test func `the state is handed over before the event that it is about is told`() throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            var state = StoreState()
            var seen: [String] = []
            var rehearsal = try Rehearsal(
                of: [product], inApp: stage.app, plan: RehearsalPlan(actions: [.purchase(Self.a)]))
            let result = rehearsal.run { event in
                let unfinished = state.unfinished.map { "\($0.state.rawValue) \($0.downloadedVersion ?? "-")" }
                seen.append("\(event.name): \(unfinished.joined()) \(state.delivered[Self.a] ?? "-")")
            } remember: {
                state = $0
            } handledBy: {
                StandardHandler(app: $0, queue: $1)
            }
            #expect(
                seen.filter { !$0.hasPrefix("active") } == [
                    "launch:  -", "purchase:  -", "purchasing: purchasing - -", "purchased: purchased - -",
                    "start: purchased - -", "waiting: purchased - -", "finished: purchased 1.0 -",
                    "recording: purchased 1.0 -", "moving: purchased 1.0 -", "moved: purchased 1.0 -",
                    "finish: purchased 1.0 -", "installed:  1.0",
                ])
            #expect(result.state == state)
        }
    }

    @Test func `a store folder that can't be made in the midst of it is a failure that somebody hears of`() throws {
        try Stage.with { stage in
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let result = try stage.play([stage.product(Self.a)], plan) { app, queue in
                _ = try? FileManager.default.createDirectory(
                    atPath: app.path + "/Library", withIntermediateDirectories: true)
                _ = FileManager.default.createFile(atPath: app.caches, contents: nil)
                return StandardHandler(app: app, queue: queue)
            }
            #expect(result.codes == [])
            guard case .storeFolder(let path, let reason) = result.failures.first, result.failures.count == 1 else {
                Issue.record("\(result.failures)")
                return
            }
            #expect(path.hasSuffix("/app/Library/Caches/StoreKit"))
            #expect(reason == "Not a directory")
        }
    }

    @Test(arguments: UInt64(0)...7)
    func `a full disk in a restore ends it as one that failed`(seed: UInt64) throws {
        try Stage.with { stage in
            let products = [try stage.product(Self.a), try stage.product(Self.b)]
            var kinds: [RehearsalEvent.Kind] = []
            let plan = RehearsalPlan(
                seed: seed, actions: [.restore()], troubles: [.fullDisk(Self.a)], launches: 1)
            let result = try stage.play(products, plan, timeline: { kinds.append($0.kind) })
            #expect(result.codes == [])
            #expect(result.outcome == .fullDisk)
            #expect(kinds.filter { $0 == .announced || $0 == .announcedFailure } == [.announcedFailure])
            #expect(stage.content(Self.a) == nil)
        }
    }
}
