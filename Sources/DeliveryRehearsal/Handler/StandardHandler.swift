/// A handler that does it right: what `iapkit rehearse` plays with, and an example to read.
///
/// - A transaction is finished last, when its content is in its place. One that failed, or whose download failed or was
///   cancelled, is finished too: Apple wants every transaction finished, and a restore brings the content later.
/// - Where the content can't be put into its place, as on a full disk, the older one stays, and the transaction is left
///   unfinished: it comes back at the next launch.
/// - What is there in this version or a newer one is not downloaded again, however often the button is pressed.
/// - What an earlier launch left is delivered, whatever is wanted of the restore that is going on.
/// - A restore is complete once each transaction that it brought has come to its end. They are counted one by one, by
///   their identifiers, and announced once; as a failure, where content could not be put into its place.
public final class StandardHandler: DeliveryHandler {
    private let app: RehearsedApp
    private let queue: PaymentQueue
    private let installer: ContentInstaller
    /// The restore that is going on.
    private var restore: Restore?
    /// The transaction whose content is on its way, by product, and those that wait for the same content.
    private var current: [String: PaymentTransaction] = [:]
    private var followers: [String: [PaymentTransaction]] = [:]

    private struct Restore {
        let wanted: Set<String>?
        /// The transactions that were there before, and are none of it.
        let earlier: Set<String>
        /// The transactions that have not come to their end, by their identifiers.
        var open: Set<String> = []
        /// Whether the store has said that there are no more.
        var hasAll = false
        /// Whether the content of one could not be put into its place.
        var lacksContent = false
    }

    /// Creates the handler of one launch.
    public init(app: RehearsedApp, queue: PaymentQueue) {
        self.app = app
        self.queue = queue
        installer = ContentInstaller(app: app)
    }

    /// Where the content of a product is.
    public func contentFolder(forProduct product: String) -> String? { installer.folder(forProduct: product) }

    // MARK: Restoring

    /// Restores, unless that is going on.
    public func restore(only wanted: Set<String>?, queue: PaymentQueue) {
        guard restore == nil else { return }
        restore = Restore(wanted: wanted, earlier: Set(queue.transactions.map(\.transactionIdentifier)))
        queue.restoreCompletedTransactions()
    }

    /// Nothing more comes of the restore.
    public func restoreCompletedTransactionsFinished() {
        restore?.hasAll = true
        announceIfComplete()
    }

    /// The user may press the button again; what has come is delivered all the same.
    public func restoreCompletedTransactionsFailed(_ error: StoreError) { restore = nil }

    private func announceIfComplete() {
        guard let restore, restore.hasAll, restore.open.isEmpty else { return }
        self.restore = nil
        if restore.lacksContent { app.announceRestoreFailed() } else { app.announceRestoreFinished() }
    }

    // MARK: Transactions

    /// Takes transactions, new ones and those that an earlier launch left.
    public func updatedTransactions(_ transactions: [PaymentTransaction]) {
        // What nobody wants goes first: where the app quits, it must not come back with the rest.
        let unwanted = transactions.filter { $0.transactionState == .restored && !isWanted($0) }
        for transaction in unwanted { queue.finishTransaction(transaction) }
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchasing, .deferred: break
            case .failed: queue.finishTransaction(transaction)
            case .purchased: deliver(transaction)
            case .restored where isWanted(transaction):
                if isOfRestore(transaction) { restore?.open.insert(transaction.transactionIdentifier) }
                deliver(transaction)
            case .restored: break
            }
        }
    }

    private func isOfRestore(_ transaction: PaymentTransaction) -> Bool {
        restore.map { !$0.earlier.contains(transaction.transactionIdentifier) } ?? false
    }

    private func isWanted(_ transaction: PaymentTransaction) -> Bool {
        guard isOfRestore(transaction) else { return true }
        return restore?.wanted?.contains(transaction.productIdentifier) ?? true
    }

    private func deliver(_ transaction: PaymentTransaction) {
        let product = transaction.productIdentifier
        guard let download = transaction.downloads.first,
            !installer.hasVersion(download.contentVersion, ofProduct: product)
        else { return end(transaction, finishing: true) }
        guard current[product] == nil else { return followers[product, default: []].append(transaction) }
        current[product] = transaction
        if download.state == .waiting { queue.start([download]) } else { update(download) }
    }

    private func end(_ transaction: PaymentTransaction, finishing: Bool) {
        let product = transaction.productIdentifier
        if finishing { queue.finishTransaction(transaction) }
        if restore?.open.remove(transaction.transactionIdentifier) != nil, !finishing { restore?.lacksContent = true }
        if current[product] === transaction {
            current[product] = nil
            for follower in followers.removeValue(forKey: product) ?? [] { deliver(follower) }
        }
        announceIfComplete()
    }

    // MARK: Downloads

    /// Takes what is new of downloads.
    public func updatedDownloads(_ downloads: [Download]) { for download in downloads { update(download) } }

    private func update(_ download: Download) {
        switch download.state {
        case .waiting, .active, .paused: break
        case .failed, .cancelled: end(download.transaction, finishing: true)
        case .finished: install(download)
        }
    }

    private func install(_ download: Download) {
        guard let contentURL = download.contentURL else { return }
        do throws(AppInterruption) {
            try installer.install(
                from: contentURL, product: download.contentIdentifier, version: download.contentVersion)
            end(download.transaction, finishing: true)
        } catch .quit {
            // The process is gone.
        } catch {
            end(download.transaction, finishing: false)
        }
    }
}
