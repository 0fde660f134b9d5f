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

    /// A fault, and whose it is.
    struct ReportedFault {
        let fault: DeliveryFault
        let transaction: String?
        let product: String?
        let finding: Finding
    }

    init(
        products: [HostedProduct], app: RehearsedApp, plan: RehearsalPlan, state: StoreState,
        timeline: @escaping (RehearsalEvent) -> Void
    ) {
        self.products = Dictionary(products.map { ($0.productIdentifier, $0) }) { first, _ in first }
        self.plan = plan
        self.app = app
        self.state = state
        self.timeline = timeline
        choice = SeededChoice(seed: plan.seed)
        actions = plan.actions[...]
        troubles = plan.troubles
    }

    func tell(_ event: RehearsalEvent) { timeline(event) }

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
                fault: fault, transaction: transaction?.transactionIdentifier, product: product, finding: finding))
    }

    /// What was found, without what only follows from something else.
    var findings: [Finding] {
        let all = faults
        return all.filter { reported in
            !all.contains {
                $0.transaction == reported.transaction && $0.fault.consequences.contains(reported.fault)
            }
        }.map(\.finding)
    }

    private static func asClause(_ sentence: String) -> String {
        let first = sentence.prefix(1).lowercased()
        return first + sentence.dropFirst().prefix(sentence.count - 2)
    }
}
