import DeliveryRehearsal
import Findings
import Foundation
import Packaging
import TestSupport
import Testing

/// The right handler, whatever happens.
@Suite struct StandardHandlerTests {
    private static let a = "com.example.a"
    private static let b = "com.example.b"

    /// What may be read of one product: one version whole, never an older one than before, and something once there was.
    private final class Witness {
        let versions: [[String: String]]
        var newest = -1
        let path: String

        init(_ path: String, _ versions: [[String: String]]) { (self.path, self.versions) = (path, versions) }

        /// What is in those files that any version has: to list the folder each time would take a minute.
        private var content: [String: String]? {
            var content: [String: String] = [:]
            for name in Set(versions.flatMap(\.keys)) {
                guard let file = fopen("\(path)/\(name)", "r") else { continue }
                defer { fclose(file) }
                var bytes = [UInt8](repeating: 0, count: 8)
                content[name] = String(decoding: bytes[..<fread(&bytes, 1, 8, file)], as: UTF8.self)
            }
            return content.isEmpty ? nil : content
        }

        func look(_ note: @autoclosure () -> String) {
            guard let content else {
                #expect(newest == -1, "\(path) was lost: \(note())")
                return
            }
            guard let version = versions.lastIndex(of: content) else {
                Issue.record("\(path) holds a mixture \(content): \(note())")
                return
            }
            #expect(version >= newest, "\(path) went back: \(note())")
            newest = version
        }
    }

    /// 250 seeds each, so that they can run side by side.
    @Test(arguments: [UInt64(1), 251, 501, 751])
    func `a thousand bad days lose and mix nothing, and nothing is found`(start: UInt64) throws {
        try Stage.with { stage in
            let contents: [String: [[String: String]]] = [
                Self.a: [["a.txt": "a0", "d/x": "0"], ["a.txt": "a1", "b.txt": "1"], ["a.txt": "a2", "d/y": "2"]],
                Self.b: [["b": "0"], ["b": "1", "c": "1"], ["b": "2"]],
            ]
            let products = try (0...2).map { version in
                try [Self.a, Self.b].map { product in
                    try stage.product(
                        product, version: "1.\(version + 8)", kind: version == 1 ? .pkg : .zip,
                        contents[product]?[version] ?? [:])
                }
            }
            var outcomes: [String: Int] = [:]
            for seed in start..<start + 250 {
                var random = TestRandom(seed: seed)
                let app = stage.folder.path("app-\(seed)")
                let downloads = "\(app)/Library/Application Support/Downloads"
                let witnesses = contents.map { Witness("\(downloads)/\($0.key)", $0.value) }
                var state = StoreState()
                var isClean = true
                // Three sessions; in each the store offers some version of each product.
                for session in 0...2 {
                    let offered = [0, 1].map { products[Int.random(in: 0...2, using: &random)][$0] }
                    var plan = RehearsalPlan(
                        seed: seed &* 31 &+ UInt64(session), bytesPerSecond: 500, progressSteps: 4,
                        launches: 30)
                    plan.chances = .rough
                    plan.actions =
                        [
                            [.purchase(Self.a), .restore(), .purchase(Self.b)],
                            [.restore(only: [Self.b]), .restore()],
                            [.purchase(Self.b), .purchase(Self.a), .restore(only: [Self.a]), .restore()],
                        ][session]
                    var rehearsal = try Rehearsal(of: offered, inApp: app, plan: plan, state: state)
                    let result = rehearsal.run { event in
                        outcomes[event.name, default: 0] += 1
                        guard [.checkpoint, .finish, .quit, .launch, .installed].contains(event.kind) else { return }
                        for witness in witnesses { witness.look("seed \(seed), session \(session), \(event.name)") }
                    } handledBy: {
                        StandardHandler(app: $0, queue: $1)
                    }
                    state = result.state
                    isClean = isClean && result.findings.isEmpty && result.outcome == .complete
                    #expect(result.findings.map(\.message) == [], "seed \(seed), session \(session)")
                    #expect(result.outcome == .complete, "seed \(seed), session \(session)")
                    #expect(state.unfinished == [], "seed \(seed), session \(session)")
                }
                // A good day at last: the newest of both is there.
                var rehearsal = try Rehearsal(
                    of: products[2], inApp: app, plan: RehearsalPlan(seed: seed, actions: [.restore()]), state: state)
                let result = rehearsal.run { StandardHandler(app: $0, queue: $1) }
                #expect(result.findings.map(\.message) == [], "seed \(seed)")
                for (product, versions) in contents {
                    #expect(Stage.files("\(downloads)/\(product)") == versions[2], "seed \(seed)")
                }
                let left = try FileManager.default.contentsOfDirectory(atPath: "\(app)/Library/Caches/StoreKit")
                #expect(left == [], "seed \(seed)")
                try FileManager.default.removeItem(atPath: app)
                if !isClean { break }
            }
            // All of it did happen.
            for name in [
                "failed", "cancelled", "paused", "quit", "disk-full", "deferred", "restore-failed", "installed",
                "recording", "moving", "moved", "announced",
            ] {
                #expect(outcomes[name, default: 0] > 10, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "purchase", "purchasing", "purchased", "start", "waiting", "active", "finished", "recording", "moving",
        "moved", "finish",
    ])
    func `it may quit at any event, and the next launch goes on`(event: String) throws {
        for seed in UInt64(1)...10 {
            try Stage.with { stage in
                let product = try stage.product(Self.a)
                var plan = RehearsalPlan(seed: seed, actions: [.purchase(Self.a)], troubles: [.quit(at: event)])
                plan.launches = 1
                let first = try stage.play([product], plan)
                #expect(first.outcome == .quit)
                #expect(first.codes == [])
                #expect(first.unplayed == [])
                guard event != "purchase" else {
                    // Nothing was bought, and nothing comes back.
                    #expect(first.state == StoreState())
                    #expect(stage.content(Self.a) == nil)
                    return
                }
                #expect(first.state.unfinished.map(\.productIdentifier) == [Self.a])
                let second = try stage.play([product], RehearsalPlan(seed: seed), state: first.state)
                #expect(second.outcome == .complete)
                #expect(second.codes == [])
                #expect(second.state.unfinished == [])
                #expect(stage.content(Self.a) == ["a.txt": "a", "deep/b.txt": "b"])
                #expect(stage.leftInStore == [])
            }
        }
    }

    @Test func `a full disk keeps the old content and the transaction, which comes back`() throws {
        try Stage.with { stage in
            let (old, new) = (["a": "old"], ["a": "new", "b": "new"])
            let first = try stage.play([stage.product(Self.a, old)], RehearsalPlan(actions: [.purchase(Self.a)]))
            let product = try stage.product(Self.a, version: "2.0", new)
            let plan = RehearsalPlan(
                actions: [.restore()], troubles: [.fullDisk(Self.a)], launches: 1)
            let second = try stage.play([product], plan, state: first.state)
            #expect(second.outcome == .fullDisk)
            #expect(second.codes == [])
            #expect(second.state.unfinished.map(\.state) == [.restored])
            #expect(stage.content(Self.a) == old)
            let third = try stage.play([product], RehearsalPlan(), state: second.state)
            #expect(third.outcome == .complete)
            #expect(third.codes == [])
            #expect(stage.content(Self.a) == new)
        }
    }

    @Test func `an older version than the installed one is not downloaded`() throws {
        try Stage.with { stage in
            let first = try stage.play(
                [stage.product(Self.a, version: "1.10", ["a": "new"])], RehearsalPlan(actions: [.purchase(Self.a)]))
            var kinds: [RehearsalEvent.Kind] = []
            let second = try stage.play(
                [stage.product(Self.a, version: "1.9", ["a": "old"])], RehearsalPlan(actions: [.restore()]),
                state: first.state, timeline: { kinds.append($0.kind) })
            #expect(second.codes == [])
            #expect(stage.content(Self.a) == ["a": "new"])
            #expect(kinds == [.launch, .restore, .transaction, .finish, .restoreFinished, .announced])
        }
    }

    @Test func `of what is restored only the wanted product is downloaded`() throws {
        try Stage.with { stage in
            let products = [try stage.product(Self.a), try stage.product(Self.b)]
            let result = try stage.play(products, RehearsalPlan(actions: [.restore(only: [Self.b])]))
            #expect(result.codes == [])
            #expect(stage.content(Self.a) == nil)
            #expect(stage.content(Self.b) == ["a.txt": "a", "deep/b.txt": "b"])
        }
    }

    @Test func `a purchase goes as Apple's documentation has it`() throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a, kind: .pkg)
            var events: [RehearsalEvent] = []
            var plan = RehearsalPlan(actions: [.purchase(Self.a)], bytesPerSecond: 100, progressSteps: 2)
            plan.troubles = [.pauseDownload(Self.a, percent: 60)]
            let result = try stage.play([product], plan, timeline: { events.append($0) })
            #expect(
                events.map(\.name) == [
                    "launch", "purchase", "purchasing", "purchased", "start", "waiting", "active", "active", "pause",
                    "paused", "resume", "active", "finished", "recording", "moving", "moved", "finish", "installed",
                ])
            #expect(events.compactMap(\.progress).last == 1)
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds })
            #expect(result.state.delivered == [Self.a: "1.0"])
            // The same seed plays the same.
            var again: [RehearsalEvent] = []
            try FileManager.default.removeItem(atPath: stage.app)
            try stage.play([product], plan, timeline: { again.append($0) })
            #expect(again == events)
            // Another one does not.
            var other: [RehearsalEvent] = []
            try FileManager.default.removeItem(atPath: stage.app)
            plan.seed = 5
            try stage.play([product], plan, timeline: { other.append($0) })
            #expect(other != events)
        }
    }

    @Test func `a product ID is no way out of the folder`() throws {
        for identifier in ["../../../evil", "..", ".", ".hidden", "a/b", "/abs", "tab\tnew\nline", "é"] {
            try Stage.with { stage in
                let product = try stage.product(identifier)
                let result = try stage.play([product], RehearsalPlan(actions: [.purchase(identifier)]))
                #expect(result.codes == [])
                let name = FolderName.name(forProduct: identifier)
                #expect(!name.contains("/") && !name.hasPrefix("."))
                #expect(stage.content(name) == ["a.txt": "a", "deep/b.txt": "b"])
                let top = try FileManager.default.contentsOfDirectory(atPath: stage.app).sorted()
                #expect(Set(top).isSubset(of: ["Library", "iapkit-excluded-from-backup"]))
                let downloads = stage.app + "/Library/Application Support/Downloads"
                #expect(try FileManager.default.contentsOfDirectory(atPath: downloads) == [name])
            }
        }
    }

    @Test func `names of folders are IDs where they can be, and no two are one`() {
        #expect(FolderName.name(forProduct: "com.example.Photos-1_a") == "com.example.Photos-1_a")
        #expect(FolderName.name(forProduct: "..") == "%2E.")
        #expect(FolderName.name(forProduct: "a/b") == "a%2Fb")
        #expect(FolderName.name(forProduct: "a%2Fb") == "a%252Fb")
        #expect(FolderName.name(forProduct: "") == "%")
        let long = String(repeating: "x", count: 400)
        #expect(FolderName.name(forProduct: long).utf8.count <= 170)
        #expect(FolderName.name(forProduct: long) != FolderName.name(forProduct: long + "x"))
    }

    @Test func `a damaged package fails its download, and is no fault of the handler`() throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a, ["a.txt": String(repeating: "abcdefgh", count: 5_000)])
            var bytes = [UInt8](try #require(FileManager.default.contents(atPath: product.package)))
            // Of the first file's data, which is stored behind the property list's.
            let marker = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Contents/a.txt".utf8)) })
            for index in marker + 24..<marker + 34 { bytes[index] ^= 0xFF }
            try Data(bytes).write(to: URL(fileURLWithPath: product.package))
            let damaged = try HostedProduct(package: product.package)
            var states: [Download.State] = []
            let note: (RehearsalEvent) -> Void = { if let state = $0.downloadState { states.append(state) } }
            let plan = RehearsalPlan(actions: [.purchase(Self.a)])
            let result = try stage.play([damaged], plan, timeline: note)
            #expect(states.last == .failed)
            #expect(result.codes == [])
            #expect(stage.content(Self.a) == nil)
            #expect(stage.leftInStore == [])
        }
    }

    @Test func `what can't be played is refused`() throws {
        try Stage.with { stage in
            let product = try stage.product(Self.a)
            let twin = try stage.product("com.example.A")
            let twins = #expect(throws: RehearsalError.self) {
                try Rehearsal(of: [product, twin], inApp: stage.app, plan: .init())
            }
            #expect(
                twins?.description == "\(twin.package): it has the product ID 'com.example.A' of \(product.package)")
            #expect(!FileManager.default.fileExists(atPath: stage.app))
            let none = stage.folder.path("none.zip")
            let missing = #expect(throws: RehearsalError.self) { try HostedProduct(package: none) }
            #expect(missing?.description == "\(none): No such file or directory")
            let text = try stage.folder.write("text.zip", "text")
            let noPackage = #expect(throws: RehearsalError.self) { try HostedProduct(package: text) }
            #expect(noPackage?.subject == text)
            #expect(noPackage?.reason.hasPrefix("it can't be opened: ") == true)
            let noFolder = #expect(throws: RehearsalError.self) {
                try Rehearsal(of: [product], inApp: text, plan: .init())
            }
            #expect(noFolder?.description == "\(text): Not a directory")
        }
    }

    @Test func `a product that the store has not fails, and is finished`() throws {
        try Stage.with { stage in
            let result = try stage.play([], RehearsalPlan(actions: [.purchase("com.example.none"), .restore()]))
            #expect(result.codes == [])
            #expect(result.outcome == .complete)
            #expect(result.state.unfinished == [])
        }
    }
}
