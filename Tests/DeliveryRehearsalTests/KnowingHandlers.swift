import DeliveryRehearsal
import Foundation

/// A handler that puts down the version in the content's folder, and downloads nothing that is there.
class KnowsVersions: PlainHandler {
    private func versionFile(_ product: String) -> String { "\(app.path)/versions-\(product)" }

    func knows(_ download: Download) -> Bool {
        let data = FileManager.default.contents(atPath: versionFile(download.contentIdentifier))
        return data.map { String(decoding: $0, as: UTF8.self) } == download.contentVersion
    }

    func putDown(_ download: Download) {
        _ = FileManager.default.createFile(
            atPath: versionFile(download.contentIdentifier), contents: Data(download.contentVersion.utf8))
    }

    override func begin(_ transaction: PaymentTransaction) {
        guard let download = transaction.downloads.first else { return }
        if knows(download) {
            queue.finishTransaction(transaction)
            close(transaction)
        } else if download.state == .finished {
            finished(download)
        } else {
            queue.start([download])
        }
    }

    override func install(_ contentURL: String, _ download: Download) {
        let file = contentURL + "/Contents/handler-version"
        _ = FileManager.default.createFile(atPath: file, contents: Data(download.contentVersion.utf8))
        place(contentURL, download)
        putDown(download)
    }

    func place(_ contentURL: String, _ download: Download) { super.install(contentURL, download) }
}

class CachesKnowingly: KnowsVersions {
    override func contentFolder(forProduct product: String) -> String? { "\(app.caches)/Downloads/\(product)" }
}

class LosesKnowingly: KnowsVersions {
    override func place(_ contentURL: String, _ download: Download) {
        try? FileManager.default.removeItem(atPath: contentURL + "/Contents/deep")
        super.place(contentURL, download)
    }
}

class LooksBesideKnowingly: KnowsVersions {
    override func place(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? FileManager.default.copyItem(
            atPath: "\(contentURL)/ContentInfo.plist", toPath: "\(folder)/ContentInfo.plist")
        exclude(folder)
    }
}

/// Moves what is new beside what is old.
class MixesKnowingly: KnowsVersions {
    override func place(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: contentURL + "/Contents")) ?? [] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            try? FileManager.default.moveItem(atPath: "\(contentURL)/Contents/\(name)", toPath: "\(folder)/\(name)")
        }
        exclude(folder)
    }
}

/// Puts the version down, and copies then: where it quits in between it takes half of the content for all of it.
class RecordsFirst: KnowsVersions {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        putDown(download)
        exclude(folder)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a.txt", "deep"] {
            do {
                try FileManager.default.copyItem(atPath: "\(contentURL)/Contents/\(name)", toPath: "\(folder)/\(name)")
            } catch {}
            do { try app.checkpoint("copying") } catch { return }
        }
    }
}

/// Takes the user's scores along to the new content.
class KeepsScores: PlainHandler {
    override func install(_ contentURL: String, _ download: Download) {
        guard let folder = contentFolder(forProduct: download.contentIdentifier) else { return }
        try? FileManager.default.moveItem(atPath: "\(folder)/scores", toPath: "\(contentURL)/Contents/scores")
        super.install(contentURL, download)
    }
}

class ExcludesWithEnd: PlainHandler {
    var end = "/"
    override func exclude(_ folder: String) { try? app.excludeFromBackup(folder + end) }
}

class AnnouncesTooOften: PlainHandler {
    override func restoreCompletedTransactionsFinished() {
        app.announceRestoreFinished()
        super.restoreCompletedTransactionsFinished()
    }
}
