/// What a handler did wrong.
extension PaymentQueue {
    /// Takes a transaction off the queue, and sees whether it was time.
    func finish(_ transaction: PaymentTransaction) {
        let subject = "the transaction of '\(shown(transaction.productIdentifier))'"
        guard !transaction.isFinished else {
            store.report(.finishedTwice, transaction, "\(subject) was finished a second time")
            return
        }
        switch transaction.transactionState {
        case .purchasing, .deferred:
            store.report(
                .finishedTooEarly, transaction,
                "\(subject) was finished while it was \(transaction.transactionState.rawValue)")
            // The store goes on: it would have raised an exception.
            return
        case .failed, .purchased, .restored: break
        }
        transaction.isFinished = true
        transactions.removeAll { $0 === transaction }
        store.noteChange()
        if let download = transaction.downloads.first {
            if transaction.transactionState != .failed { judge(download, subject) }
            download.generation += 1
            DiskItem.remove(download.folder)
        }
    }

    private func judge(_ download: Download, _ subject: String) {
        let transaction = download.transaction
        switch download.state {
        case .finished: judgeContent(download)
        case .failed, .cancelled: break
        case .waiting, .active, .paused:
            if let placed = placed[transaction.productIdentifier],
                VersionOrder.isAtLeast(placed, download.contentVersion)
            {
                store.state.delivered[download.contentIdentifier] = placed
                return
            }
            if transaction.demand != .wanted || deliveredVersion(atLeast: download) != nil { return }
            if let wrong = store.state.misplaced[download.contentIdentifier],
                VersionOrder.isAtLeast(wrong, download.contentVersion)
            {
                return
            }
            if !download.isAskedFor, judgeStanding(download) { return }
            store.report(
                .finishedTooEarly, transaction,
                download.isAskedFor
                    ? "\(subject) was finished while its download was \(download.state.rawValue)"
                    : "\(subject) was finished before its download was started")
        }
    }

    /// Judges content that is there though the app had none downloaded: from a rehearsal that nobody told of, or from an
    /// earlier launch, which may have stopped half-way.
    /// - Returns: whether that is what the transaction was finished for.
    private func judgeStanding(_ download: Download) -> Bool {
        let identifier = download.contentIdentifier
        guard let product = store.products[identifier], let folder = handler?.contentFolder(forProduct: identifier),
            DiskItem.isFolder(folder)
        else { return false }
        let survey = ContentSurvey(folder, against: product)
        let wasHandedOver = download.transaction.downloadedVersion == download.contentVersion
        guard survey.isWhole || (wasHandedOver && survey.hasSome) else { return false }
        judgeContent(download)
        return true
    }

    /// Sees whether content is where the app reads it, at the moment that its transaction is finished, and puts down what
    /// came of it.
    private func judgeContent(_ download: Download) {
        let (transaction, identifier) = (download.transaction, download.contentIdentifier)
        let name = "'\(shown(identifier))'"
        guard let product = store.products[identifier] else { return }
        let payload = Set(product.payload.map { Array($0.path) })
        let earlier = store.state.payloads[identifier] ?? []
        // Until it is seen to be right.
        store.state.misplaced[identifier] = download.contentVersion
        store.state.payloads[identifier] = earlier.union(payload)
        guard let folder = handler?.contentFolder(forProduct: identifier), DiskItem.isFolder(folder) else {
            store.report(
                .contentLeftBehind, transaction,
                "the transaction of \(name) was finished while its content was only in the store's folder")
            return
        }
        if let place = temporaryPlace(of: folder) {
            store.report(.contentInCaches, transaction, "the content of \(name) stays in \(place)")
            return
        }
        let survey = ContentSurvey(
            folder, against: product, handedOver: download.handedOver, before: download.before, earlier: earlier)
        let older = survey.differing.filter { path in
            download.before[path] != nil && download.before[path] == DiskItem.status(folder, path)?.identity
        }
        let hasNothing = survey.payloadCount > 0 && survey.missing.count == survey.payloadCount
        if hasNothing, DiskItem.isFolder(folder + "/Contents") || DiskItem.status(folder + "/ContentInfo.plist") != nil
        {
            store.report(
                .contentsFolderIgnored, transaction,
                "what is in Contents of \(name) is not where the app reads it: what stands beside Contents is there")
        } else if let path = older.first {
            store.report(
                .olderFilesKept, transaction,
                "\(shown(path)) of \(name) is still that of older content\(others(older.count))")
        } else if let path = survey.leftOver.first {
            store.report(
                .olderFilesKept, transaction,
                "\(shown(path)) is left of older content of \(name), and is no part of the new one\(others(survey.leftOver.count))"
            )
        } else if hasNothing {
            store.report(
                .contentLeftBehind, transaction,
                "the transaction of \(name) was finished while its content was only in the store's folder")
        } else if let path = survey.missing.first {
            store.report(
                .contentIncomplete, transaction, "\(shown(path)) of \(name) is missing\(others(survey.missing.count))")
        } else if let path = survey.differing.first {
            store.report(
                .contentIncomplete, transaction,
                "\(shown(path)) of \(name) is not what was delivered\(others(survey.differing.count))")
        } else {
            store.state.misplaced[identifier] = nil
            store.state.payloads[identifier] = payload
            noteDelivery(of: download)
            if !store.app.isExcludedFromBackup(folder) {
                store.report(.notExcludedFromBackup, transaction, "the content of \(name) goes into the backup")
            }
        }
    }

    /// The version that the app has put into its place though it has not finished the transaction.
    func placedVersion(of transaction: PaymentTransaction) -> String? {
        guard let download = transaction.downloads.first, download.state == .finished,
            let product = store.products[download.contentIdentifier],
            let folder = handler?.contentFolder(forProduct: download.contentIdentifier), DiskItem.isFolder(folder)
        else { return transaction.placedVersion }
        let survey = ContentSurvey(folder, against: product, handedOver: download.handedOver)
        return survey.isWhole ? download.contentVersion : transaction.placedVersion
    }

    private func noteDelivery(of download: Download) {
        store.state.delivered[download.contentIdentifier] = download.contentVersion
        store.noteChange()
        var event = event(.installed, download.transaction)
        event.contentVersion = download.contentVersion
        store.tell(event)
    }

    private func shown(_ path: [UInt8]) -> String { "'\(shown(String(decoding: path, as: UTF8.self)))'" }

    private func others(_ count: Int) -> String {
        count > 1 ? ", and so \(count == 2 ? "is 1 more" : "are \(count - 1) more")" : ""
    }

    /// The folder that the system may empty and that content lies in.
    private func temporaryPlace(of folder: String) -> String? {
        let (folder, root) = (DiskItem.real(folder) + "/", DiskItem.real(store.app.path))
        return ["Library/Caches", "tmp"].first { folder.hasPrefix("\(root)/\($0)/") }
    }

    // MARK: Restores

    /// The app told the user that a restore came to an end without all of its content.
    func noteFailedAnnouncement() {
        guard !isGone else { return }
        store.tell(RehearsalEvent(.announcedFailure, at: store.clock))
        announcedRestores += 1
        restore = nil
    }

    /// The app told the user that a restore is complete.
    func noteAnnouncement() {
        guard !isGone else { return }
        store.tell(RehearsalEvent(.announced, at: store.clock))
        guard let restore else {
            if announcedRestores > 0 {
                store.report(.restoreAnnouncedTwice, nil, "a restore was announced as complete a second time")
            } else {
                store.report(.restoreAnnouncedEarly, nil, "a restore was announced as complete, and none was going on")
            }
            return
        }
        if restore.openEnds > 0 {
            store.report(
                .restoreAnnouncedEarly, nil,
                "the restore was announced as complete before the store had handed over all transactions")
        } else if let open = restore.transactions.first(where: { !isEnded($0) }) {
            store.report(
                .restoreAnnouncedEarly, nil,
                "the restore was announced as complete before the download of '\(shown(open.productIdentifier))' had ended"
            )
        }
        announcedRestores += 1
        self.restore = nil
    }

    private func isEnded(_ transaction: PaymentTransaction) -> Bool {
        transaction.isFinished || transaction.demand == .unwanted || transaction.downloads.first?.state.isEnded ?? true
    }

    /// Sees what was left when nothing more happens.
    func judgeEnd() {
        for transaction in transactions where !keptOut.contains(transaction.productIdentifier) {
            let state = transaction.downloads.first.map { "its download \(Self.wording($0))" }
            store.report(
                .neverFinished, transaction,
                "the transaction of '\(shown(transaction.productIdentifier))' was never finished: "
                    + (state ?? "it is \(transaction.transactionState.rawValue)"))
        }
        // Where a full disk kept content out the restore is not complete, and it is the app's choice what to say.
        if let restore, restore.openEnds == 0, restore.transactions.allSatisfy(isEnded),
            !restore.transactions.contains(where: { !$0.isFinished && keptOut.contains($0.productIdentifier) })
        {
            store.report(.restoreNeverAnnounced, nil, "the restore was never announced as complete")
        }
    }

    private static func wording(_ download: Download) -> String {
        switch download.state {
        case .finished: "has finished"
        case .failed: "has failed"
        case .cancelled: "was cancelled"
        case .waiting where !download.isAskedFor: "was never started"
        case .waiting, .active, .paused: "is \(download.state.rawValue)"
        }
    }
}
