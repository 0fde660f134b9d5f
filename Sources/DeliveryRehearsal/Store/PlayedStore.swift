internal import Findings

/// The store beyond one launch of the app: what it sells and remembers, its clock, its seed, and what it found.
final class PlayedStore {
    let products: [String: HostedProduct]
    let plan: RehearsalPlan
    let app: RehearsedApp
    var state: StoreState
    var choice: SeededChoice
    /// The simulated time in milliseconds.
    var clock: Int64 = 0
    var launch = 0
    /// What the user has yet to do.
    var actions: ArraySlice<UserAction>
    /// What has yet to go wrong.
    private(set) var troubles: [Trouble]
    private(set) var faults: [ReportedFault] = []
    var failures: [RehearsalFailure] = []
    /// The transactions of earlier rehearsals whose products are not sold in this one.
    var setAside: [UnfinishedTransaction] = []
    private let timeline: (RehearsalEvent) -> Void
    /// The queue of the launch that is played.
    weak var queue: PaymentQueue?
    /// Gets what the next rehearsal has to know.
    var remember: ((StoreState) -> Void)?
    private var changes = 0

    /// A fault, and whose it is.
    struct ReportedFault {
        let fault: DeliveryFault
        let transaction: String?
        let isOfRestore: Bool
        let product: String?
        let finding: Finding
    }

    init(
        products: [HostedProduct], app: RehearsedApp, plan: RehearsalPlan, state: StoreState,
        timeline: @escaping (RehearsalEvent) -> Void
    ) {
        self.products = Dictionary(products.map { ($0.productIdentifier, $0) }) { first, _ in first }
        self.plan = plan.played
        self.app = app
        self.state = state
        self.timeline = timeline
        choice = SeededChoice(seed: plan.seed)
        actions = plan.actions[...]
        troubles = plan.troubles
    }

    func tell(_ event: RehearsalEvent) {
        handOverState()
        timeline(event)
    }

    /// Something is to be remembered.
    func noteChange() { changes += 1 }

    /// Hands over what is to be remembered, before the app or anybody else hears of it. Where thousands of transactions
    /// are open that is not done for each single change.
    private func handOverState() {
        guard changes > 0, let remember, let queue, changes > queue.transactions.count / 100 else { return }
        changes = 0
        var state = self.state
        state.unfinished = queue.unfinished { $0.placedVersion } + setAside
        remember(state)
    }

    /// Takes a trouble off the list.
    /// - Returns: whether it was on it.
    func takes(_ trouble: Trouble) -> Bool {
        guard let index = troubles.firstIndex(of: trouble) else { return false }
        troubles.remove(at: index)
        return true
    }

    /// Takes the first trouble that is of a kind.
    func takes(where isMeant: (Trouble) -> Bool) -> Trouble? {
        guard let index = troubles.firstIndex(where: isMeant) else { return nil }
        return troubles.remove(at: index)
    }

    /// Whether the app quits as this is about to happen.
    func quits(at event: RehearsalEvent) -> Bool {
        let planned = takes { trouble in
            guard case .quit(let name, let product) = trouble, name == event.name else { return false }
            return product == nil || product == event.productIdentifier
        }
        return planned != nil || (launch < plan.launches && choice.happens(plan.chances.quit))
    }

    /// Puts down what the handler did wrong; the same of one product only once.
    func report(_ fault: DeliveryFault, _ transaction: PaymentTransaction?, _ message: String, _ notes: [String] = []) {
        let product = transaction?.productIdentifier
        guard !faults.contains(where: { $0.fault == fault && $0.product == product }) else { return }
        let description = fault.description
        let finding = Finding(
            code: description.code, severity: description.defaultSeverity, message: message,
            location: Location(input: product.flatMap { products[$0]?.package } ?? app.path), notes: notes,
            remedy: Remedy(Self.asClause(description.remedy)))
        faults.append(
            ReportedFault(
                fault: fault, transaction: transaction?.transactionIdentifier,
                isOfRestore: transaction?.transactionState == .restored, product: product, finding: finding))
        guard let reported = faults.last, !isConsequence(reported) else { return }
        var event = RehearsalEvent(.fault, at: clock)
        event.productIdentifier = product
        event.transactionIdentifier = transaction?.transactionIdentifier
        event.detail = "\(description.code.id) \(message)"
        tell(event)
    }

    /// What was found, without what only follows from something else.
    var findings: [Finding] {
        faults.filter { !isConsequence($0) }.map(\.finding)
    }

    private func isConsequence(_ reported: ReportedFault) -> Bool {
        faults.contains { cause in
            cause.fault.consequences.contains(reported.fault)
                && (cause.transaction == reported.transaction || (reported.transaction == nil && cause.isOfRestore))
        }
    }

    private static func asClause(_ sentence: String) -> String {
        let first = sentence.prefix(1).lowercased()
        return first + sentence.dropFirst().prefix(sentence.count - 2)
    }
}
