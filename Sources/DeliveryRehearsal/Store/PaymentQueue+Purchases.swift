/// Purchases, restores, and what comes back at a launch.
extension PaymentQueue {
    /// Decides what becomes of a payment.
    func schedulePurchase(of transaction: PaymentTransaction) {
        let (product, chances) = (transaction.productIdentifier, store.plan.chances)
        if store.takes(.failPurchase(product)) || store.choice.happens(chances.failedPurchase)
            || store.products[product] == nil
        {
            schedule(.fail(transaction), after: 1_000)
        } else if store.takes(.deferPurchase(product)) || store.choice.happens(chances.deferral) {
            schedule(.tell([transaction], .deferred), after: 1_000)
            schedule(.tell([transaction], .purchased), after: 60_000)
        } else {
            schedule(.tell([transaction], .purchased), after: 1_000)
        }
    }

    /// Decides in which order and in how many parts a restore hands over what was bought. Apple says nothing of it, but
    /// that the end comes after all of them.
    func scheduleRestore() {
        if restore == nil { restore = RestoreJob() }
        restore?.openEnds += 1
        let all = store.products.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let owned = store.choice.shuffled(all.filter(isOwned))
        let fails = store.takes(.failRestore) || store.choice.happens(store.plan.chances.failedRestore)
        let count = fails ? store.choice.number(0...owned.count) : owned.count
        var rest = owned.prefix(count)
        var delay: Int64 = 500
        while !rest.isEmpty {
            let batch = rest.prefix(store.choice.number(1...rest.count))
            rest = rest.dropFirst(batch.count)
            let transactions = batch.map { product in
                let transaction = makeTransaction(product, .restored)
                transaction.demand = wanted?.contains(product) ?? true ? .wanted : .unwanted
                return transaction
            }
            schedule(.restored(transactions), after: delay)
            delay += 300
        }
        schedule(fails ? .restoreFailed : .restoreFinished, after: delay)
    }

    private func isOwned(_ product: String) -> Bool {
        guard let owned = store.plan.owned else { return true }
        return owned.contains(product) || store.state.purchased.contains(product)
    }

    func bringRestored(_ batch: [PaymentTransaction]) {
        for transaction in batch { attachDownload(to: transaction) }
        transactions += batch
        store.noteChange()
        restore?.transactions += batch
        // Where the app quits before it hears of them, nothing was restored.
        if !tell(batch) {
            transactions.removeAll { transaction in batch.contains { $0 === transaction } }
            store.noteChange()
        }
    }

    func endRestore(_ kind: RehearsalEvent.Kind) {
        let event = RehearsalEvent(kind, at: store.clock)
        guard !quits(at: event) else { return }
        store.tell(event)
        if kind == .restoreFinished {
            restore?.openEnds -= 1
            handler?.restoreCompletedTransactionsFinished()
        } else {
            restore = nil
            handler?.restoreCompletedTransactionsFailed(.connectionLost)
        }
    }

    // MARK: Between launches

    /// Brings back what an earlier launch left unfinished, all at once or one by one.
    ///
    /// Whether a download that had finished is still there then is nowhere said; both happen.
    func bringBack() {
        var known: Set<String> = []
        var back: [PaymentTransaction] = []
        let isSold = { [store] (unfinished: UnfinishedTransaction) in
            unfinished.state == .failed || store.products[unfinished.productIdentifier] != nil
        }
        store.setAside += store.state.unfinished.filter { !isSold($0) }
        for unfinished in store.state.unfinished where isSold(unfinished) {
            let transaction = PaymentTransaction(
                unfinished.transactionIdentifier, product: unfinished.productIdentifier, state: unfinished.state)
            // After a launch nobody can say any more what the user had asked for.
            transaction.demand = unfinished.isWanted ? .wanted : .either
            transaction.placedVersion = unfinished.placedVersion
            transaction.downloadedVersion = unfinished.downloadedVersion
            if let version = unfinished.placedVersion {
                let other = placed[unfinished.productIdentifier]
                if other.map({ VersionOrder.isAtLeast(version, $0) }) ?? true {
                    placed[unfinished.productIdentifier] = version
                }
            }
            transactions.append(transaction)
            switch unfinished.state {
            case .purchasing: schedulePurchase(of: transaction)
            case .deferred: schedule(.tell([transaction], .purchased), after: 1_000)
            case .failed:
                transaction.error = .paymentFailed
                back.append(transaction)
            case .purchased, .restored:
                if let download = attachDownload(to: transaction), unfinished.isDownloaded,
                    unfinished.downloadedVersion == download.contentVersion, store.choice.happens(50), takeUp(download)
                {
                    known.insert("\(transaction.transactionIdentifier).zip")
                }
                back.append(transaction)
            }
        }
        clearFolder(except: known)
        back = store.choice.shuffled(back)
        if store.choice.happens(50) {
            if !back.isEmpty { schedule(.tellAgain(back)) }
        } else {
            for transaction in back { schedule(.tellAgain([transaction])) }
        }
    }

    /// The transactions as the next launch will have them.
    func unfinished(_ placedVersion: (PaymentTransaction) -> String?) -> [UnfinishedTransaction] {
        transactions.map { transaction in
            let download = transaction.downloads.first
            let isDownloaded = download?.state == .finished
            return UnfinishedTransaction(
                transactionIdentifier: transaction.transactionIdentifier,
                productIdentifier: transaction.productIdentifier, state: transaction.transactionState,
                isDownloaded: isDownloaded, downloadedVersion: isDownloaded ? download?.contentVersion : nil,
                isWanted: transaction.demand == .wanted, placedVersion: placedVersion(transaction))
        }
    }

    /// Puts down what the next launch has to know.
    func save() {
        store.state.unfinished = unfinished(placedVersion) + store.setAside
        store.setAside = []
        handler = nil
        isGone = true
        // The two hold each other.
        for transaction in transactions { transaction.downloads = [] }
        store.remember?(store.state)
    }
}
