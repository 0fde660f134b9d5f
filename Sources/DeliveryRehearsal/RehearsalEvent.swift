/// One line of the timeline.
public struct RehearsalEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// The app was launched.
        case launch
        /// The user bought a product.
        case purchase
        /// The user restored.
        case restore
        /// A transaction has a new state, or came back.
        case transaction
        /// A download has a new state or is further.
        case download
        /// The app had a download started.
        case start
        /// A download was paused: by the app, or by the user through it.
        case pause
        /// It was resumed.
        case resume
        /// It was cancelled.
        case cancel
        /// The app is at a step of its own.
        case checkpoint
        /// The app finished a transaction.
        case finish
        /// The store saw that the content of a product is in its place, when its transaction was finished.
        case installed
        /// The store has handed over all that could be restored.
        case restoreFinished = "restore-finished"
        /// A restore ended early.
        case restoreFailed = "restore-failed"
        /// The app told the user that the restore is complete.
        case announced
        /// The app told the user that not all could be restored.
        case announcedFailure = "announced-failure"
        /// The app did something wrong; `detail` is the code and the message of the finding. What only follows from a fault
        /// that is told of later is told of as well, and is not among the findings.
        case fault
        /// The disk was full.
        case diskFull = "disk-full"
        /// The app quit.
        case quit
    }

    /// The simulated time since the rehearsal began, in milliseconds.
    public let milliseconds: Int64
    /// What happened.
    public let kind: Kind
    /// The product concerned.
    public var productIdentifier: String?
    /// The transaction concerned.
    public var transactionIdentifier: String?
    /// The state of the transaction, for `transaction`.
    public var transactionState: PaymentTransaction.State?
    /// The state of the download, for `download`.
    public var downloadState: Download.State?
    /// The part of a download that is there, from 0 to 1.
    public var progress: Double?
    /// The seconds that it will take.
    public var timeRemaining: Double?
    /// The version of the content, where it is about that.
    public var contentVersion: String?
    /// The name of a step, the event that an app quit at, or why something failed.
    public var detail: String?

    init(_ kind: Kind, at milliseconds: Int64) {
        self.kind = kind
        self.milliseconds = milliseconds
    }

    /// What the app can be made to quit at: the state of a transaction or a download, the name of a step, or the kind.
    public var name: String {
        switch kind {
        case .transaction: transactionState?.rawValue ?? kind.rawValue
        case .download: downloadState?.rawValue ?? kind.rawValue
        case .checkpoint: detail ?? kind.rawValue
        default: kind.rawValue
        }
    }
}
