import DeliveryRehearsal
import Findings
import Foundation
import TestSupport
import Testing

/// A container that was used before: by an earlier rehearsal, by another store, or by somebody who means ill.
@Suite struct UsedContainerTests {
    private static let a = "com.example.a"
    private static let b = "com.example.b"

    @Test(arguments: UInt64(0)...7)
    func `what was downloaded of an older version is not handed over as the new one`(seed: UInt64) throws {
        try Stage.with { stage in
            let old = try stage.product(Self.a, version: "1.0", ["a.txt": "old", "b.txt": "old"])
            let plan = RehearsalPlan(
                seed: seed, actions: [.purchase(Self.a)], troubles: [.fullDisk(Self.a)], launches: 1)
            let first = try stage.play([old], plan)
            #expect(first.outcome == .fullDisk)
            let new = try stage.product(Self.a, version: "2.0", ["a.txt": "new", "b.txt": "new"])
            let second = try stage.play([new], RehearsalPlan(seed: seed), state: first.state)
            #expect(second.codes == [])
            #expect(second.state.delivered == [Self.a: "2.0"])
            #expect(stage.content(Self.a) == ["a.txt": "new", "b.txt": "new"])
        }
    }

    @Test(arguments: UInt64(0)...7)
    func `what was downloaded and has changed meanwhile is downloaded anew`(seed: UInt64) throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            let plan = RehearsalPlan(
                seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: "recording")], launches: 1)
            let first = try stage.play([product], plan)
            #expect(first.outcome == .quit)
            try stage.folder.write("app/Library/Caches/StoreKit/1.zip/Contents/a.txt", "z")
            let second = try stage.play([product], RehearsalPlan(seed: seed), state: first.state)
            #expect(second.codes == [])
            #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"])
        }
    }

    @Test(arguments: [
        "Library", "Library/Caches", "Library/Caches/StoreKit", "Library/Application Support",
        "Library/Application Support/Downloads", "Library/Application Support/Download Versions",
    ])
    func `a container that leads elsewhere is refused, and nothing there is touched`(place: String) throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            let link = "\(stage.app)/\(place)"
            for name in ["sub", "Caches/StoreKit/sub", "StoreKit/sub", "Downloads/\(Self.a)", Self.a] {
                try stage.folder.write("victim/\(name)/precious", "p")
            }
            let before = stage.files(stage.folder.path("victim"))
            try FileManager.default.createDirectory(
                atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: stage.folder.path("victim"))
            let error = #expect(throws: RehearsalError.self) {
                try stage.play([product], RehearsalPlan(actions: [.purchase(Self.a)]))
            }
            #expect(error?.subject.hasSuffix("/app/\(place)") == true)
            #expect(error?.reason == "it is a symbolic link, and a rehearsal follows none out of the app's container")
            #expect(stage.files(stage.folder.path("victim")) == before)
        }
    }

    @Test(arguments: UInt64(0)...7)
    func `a link in the store's folder is no download that had finished`(seed: UInt64) throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            let plan = RehearsalPlan(
                seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: "recording")], launches: 1)
            let first = try stage.play([product], plan)
            let store = "\(stage.app)/Library/Caches/StoreKit"
            try FileManager.default.moveItem(atPath: "\(store)/1.zip", toPath: stage.folder.path("victim"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(store)/1.zip", withDestinationPath: stage.folder.path("victim"))
            let second = try stage.play([product], RehearsalPlan(seed: seed), state: first.state)
            #expect(second.codes == [])
            #expect(stage.files(stage.folder.path("victim/Contents")) == ["a.txt": "a", "deep/b.txt": "b"])
            #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"])
        }
    }

    @Test func `a file where a folder has to be is refused`() throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            try stage.folder.write("app/Library/Caches", "a file")
            let error = #expect(throws: RehearsalError.self) {
                try stage.play([product], RehearsalPlan(actions: [.purchase(Self.a)]))
            }
            #expect(error?.subject.hasSuffix("/app/Library/Caches") == true)
            #expect(error?.reason == "it is no folder")
        }
    }

    @Test(arguments: UInt64(0)...7)
    func `a container that is used again without the state holds no fault`(seed: UInt64) throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            let plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a), .restore()])
            #expect(try stage.play([product], plan).codes == [])
            let second = try stage.play([product], plan)
            #expect(second.codes == [])
            #expect(second.state.delivered == [Self.a: "1.0"])
        }
    }

    @Test(arguments: [
        "purchasing", "purchased", "start", "waiting", "finished", "recording", "moving", "moved", "finish",
    ])
    func `a run that is killed at any event can be gone on from with the state that was handed over last`(
        event: String
    ) throws {
        for seed in UInt64(0)...7 {
            try Stage.with { stage in
                let old = try stage.play(
                    [stage.product(Self.a, ["old": "old"])],
                    RehearsalPlan(seed: seed, actions: [.purchase(Self.a)]))
                let product = try stage.product(Self.a, version: "2.0")
                let plan = RehearsalPlan(
                    seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: event)], launches: 1)
                var rehearsal = try Rehearsal(of: [product], inApp: stage.app, plan: plan, state: old.state)
                var (last, killed): (StoreState?, StoreState?)
                _ = rehearsal.run { event in
                    // Nothing is handed over any more once the process is gone.
                    if event.kind == .quit { killed = last }
                } remember: {
                    last = $0
                } handledBy: {
                    StandardHandler(app: $0, queue: $1)
                }
                let state = try #require(killed)
                let second = try stage.play([product], RehearsalPlan(seed: seed), state: state)
                #expect(second.codes == [], "seed \(seed)")
                #expect(second.state.unfinished == [])
                #expect(second.state.delivered == [Self.a: "2.0"])
                #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"])
                #expect(stage.leftInStore == [])
            }
        }
    }

    @Test(arguments: UInt64(0)...20)
    func `what an earlier launch left is delivered, whatever is wanted of the next restore`(seed: UInt64) throws {
        for event in ["start", "waiting", "finished", "moving"] {
            try Stage.with { stage in
                let products = [try stage.product(Self.a), try stage.product(Self.b)]
                let plan = RehearsalPlan(
                    seed: seed, actions: [.restore()], troubles: [.quit(at: event, product: Self.a)], launches: 1)
                let first = try stage.play(products, plan)
                // Where it is told of two things at one time the event may not come.
                if first.outcome == .complete { return }
                let wish = RehearsalPlan(seed: seed, actions: [.restore(only: [Self.b])])
                let second = try stage.play(products, wish, state: first.state)
                #expect(second.codes == [], "\(event)")
                #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"], "\(event)")
                #expect(stage.content(Self.b) == ["a.txt": "a", "deep/b.txt": "b"], "\(event)")
            }
        }
    }
}
