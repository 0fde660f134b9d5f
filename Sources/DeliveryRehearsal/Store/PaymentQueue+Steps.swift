/// What will happen, and when.
extension PaymentQueue {
    /// The most that happens in one launch.
    private static let mostSteps = 1_000_000

    /// Something that happens at a time.
    struct Step {
        let time: Int64
        let action: Action
    }

    /// What happens.
    enum Action {
        /// The user does the next thing.
        case user
        /// Transactions get a state, and the app hears of them.
        case tell([PaymentTransaction], PaymentTransaction.State)
        /// The app hears of transactions that an earlier launch left.
        case tellAgain([PaymentTransaction])
        /// A payment fails.
        case fail(PaymentTransaction)
        /// Transactions of a restore come.
        case restored([PaymentTransaction])
        /// A restore has handed over all.
        case restoreFinished
        /// A restore ends early.
        case restoreFailed
        /// The app hears of the state of a download.
        case hear(Download, generation: Int)
        /// A download is so far.
        case progress(Download, Int, percent: Int)
        /// The user resumes a download.
        case resume(Download, generation: Int)
    }

    /// Has something happen, after a while that the seed picks.
    /// - Parameter delay: At least so many milliseconds from now.
    func schedule(_ action: Action, after delay: Int64 = 0) {
        // No clock runs this far, and a size may be anything.
        let delay = min(max(0, delay), 1 << 50)
        steps.append(Step(time: store.clock + delay + Int64(store.choice.number(1...250)), action: action))
    }

    /// Takes what is next; of several at one time, one that the seed picks.
    private func takeNext() -> Step? {
        var candidates: [Int] = []
        var earliest = Int64.max
        for (index, step) in steps.enumerated() where step.time <= earliest {
            if step.time < earliest { candidates.removeAll(keepingCapacity: true) }
            earliest = step.time
            candidates.append(index)
        }
        guard !candidates.isEmpty else { return nil }
        return steps.remove(at: candidates[store.choice.number(0...candidates.count - 1)])
    }

    /// Plays one launch, until nothing more happens or the app quits.
    func play() {
        store.launch += 1
        store.tell(RehearsalEvent(.launch, at: store.clock))
        bringBack()
        if !store.actions.isEmpty { schedule(.user) }
        var count = 0
        // A handler may ask for more with each answer, and a rehearsal has to end.
        while !isGone, count < Self.mostSteps, let step = takeNext() {
            count += 1
            store.clock = max(store.clock, step.time)
            perform(step.action)
        }
        outcome = isGone ? .quit : keptOut.isEmpty ? .complete : .fullDisk
        if !isGone { judgeEnd() }
        save()
    }

    private func perform(_ action: Action) {
        switch action {
        case .user: act()
        case .tell(let transactions, let state):
            for transaction in transactions {
                transaction.transactionState = state
                if state == .purchased {
                    store.state.purchased.insert(transaction.productIdentifier)
                    if transaction.downloads.isEmpty { attachDownload(to: transaction) }
                }
            }
            store.noteChange()
            tell(transactions)
        case .fail(let transaction):
            transaction.transactionState = .failed
            store.noteChange()
            transaction.error =
                store.products[transaction.productIdentifier] == nil ? .unknownProduct : .paymentFailed
            tell([transaction])
        case .tellAgain(let transactions): tell(transactions)
        case .restored(let batch): bringRestored(batch)
        case .restoreFinished: endRestore(.restoreFinished)
        case .restoreFailed: endRestore(.restoreFailed)
        case .hear(let download, let generation):
            if download.generation == generation, !download.transaction.isFinished { tell([download]) }
        case .progress(let download, let generation, let percent):
            var told: [Download] = []
            if advance(download, generation, to: percent) { told.append(download) }
            // Two that are under way may be told of at one time.
            if store.choice.happens(30), let (other, generation, percent) = takeOtherProgress(than: download),
                advance(other, generation, to: percent)
            {
                told.append(other)
            }
            if !told.isEmpty { tell(told) }
        case .resume(let download, let generation):
            if download.generation == generation { resume([download]) }
        }
    }

    private func takeOtherProgress(than download: Download) -> (Download, Int, Int)? {
        for (index, step) in steps.enumerated() {
            if case .progress(let other, let generation, let percent) = step.action, other !== download {
                steps.remove(at: index)
                return (other, generation, percent)
            }
        }
        return nil
    }

    private func act() {
        guard let action = store.actions.popFirst() else { return }
        if !store.actions.isEmpty { schedule(.user, after: 500) }
        switch action {
        case .purchase(let product):
            var event = RehearsalEvent(.purchase, at: store.clock)
            event.productIdentifier = product
            guard !quits(at: event) else { return }
            store.tell(event)
            handler?.purchase(product, queue: self)
        case .restore(let only):
            let event = RehearsalEvent(.restore, at: store.clock)
            guard !quits(at: event) else { return }
            store.tell(event)
            wanted = only
            handler?.restore(only: only, queue: self)
        }
    }

    // MARK: Telling the app

    /// Tells the app of transactions.
    /// - Returns: whether it heard of them; not where it quits before.
    @discardableResult
    func tell(_ transactions: [PaymentTransaction]) -> Bool {
        let transactions = transactions.filter { !$0.isFinished }
        guard !transactions.isEmpty, !isGone else { return false }
        for transaction in transactions {
            var event = event(.transaction, transaction)
            event.transactionState = transaction.transactionState
            event.contentVersion = transaction.downloads.first?.contentVersion
            event.detail = transaction.error?.description
            guard !quits(at: event) else { return false }
            store.tell(event)
        }
        // A download that is finished already may be taken over at once.
        handOver(transactions.compactMap(\.downloads.first)) { handler?.updatedTransactions(transactions) }
        return true
    }

    /// Tells the app of downloads, unless it quits.
    func tell(_ downloads: [Download]) {
        guard !isGone else { return }
        for download in downloads {
            var event = event(.download, download.transaction)
            event.downloadState = download.state
            event.progress = download.progress
            event.timeRemaining = download.timeRemaining
            event.detail = download.error?.description
            guard !quits(at: event) else { return }
            store.tell(event)
        }
        handOver(downloads) { handler?.updatedDownloads(downloads) }
    }

    /// Calls the app, which may take over the content of what has finished; the disk may be full then.
    private func handOver(_ downloads: [Download], _ call: () -> Void) {
        productsAtHand = downloads.filter { $0.state == .finished }.map(\.contentIdentifier)
        for product in productsAtHand {
            let isPlanned = store.takes(.fullDisk(product))
            let mayBe = store.launch < store.plan.launches
            if isPlanned || (mayBe && store.choice.happens(store.plan.chances.fullDisk)) { isDiskFull = true }
        }
        call()
        productsAtHand = []
        isDiskFull = false
    }
}
