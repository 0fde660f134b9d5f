public import Findings
public import Packaging

/// Plays the store for an app: purchases and restores with the real packages, on a simulated clock.
///
/// ```swift
/// let product = try HostedProduct(package: "levels.zip")
/// let plan = RehearsalPlan(seed: 7, actions: [.purchase(product.productIdentifier)])
/// var rehearsal = try Rehearsal(of: [product], inApp: container, plan: plan)
/// let result = rehearsal.run { app, queue in MyHandler(app: app, queue: queue) }
/// #expect(result.findings.isEmpty)
/// ```
///
/// The order of events is that of Apple's documentation: a transaction is purchasing before it is purchased, a download is
/// waiting before it is active, and a restore is finished after its transactions have come. Where Apple is silent every
/// order may come, and the seed picks one: in how many parts and in which order a restore hands over, which download is
/// told of when, whether a finished download is still there when its transaction comes back at the next launch.
///
/// Nothing but the last step of a download moves bytes: the package is unpacked into `Library/Caches/StoreKit` of the app's
/// container, whole or not at all, and goes from there when its transaction is finished. What the links of a package lead
/// to is not judged here.
public struct Rehearsal {
    private let products: [HostedProduct]
    private let path: String
    private let plan: RehearsalPlan
    private var state: StoreState

    /// Prepares a rehearsal.
    /// - Parameters:
    ///   - products: What the store sells. No two may have one product ID, nor IDs that differ in letter case only, since
    ///     Apple's file systems take their folders for one.
    ///   - path: The app's container; it is made if need be.
    ///   - state: What an earlier rehearsal left.
    /// - Throws: `RehearsalError`.
    public init(
        of products: [HostedProduct], inApp path: String, plan: RehearsalPlan, state: StoreState = StoreState()
    ) throws(RehearsalError) {
        try Self.checkNames(of: products)
        do throws(DiskError) { try DiskItem.makeFolders(path) } catch { throw RehearsalError(path, error.reason) }
        self.products = products
        self.path = DiskItem.real(path)
        try AppContainer.check(self.path)
        self.plan = plan
        self.state = state
    }

    /// Refuses products whose folders would be one.
    /// - Throws: `RehearsalError`.
    package static func checkNames(of products: [HostedProduct]) throws(RehearsalError) {
        var packages: [String: String] = [:]
        for product in products {
            let name = FolderName.name(forProduct: product.productIdentifier).lowercased()
            if let other = packages.updateValue(product.package, forKey: name) {
                let identifier = FolderName.escaped(product.productIdentifier) { $0 >= 0x20 && $0 != 0x7F }
                throw RehearsalError(product.package, "it has the product ID '\(identifier)' of \(other)")
            }
        }
    }

    /// Plays until all is done, or the app was launched as often as planned.
    ///
    /// Everything is called on this thread, one call after the other.
    /// - Parameters:
    ///   - timeline: Gets each event as it happens.
    ///   - remember: Gets what the next rehearsal has to know, before the next event is told, whenever that has changed:
    ///     for one whose process may be killed.
    ///   - makeHandler: Makes the handler of one launch.
    /// - Returns: what the handlers did wrong, and what the next rehearsal has to know.
    public mutating func run(
        timeline: @escaping (RehearsalEvent) -> Void = { _ in },
        remember: ((StoreState) -> Void)? = nil,
        handledBy makeHandler: (RehearsedApp, PaymentQueue) -> any DeliveryHandler
    ) -> RehearsalResult {
        let app = RehearsedApp(path: path)
        let store = PlayedStore(products: products, app: app, plan: plan, state: state, timeline: timeline)
        store.remember = remember
        var outcome: RehearsalResult.Outcome
        repeat {
            let queue = PaymentQueue(store: store)
            app.queue = queue
            store.queue = queue
            queue.handler = makeHandler(app, queue)
            queue.play()
            outcome = queue.outcome
        } while outcome != .complete && store.launch < store.plan.launches
        state = store.state
        return RehearsalResult(
            findings: store.findings, failures: store.failures, outcome: outcome, launches: store.launch,
            milliseconds: store.clock, state: state, unplayed: store.troubles)
    }
}

/// Something that could not be done, and was not meant to go wrong.
public enum RehearsalFailure: Sendable, Hashable {
    /// The store could not unpack a package; the app saw its download fail.
    case unpacking(package: String, UnpackingError)
    /// The store could not make the folder that it unpacks into.
    case storeFolder(path: String, reason: String)
    /// The standard handler could not put the content of a product into its place; the transaction is unfinished.
    case installing(product: String, reason: String)
}

/// What came of a rehearsal.
public struct RehearsalResult: Sendable {
    /// How the last launch ended.
    public enum Outcome: String, Sendable {
        /// Nothing more happens.
        case complete
        /// The app quit.
        case quit
        /// A full disk left a transaction unfinished.
        case fullDisk = "disk-full"
    }

    /// What the handlers did wrong, in the order that it was seen; the input of each is the package, or the container.
    public let findings: [Finding]
    /// What could not be done, for reasons that nobody planned: a package that is damaged, a disk that is full.
    public let failures: [RehearsalFailure]
    /// How the last launch ended.
    public let outcome: Outcome
    /// How often the app was launched.
    public let launches: Int
    /// How long it took on the simulated clock.
    public let milliseconds: Int64
    /// What the next rehearsal has to know, if it is to go on from here.
    public let state: StoreState
    /// The troubles of the plan that never came: those of a download that was not needed, of an event that did not happen
    /// or that there is not, of a percentage above 100.
    public let unplayed: [Trouble]
}
