import DeliveryRehearsal
import Foundation

/// A handler as most apps have one: nothing is wrong with it as long as nothing goes wrong. Each mistake overrides a part.
class PlainHandler: DeliveryHandler {
    let app: RehearsedApp
    let queue: PaymentQueue
    var wanted: Set<String>?
    var openTransactions: Set<String> = []
    var isListed = false
    var isRestoring = false

    required init(app: RehearsedApp, queue: PaymentQueue) {
        self.app = app
        self.queue = queue
    }

    func contentFolder(forProduct product: String) -> String? {
        "\(app.applicationSupport)/Downloads/\(product)"
    }

    func restore(only wanted: Set<String>?, queue: PaymentQueue) {
        self.wanted = wanted
        isRestoring = true
        queue.restoreCompletedTransactions()
    }

    func updatedTransactions(_ transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchasing, .deferred: break
            case .failed: queue.finishTransaction(transaction)
            case .purchased: begin(transaction)
            case .restored:
                guard wanted?.contains(transaction.productIdentifier) ?? true else {
                    queue.finishTransaction(transaction)
                    continue
                }
                openTransactions.insert(transaction.transactionIdentifier)
                begin(transaction)
            }
        }
    }

    func begin(_ transaction: PaymentTransaction) { queue.start(transaction.downloads) }

    func updatedDownloads(_ downloads: [Download]) {
        for download in downloads {
            switch download.state {
            case .waiting, .active, .paused: break
            case .finished: finished(download)
            case .failed, .cancelled: failed(download)
            }
        }
    }

    func finished(_ download: Download) {
        if let contentURL = download.contentURL { install(contentURL, download) }
        queue.finishTransaction(download.transaction)
        close(download.transaction)
    }

    func failed(_ download: Download) {
        queue.finishTransaction(download.transaction)
        close(download.transaction)
    }

    func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        makeParent(of: folder)
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.moveItem(atPath: contentURL + "/Contents", toPath: folder)
        exclude(folder)
    }

    func makeParent(of path: String) {
        try? FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    }

    func exclude(_ folder: String) { try? app.excludeFromBackup(folder) }

    func close(_ transaction: PaymentTransaction) {
        openTransactions.remove(transaction.transactionIdentifier)
        announceIfComplete()
    }

    func restoreCompletedTransactionsFinished() {
        isListed = true
        announceIfComplete()
    }

    func restoreCompletedTransactionsFailed(_ error: StoreError) { isRestoring = false }

    func announceIfComplete() {
        guard isRestoring, isListed, openTransactions.isEmpty else { return }
        isRestoring = false
        isListed = false
        app.announceRestoreFinished()
    }
}

// MARK: Mistakes

class FinishesFirst: PlainHandler {
    override func begin(_ transaction: PaymentTransaction) {
        queue.start(transaction.downloads)
        queue.finishTransaction(transaction)
    }
}

class FinishesPurchasing: PlainHandler {
    override func updatedTransactions(_ transactions: [PaymentTransaction]) {
        for transaction in transactions where transaction.transactionState == .purchasing {
            queue.finishTransaction(transaction)
        }
        super.updatedTransactions(transactions)
    }
}

class FinishesTwice: PlainHandler {
    override func finished(_ download: Download) {
        super.finished(download)
        queue.finishTransaction(download.transaction)
    }
}

class NeverFinishes: PlainHandler {
    override func finished(_ download: Download) {
        if let contentURL = download.contentURL { install(contentURL, download) }
    }
}

class NeverFinishesFailed: PlainHandler {
    override func failed(_ download: Download) {}
}

class IgnoresFailedPayments: PlainHandler {
    override func updatedTransactions(_ transactions: [PaymentTransaction]) {
        super.updatedTransactions(transactions.filter { $0.transactionState != .failed })
    }
}

class PausesForEver: PlainHandler {
    override func updatedDownloads(_ downloads: [Download]) {
        queue.pause(downloads)
        queue.resume(downloads)
    }
}

class ForgetsTransactions: PlainHandler {
    override func begin(_ transaction: PaymentTransaction) {}
}

class ReadsURLEarly: PlainHandler {
    var contentURL: String?
    override func updatedDownloads(_ downloads: [Download]) {
        for download in downloads where download.state == .active { contentURL = download.contentURL }
        super.updatedDownloads(downloads)
    }
}

class ReadsURLLate: PlainHandler {
    override func finished(_ download: Download) {
        queue.finishTransaction(download.transaction)
        if let contentURL = download.contentURL { install(contentURL, download) }
    }
}

class MovesLate: PlainHandler {
    override func finished(_ download: Download) {
        guard let contentURL = download.contentURL else { return }
        queue.finishTransaction(download.transaction)
        install(contentURL, download)
    }
}

class StaysInCaches: PlainHandler {
    override func contentFolder(forProduct product: String) -> String? { "\(app.caches)/Downloads/\(product)" }
}

class CopiesOver: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: contentURL + "/Contents")) ?? []
        for name in names {
            // It fails where the file exists.
            try? FileManager.default.copyItem(atPath: "\(contentURL)/Contents/\(name)", toPath: "\(folder)/\(name)")
        }
        exclude(folder)
    }
}

class LeavesOlderFiles: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: contentURL + "/Contents")) ?? []
        for name in names {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            try? FileManager.default.moveItem(atPath: "\(contentURL)/Contents/\(name)", toPath: "\(folder)/\(name)")
        }
        exclude(folder)
    }
}

class LooksBesideContents: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Only files are copied, and there is but one beside Contents.
        try? FileManager.default.copyItem(
            atPath: "\(contentURL)/ContentInfo.plist", toPath: "\(folder)/ContentInfo.plist")
        exclude(folder)
    }
}

class MovesContentsToo: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        makeParent(of: folder)
        try? FileManager.default.moveItem(atPath: contentURL, toPath: folder)
        exclude(folder)
    }
}

class LosesFolders: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        super.install(contentURL, download)
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.removeItem(atPath: folder + "/deep")
    }
}

class ChangesFiles: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        super.install(contentURL, download)
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.removeItem(atPath: folder + "/a.txt")
        _ = FileManager.default.createFile(atPath: folder + "/a.txt", contents: Data("z".utf8))
    }
}

class BacksUp: PlainHandler {
    override func exclude(_ folder: String) {}
}

class StartsTwice: PlainHandler {
    override func begin(_ transaction: PaymentTransaction) {
        super.begin(transaction)
        super.begin(transaction)
    }
}

class StartsWhatWaits: PlainHandler {
    override func updatedDownloads(_ downloads: [Download]) {
        queue.start(downloads.filter { $0.state == .waiting })
        super.updatedDownloads(downloads)
    }
}

class WantsAll: PlainHandler {
    override func restore(only wanted: Set<String>?, queue: PaymentQueue) { super.restore(only: nil, queue: queue) }
}

class AnnouncesAtOnce: PlainHandler {
    override func restoreCompletedTransactionsFinished() { app.announceRestoreFinished() }
    override func announceIfComplete() {}
}

class CountsFinishedOnly: PlainHandler {
    override func failed(_ download: Download) { queue.finishTransaction(download.transaction) }
}

class AnnouncesTwice: PlainHandler {
    override func announceIfComplete() {
        guard isRestoring, isListed, openTransactions.isEmpty else { return }
        isRestoring = false
        app.announceRestoreFinished()
        app.announceRestoreFinished()
    }
}
