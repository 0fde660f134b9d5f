/// What the store and the device know beyond one launch of the app, so that a rehearsal can go on where another ended.
public struct StoreState: Sendable, Hashable {
    /// The transactions that were not finished. They come back at the next launch.
    public var unfinished: [UnfinishedTransaction] = []
    /// The version of each product's content that was seen in its place when its transaction was finished.
    public var delivered: [String: String] = [:]
    /// The products whose purchases came true in a rehearsal. A restore brings them back, whatever `RehearsalPlan.owned` is.
    public var purchased: Set<String> = []
    /// How many transactions there were.
    public var transactionCount = 0
    /// The version of content that was put somewhere, and wrongly. That was told of, and what follows from it is not.
    var misplaced: [String: String] = [:]
    /// The files of the packages that were put into a product's folder, where that is known.
    var payloads: [String: Set<[UInt8]>] = [:]

    /// Creates the state of a device on which nothing was bought.
    public init() {}
}

/// A transaction that waits for the next launch.
public struct UnfinishedTransaction: Sendable, Hashable {
    /// What no other transaction has.
    public let transactionIdentifier: String
    /// The product.
    public let productIdentifier: String
    /// How far it is.
    public let state: PaymentTransaction.State
    /// Whether its content was downloaded, and lies in the store's folder.
    public let isDownloaded: Bool
    /// The version of what was downloaded. Where the store has another one now, or none is known, it is downloaded anew.
    public let downloadedVersion: String?
    /// Whether its content is wanted.
    public let isWanted: Bool
    /// The version of its content that the app had put into its place all the same; `nil` where it had not.
    public let placedVersion: String?

    /// Creates one.
    public init(
        transactionIdentifier: String, productIdentifier: String, state: PaymentTransaction.State,
        isDownloaded: Bool = false, downloadedVersion: String? = nil, isWanted: Bool = true,
        placedVersion: String? = nil
    ) {
        self.transactionIdentifier = transactionIdentifier
        self.productIdentifier = productIdentifier
        self.state = state
        self.isDownloaded = isDownloaded
        self.downloadedVersion = downloadedVersion
        self.isWanted = isWanted
        self.placedVersion = placedVersion
    }
}
