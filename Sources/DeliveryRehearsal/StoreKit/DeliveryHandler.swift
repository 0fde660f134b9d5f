/// What an app does about purchases: an observer of the payment queue (`SKPaymentTransactionObserver`), and the two buttons
/// that lead to one.
///
/// A handler is made at every launch of the app, and gone when the app quits; what it has to remember is on the disk.
/// Everything is called on one thread, one call after the other.
public protocol DeliveryHandler: AnyObject {
    /// The user wants to buy a product. Most handlers add the payment to the queue, and so does the one that is there
    /// where a handler has none of its own.
    func purchase(_ productIdentifier: String, queue: PaymentQueue)

    /// The user wants back what was bought; without an own one, the queue is asked to restore.
    /// - Parameter wanted: The products whose content is wanted; `nil` for all of them. The store gives back all in any
    ///   case: it has no call for one.
    func restore(only wanted: Set<String>?, queue: PaymentQueue)

    /// Transactions have a new state, or have come back since an earlier launch left them unfinished:
    /// `paymentQueue(_:updatedTransactions:)`.
    func updatedTransactions(_ transactions: [PaymentTransaction])

    /// Downloads have a new state or are further: `paymentQueue(_:updatedDownloads:)`.
    func updatedDownloads(_ downloads: [Download])

    /// The store has handed over every transaction that could be restored: `paymentQueueRestoreCompletedTransactionsFinished(_:)`.
    /// Their downloads may not even have been started.
    func restoreCompletedTransactionsFinished()

    /// The restore ended early: `paymentQueue(_:restoreCompletedTransactionsFailedWithError:)`.
    func restoreCompletedTransactionsFailed(_ error: StoreError)

    /// Where the app reads the content of a product: the folder whose tree is that of `Contents`.
    /// - Returns: `nil` where it has none for the product. The folder need not exist.
    func contentFolder(forProduct productIdentifier: String) -> String?
}

extension DeliveryHandler {
    /// Adds the payment to the queue.
    public func purchase(_ productIdentifier: String, queue: PaymentQueue) { queue.add(productIdentifier) }

    /// Asks the queue to restore.
    public func restore(only wanted: Set<String>?, queue: PaymentQueue) { queue.restoreCompletedTransactions() }
}
