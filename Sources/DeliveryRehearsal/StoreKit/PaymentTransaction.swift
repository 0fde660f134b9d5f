/// A transaction of the payment queue, with the names of `SKPaymentTransaction`.
public final class PaymentTransaction {
    /// How far it is: `SKPaymentTransactionState`.
    public enum State: String, Sendable, CaseIterable {
        /// The store is at work; such a transaction must not be finished.
        case purchasing
        /// Paid for; the content is to be delivered.
        case purchased
        /// Nothing was bought; it is to be finished all the same.
        case failed
        /// Bought before, and given back.
        case restored
        /// Somebody else has to agree first, such as a parent; such a transaction must not be finished.
        case deferred
    }

    /// What no other transaction has.
    public let transactionIdentifier: String
    /// The product: `payment.productIdentifier` in StoreKit.
    public let productIdentifier: String
    /// How far it is.
    public internal(set) var transactionState: State
    /// The content that comes with it: one download at most, since one product has one package. Empty before it is
    /// purchased or restored.
    public internal(set) var downloads: [Download] = []
    /// Why it failed.
    public internal(set) var error: StoreError?

    /// Whether the app finished it.
    var isFinished = false
    /// Whether the app is to download its content.
    var demand = Demand.wanted
    /// The version of the content that was in its place when an earlier launch ended, with the transaction unfinished.
    var placedVersion: String?
    /// The version of the content that an earlier launch had downloaded.
    var downloadedVersion: String?

    /// What the user wants of a transaction.
    enum Demand {
        /// Its content.
        case wanted
        /// Nothing: a restore brought it beside the product that was asked for.
        case unwanted
        /// Nobody can say.
        case either
    }

    init(_ identifier: String, product: String, state: State) {
        transactionIdentifier = identifier
        productIdentifier = product
        transactionState = state
    }
}

/// Why the store did not do what it was asked to.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as a clause without a final period.
    public let description: String

    init(_ description: String) { self.description = description }

    static let unknownProduct = StoreError("the store has no such product")
    static let paymentFailed = StoreError("the payment failed")
    static let connectionLost = StoreError("the connection was lost")
    static let cancelled = StoreError("the download was cancelled")
}
