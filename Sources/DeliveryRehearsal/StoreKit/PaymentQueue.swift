internal import Packaging

/// The payment queue of one launch, with the names of `SKPaymentQueue`: what a handler asks of the store.
///
/// Whatever is asked is answered later, through the handler. Once the app has quit nothing has an effect any more.
public final class PaymentQueue {
    /// The transactions that are not finished.
    public internal(set) var transactions: [PaymentTransaction] = []

    let store: PlayedStore
    var handler: (any DeliveryHandler)?
    /// Whether the app has quit.
    var isGone = false
    var steps: [Step] = []
    var stepCount = 0
    /// The restores of this launch that have not been announced.
    var restore: RestoreJob?
    var announcedRestores = 0
    /// The products that are wanted of what is restored now.
    var wanted: Set<String>?
    /// The products whose content the full disk kept out.
    var keptOut: Set<String> = []
    /// The versions that an earlier launch had put into their places, without having finished the transactions.
    var placed: [String: String] = [:]
    /// Whether the disk is full while the app is told of something.
    var isDiskFull = false
    /// The products whose finished downloads the app is being told of.
    var productsAtHand: [String] = []

    /// How the launch ended.
    var outcome = RehearsalResult.Outcome.complete

    /// What is restored, and how far that is.
    struct RestoreJob {
        var transactions: [PaymentTransaction] = []
        /// How many times the store has yet to say that it has handed over all.
        var openEnds = 0
    }

    init(store: PlayedStore) { self.store = store }

    // MARK: What an app asks for

    /// Adds a payment for a product: `add(_:)`.
    public func add(_ productIdentifier: String) {
        guard !isGone else { return }
        let transaction = makeTransaction(productIdentifier, .purchasing)
        transactions.append(transaction)
        store.noteChange()
        schedule(.tell([transaction], .purchasing))
        schedulePurchase(of: transaction)
    }

    /// Asks for everything that was bought: `restoreCompletedTransactions()`.
    public func restoreCompletedTransactions() {
        guard !isGone else { return }
        scheduleRestore()
    }

    /// Starts downloads: `start(_:)`. One that failed or was cancelled begins anew.
    public func start(_ downloads: [Download]) {
        for download in downloads where proceeds(.start, download) { judgeAndBegin(download) }
    }

    /// Pauses downloads that are active.
    public func pause(_ downloads: [Download]) {
        for download in downloads where download.state == .active && proceeds(.pause, download) {
            change(download, to: .paused)
        }
    }

    /// Goes on with downloads that are paused.
    public func resume(_ downloads: [Download]) {
        for download in downloads where download.state == .paused && proceeds(.resume, download) {
            download.generation += 1
            schedule(.progress(download, download.generation, percent: download.percent))
        }
    }

    /// Ends downloads that have not ended.
    public func cancel(_ downloads: [Download]) {
        for download in downloads where !download.state.isEnded && proceeds(.cancel, download) {
            download.error = .cancelled
            change(download, to: .cancelled)
        }
    }

    /// Takes a transaction off the queue, and removes the folder with its content: `finishTransaction(_:)`.
    public func finishTransaction(_ transaction: PaymentTransaction) {
        guard !isGone else { return }
        var event = event(.finish, transaction)
        event.contentVersion = transaction.downloads.first?.contentVersion
        guard !quits(at: event) else { return }
        store.tell(event)
        finish(transaction)
    }

    // MARK: What the rehearsal sees

    /// An app reads where content is.
    func noteContentURL(of download: Download) {
        guard !isGone else { return }
        let subject = "the contentURL of '\(shown(download.contentIdentifier))' was read"
        if download.transaction.isFinished {
            store.report(.contentURLTooLate, download.transaction, "\(subject) after its transaction was finished")
        } else if download.state != .finished {
            store.report(
                .contentURLTooEarly, download.transaction,
                "\(subject) while its download was \(download.state.rawValue)")
        }
    }

    /// An app is at a step of its own.
    func passCheckpoint(_ name: String) throws(AppInterruption) {
        guard !isGone else { throw .quit }
        var event = RehearsalEvent(.checkpoint, at: store.clock)
        event.productIdentifier = productsAtHand.first
        event.detail = name
        if quits(at: event) { throw .quit }
        store.tell(event)
        guard isDiskFull else { return }
        event = RehearsalEvent(.diskFull, at: store.clock)
        event.productIdentifier = productsAtHand.first
        store.tell(event)
        keptOut.formUnion(productsAtHand)
        throw .diskFull
    }

    // MARK: Parts of the above

    /// Tells of something that an app asked for a download.
    /// - Returns: whether the app is still there.
    private func proceeds(_ kind: RehearsalEvent.Kind, _ download: Download) -> Bool {
        guard !isGone, !download.transaction.isFinished else { return false }
        let event = event(kind, download.transaction)
        guard !quits(at: event) else { return false }
        store.tell(event)
        return true
    }

    /// Whether the app quits at an event; then it is gone.
    func quits(at event: RehearsalEvent) -> Bool {
        guard store.quits(at: event) else { return false }
        isGone = true
        var quit = RehearsalEvent(.quit, at: store.clock)
        quit.productIdentifier = event.productIdentifier
        quit.detail = event.name
        store.tell(quit)
        return true
    }

    func event(_ kind: RehearsalEvent.Kind, _ transaction: PaymentTransaction) -> RehearsalEvent {
        var event = RehearsalEvent(kind, at: store.clock)
        event.productIdentifier = transaction.productIdentifier
        event.transactionIdentifier = transaction.transactionIdentifier
        return event
    }

    func makeTransaction(_ product: String, _ state: PaymentTransaction.State) -> PaymentTransaction {
        store.state.transactionCount += 1
        return PaymentTransaction(String(store.state.transactionCount), product: product, state: state)
    }

    /// Gives a transaction its download, where the product has content.
    @discardableResult
    func attachDownload(to transaction: PaymentTransaction) -> Download? {
        guard let product = store.products[transaction.productIdentifier] else { return nil }
        let folder = "\(folderOfStore)/\(transaction.transactionIdentifier).zip"
        let download = Download(product, of: transaction, folder: folder, queue: self)
        transaction.downloads = [download]
        store.noteChange()
        return download
    }

    /// Where the store unpacks. What StoreKit called its folders was seen to end in `.zip`, though they are folders.
    var folderOfStore: String { store.app.caches + "/StoreKit" }

    func shown(_ product: String) -> String { FolderName.escaped(product) { $0 >= 0x20 && $0 != 0x7F } }
}
