import DeliveryRehearsal
import Findings
import TestSupport
import Testing

/// Each mistake is found by its own code, and nothing else is.
@Suite struct MistakeTests {
    private static let a = "com.example.a"
    private static let b = "com.example.b"
    private static let seeds: ClosedRange<UInt64> = 1...20

    private func expect(
        _ codes: [String], _ handler: PlainHandler.Type, troubles: [Trouble] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                let plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)], troubles: troubles)
                let result = try stage.play([product], plan) { handler.init(app: $0, queue: $1) }
                #expect(result.codes == codes, "seed \(seed)", sourceLocation: sourceLocation)
                #expect(result.outcome == .complete, sourceLocation: sourceLocation)
            }
        }
    }

    private func expectRestore(
        _ codes: [String], _ handler: PlainHandler.Type, actions: [UserAction] = [.restore()],
        troubles: [Trouble] = [], seeds: ClosedRange<UInt64> = seeds, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for seed in seeds {
            try Stage.with { stage in
                let products = [try stage.product(Self.a), try stage.product(Self.b)]
                let plan = RehearsalPlan(seed: seed, actions: actions, troubles: troubles)
                let result = try stage.play(products, plan) { handler.init(app: $0, queue: $1) }
                #expect(result.codes == codes, "seed \(seed)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Two versions of one product, the second behind the first.
    private func expectUpdate(
        _ codes: [String], _ handler: PlainHandler.Type, _ old: [String: String], _ new: [String: String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)])
                let first = try stage.play([stage.product(Self.a, old)], plan) { handler.init(app: $0, queue: $1) }
                #expect(first.codes == [], sourceLocation: sourceLocation)
                let product = try stage.product(Self.a, version: "1.1", new)
                let second = try stage.play([product], plan, state: first.state) { handler.init(app: $0, queue: $1) }
                #expect(second.codes == codes, "seed \(seed)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `a plain handler passes where nothing goes wrong`() throws {
        try expect([], PlainHandler.self)
        try expect([], PlainHandler.self, troubles: [.failDownload(Self.a, percent: 35)])
        try expect([], PlainHandler.self, troubles: [.pauseDownload(Self.a, percent: 50), .deferPurchase(Self.a)])
        try expectRestore([], PlainHandler.self)
        try expectRestore([], PlainHandler.self, actions: [.restore(only: [Self.a])])
        try expectUpdate([], PlainHandler.self, ["a.txt": "1", "b.txt": "1"], ["a.txt": "2", "c.txt": "2"])
    }

    @Test func `finished too early`() throws {
        try expect(["DLV-001"], FinishesFirst.self)
        try expect(["DLV-001"], FinishesPurchasing.self)
    }

    @Test func `finished twice`() throws { try expect(["DLV-002"], FinishesTwice.self) }

    @Test func `never finished`() throws {
        try expect(["DLV-003"], NeverFinishes.self)
        try expect(["DLV-003"], NeverFinishesFailed.self, troubles: [.failDownload(Self.a, percent: 50)])
        try expect(["DLV-003"], NeverFinishesFailed.self, troubles: [.cancelDownload(Self.a, percent: 50)])
        try expect(["DLV-003"], ForgetsTransactions.self)
        try expect(["DLV-003"], IgnoresFailedPayments.self, troubles: [.failPurchase(Self.a)])
    }

    @Test func `a handler that never lets a download come to its end does not keep the rehearsal from its own`() throws
    {
        try Stage.with { stage in
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let result = try stage.play([stage.product(Self.a)], plan) { PausesForEver(app: $0, queue: $1) }
            #expect(result.codes == ["DLV-003"])
        }
    }

    @Test func `the URL is read too early`() throws { try expect(["DLV-004"], ReadsURLEarly.self) }

    @Test func `the URL is read too late`() throws { try expect(["DLV-005"], ReadsURLLate.self) }

    @Test func `content is left in the store's folder`() throws { try expect(["DLV-006"], MovesLate.self) }

    @Test func `content stays in Caches`() throws { try expect(["DLV-007"], StaysInCaches.self) }

    @Test func `copying fails where older files are`() throws {
        try expectUpdate(["DLV-008"], CopiesOver.self, ["a.txt": "1"], ["a.txt": "2", "b.txt": "2"])
        try expectUpdate(["DLV-008"], CopiesOver.self, ["a.txt": "older"], ["a.txt": "new"])
    }

    @Test func `older files are left beside new ones`() throws {
        try expectUpdate(["DLV-008"], LeavesOlderFiles.self, ["a.txt": "1", "b.txt": "1"], ["a.txt": "2"])
    }

    @Test func `the payload is looked for beside Contents`() throws {
        try expect(["DLV-009"], LooksBesideContents.self)
        try expect(["DLV-009"], MovesContentsToo.self)
    }

    @Test func `content is not whole`() throws {
        try expect(["DLV-010"], LosesFolders.self)
        try expect(["DLV-010"], ChangesFiles.self)
    }

    @Test func `content goes into the backup`() throws { try expect(["DLV-011"], BacksUp.self) }

    @Test func `a download is started twice`() throws {
        try expect(["DLV-012"], StartsTwice.self)
        try expect(["DLV-012"], StartsWhatWaits.self)
    }

    @Test func `every press of the button downloads again`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                let plan = RehearsalPlan(seed: seed, actions: [.restore()])
                let make: (RehearsedApp, PaymentQueue) -> any DeliveryHandler = { PlainHandler(app: $0, queue: $1) }
                let first = try stage.play([product], plan, by: make)
                #expect(first.codes == [])
                #expect(try stage.play([product], plan, state: first.state, by: make).codes == ["DLV-013"])
            }
        }
    }

    @Test func `a second press of the button downloads what is on its way`() throws {
        for seed in Self.seeds {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                let plan = RehearsalPlan(seed: seed, actions: [.restore(), .restore()], bytesPerSecond: 1)
                let result = try stage.play([product], plan) { PlainHandler(app: $0, queue: $1) }
                #expect(result.codes == ["DLV-013"], "seed \(seed)")
            }
        }
    }

    @Test func `an older version is downloaded over a newer one`() throws {
        try Stage.with { stage in
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let make: (RehearsedApp, PaymentQueue) -> any DeliveryHandler = { PlainHandler(app: $0, queue: $1) }
            let first = try stage.play([stage.product(Self.a, version: "1.10")], plan, by: make)
            let older = try stage.product(Self.a, version: "1.9")
            #expect(try stage.play([older], plan, state: first.state, by: make).codes == ["DLV-013"])
        }
    }

    @Test func `one is wanted and all are downloaded`() throws {
        try expectRestore(["DLV-014"], WantsAll.self, actions: [.restore(only: [Self.a])])
    }

    @Test func `a restore is announced when the store has listed it`() throws {
        try expectRestore(["DLV-015"], AnnouncesAtOnce.self, troubles: [.pauseDownload(Self.a, percent: 50)])
    }

    @Test func `a restore is never announced where a download failed`() throws {
        try expectRestore(["DLV-016"], CountsFinishedOnly.self, troubles: [.failDownload(Self.b, percent: 50)])
    }

    @Test func `a restore is announced twice`() throws { try expectRestore(["DLV-017"], AnnouncesTwice.self) }

    @Test func `every kind of fault has a mistake in these tests`() throws {
        let source = try Repository.text("Tests/DeliveryRehearsalTests/MistakeTests.swift")
        for fault in DeliveryFault.allCases {
            #expect(source.contains("[\"\(fault.code.id)\"]"), "\(fault)")
        }
    }

    @Test func `every kind of fault has a code and a slug of its own`() {
        let descriptions = DeliveryFault.descriptions
        #expect(descriptions.map(\.code.id) == (1...17).map { "DLV-0\($0 < 10 ? "0" : "")\($0)" })
        #expect(Set(descriptions.map(\.code.slug)).count == 17)
        for fault in DeliveryFault.allCases {
            let words = fault.rawValue.replacing("URL", with: "Url")
            let slug = words.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
            #expect(fault.code.slug == slug)
        }
    }
}
