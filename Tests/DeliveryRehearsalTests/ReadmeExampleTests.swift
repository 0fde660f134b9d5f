import DeliveryRehearsal
import Findings
import Foundation
import TestSupport
import Testing

/// The example of the README, which compiles and passes.
@Suite struct ReadmeExampleTests {
    @Test func `the README's handler passes the README's test`() throws {
        try Stage.with { stage in
            let content = try stage.product("com.example.levels")
            let folder = stage.folder.path
            try FileManager.default.moveItem(atPath: content.package, toPath: "\(folder)/levels.zip")
            try play(in: folder)
        }
    }

    private func play(in folder: String) throws {
        let product = try HostedProduct(package: "\(folder)/levels.zip")
        for seed in UInt64(0)..<100 {
            let container = "\(folder)/\(UUID().uuidString)"
            var plan = RehearsalPlan(seed: seed, actions: [.purchase(product.productIdentifier)])
            plan.chances.failure = 10  // percent; .rough has cancels, pauses, quits and full disks, too
            var rehearsal = try Rehearsal(of: [product], inApp: container, plan: plan)
            let result = rehearsal.run { app, queue in RehearsedDelivery(app: app, queue: queue) }
            #expect(result.findings.map(\.message) == [], "seed \(seed)")
        }
    }

    @Test(arguments: ["handler", "test"])
    func `the README shows what is compiled here`(part: String) throws {
        let readme = try Repository.text("README.md")
        let source = try Repository.text("Tests/DeliveryRehearsalTests/ReadmeExampleTests.swift")
        let start = try #require(readme.range(of: "<!-- \(part) -->\n```swift\n"))
        let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
        let lines = readme[start.upperBound..<end.lowerBound].split(separator: "\n").map(Self.trimmed)
        let compiled = source.split(separator: "\n").map(Self.trimmed)
        #expect(lines.count > 5)
        #expect(compiled.indices.contains { compiled[$0...].starts(with: lines) })
    }

    private static func trimmed(_ line: Substring) -> String { line.trimmingCharacters(in: .whitespaces) }
}

// MARK: The example

final class RehearsedDelivery: DeliveryHandler {
    let (app, queue, delivery): (RehearsedApp, PaymentQueue, AppDelivery)

    init(app: RehearsedApp, queue: PaymentQueue) {
        (self.app, self.queue) = (app, queue)
        delivery = AppDelivery(folder: app.applicationSupport)
    }

    func updatedTransactions(_ transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchasing, .deferred: break
            case .failed: queue.finishTransaction(transaction)
            case .purchased, .restored: queue.start(transaction.downloads)
            }
        }
    }

    func updatedDownloads(_ downloads: [Download]) {
        for download in downloads where download.state.isEnded {
            if download.state == .finished, let contentURL = download.contentURL {
                delivery.take(contentURL, product: download.contentIdentifier)
                try? app.excludeFromBackup(delivery.folder(of: download.contentIdentifier))
            }
            queue.finishTransaction(download.transaction)
        }
    }

    func restoreCompletedTransactionsFinished() {}
    func restoreCompletedTransactionsFailed(_ error: StoreError) {}

    func contentFolder(forProduct product: String) -> String? { delivery.folder(of: product) }
}

/// What stands for the code of an app.
struct AppDelivery {
    let folder: String

    func folder(of product: String) -> String { "\(folder)/Downloads/\(product)" }

    func take(_ contentURL: String, product: String) {
        try? FileManager.default.createDirectory(
            atPath: "\(folder)/Downloads", withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: folder(of: product))
        try? FileManager.default.moveItem(atPath: contentURL + "/Contents", toPath: folder(of: product))
    }
}
