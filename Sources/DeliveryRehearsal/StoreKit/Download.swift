/// The download of a product's content, with the names of `SKDownload`.
public final class Download {
    /// How far it is: `SKDownloadState`.
    public enum State: String, Sendable, CaseIterable {
        /// It was not started, or was and has not begun.
        case waiting
        /// Bytes come.
        case active
        /// It can be resumed.
        case paused
        /// All is there, at `contentURL`.
        case finished
        /// It ended without content; `error` says why.
        case failed
        /// It was cancelled.
        case cancelled

        /// Whether nothing more will come of it.
        public var isEnded: Bool { self == .finished || self == .failed || self == .cancelled }
    }

    /// The product ID, as `ContentInfo.plist` has it.
    public let contentIdentifier: String
    /// The version that the store offers, as `ContentInfo.plist` has it.
    public let contentVersion: String
    /// The size of the package in bytes.
    public let contentLength: Int64
    /// The transaction that it belongs to.
    public let transaction: PaymentTransaction
    /// How far it is.
    public internal(set) var state = State.waiting
    /// The part that is there, from 0 to 1.
    public internal(set) var progress = 0.0
    /// The seconds that it will take, as far as the store can tell; `nil` while nothing comes.
    public internal(set) var timeRemaining: Double?
    /// Why it failed.
    public internal(set) var error: StoreError?

    /// Whether the app had it started, in this launch.
    var isAskedFor = false
    /// How often it was begun, paused or ended: what was planned before that does not happen any more.
    var generation = 0
    /// The part that is there, in percent.
    var percent = 0
    /// The folder of the store that the content is put into.
    let folder: String
    /// The files in that folder when it was handed over.
    var handedOver: [[UInt8]: DiskItem.Identity] = [:]
    /// What stood in the app's folder for this product at that moment.
    var before: [[UInt8]: DiskItem.Identity] = [:]
    weak var queue: PaymentQueue?

    init(_ product: HostedProduct, of transaction: PaymentTransaction, folder: String, queue: PaymentQueue) {
        contentIdentifier = product.productIdentifier
        contentVersion = product.downloadContentVersion
        contentLength = product.downloadContentLength
        self.transaction = transaction
        self.folder = folder
        self.queue = queue
    }

    /// The path of the folder with `ContentInfo.plist` and `Contents`.
    ///
    /// As in StoreKit it holds only while the download is finished and its transaction is not. A read at any other time is
    /// a finding, and gives the path of a folder that isn't there.
    public var contentURL: String? {
        queue?.noteContentURL(of: self)
        return folder
    }
}
