internal import ContentModel
internal import Packaging

/// Downloads: their progress, and the bytes.
extension PaymentQueue {
    /// Begins a download, and sees whether it should.
    func judgeAndBegin(_ download: Download) {
        let transaction = download.transaction
        let subject = "the download of '\(shown(download.contentIdentifier))'"
        if download.isAskedFor, !(download.state == .failed || download.state == .cancelled) {
            store.report(
                .startedTwice, transaction, "\(subject) was started while it was \(download.state.rawValue) already")
            return
        }
        if transaction.demand == .unwanted {
            store.report(.unwantedDownload, transaction, "\(subject) was started, and another product was asked for")
        } else if let version = deliveredVersion(atLeast: download) {
            store.report(
                .downloadedAgain, transaction,
                "\(subject) was started for version \(shown(download.contentVersion)), and version \(shown(version)) is in its place"
            )
        } else if transactions.contains(where: { $0 !== transaction && isOnItsWay($0, of: download) }) {
            store.report(
                .downloadedAgain, transaction, "\(subject) was started while the same content was on its way")
        }
        download.isAskedFor = true
        download.error = nil
        download.percent = 0
        change(download, to: .waiting)
        schedule(.progress(download, download.generation, percent: 0), after: 300)
    }

    private func isOnItsWay(_ transaction: PaymentTransaction, of download: Download) -> Bool {
        guard let other = transaction.downloads.first, other.contentIdentifier == download.contentIdentifier else {
            return false
        }
        return other.isAskedFor && !other.state.isEnded
    }

    /// The version that was delivered and is there, where it is that of a download or a newer one.
    func deliveredVersion(atLeast download: Download) -> String? {
        guard let version = store.state.delivered[download.contentIdentifier],
            VersionOrder.isAtLeast(version, download.contentVersion),
            let folder = handler?.contentFolder(forProduct: download.contentIdentifier), DiskItem.isFolder(folder)
        else { return nil }
        return version
    }

    /// Gives a download a state in which nothing comes, and has the app hear of it.
    func change(_ download: Download, to state: Download.State) {
        download.generation += 1
        download.state = state
        download.timeRemaining = nil
        schedule(.hear(download, generation: download.generation))
    }

    /// Brings a download further, or to its end.
    /// - Returns: whether there is anything to tell; not where the app has changed it meanwhile.
    func advance(_ download: Download, _ generation: Int, to percent: Int) -> Bool {
        guard download.generation == generation, !download.transaction.isFinished else { return false }
        (download.state, download.percent) = (.active, percent)
        download.progress = Double(percent) / 100
        download.timeRemaining = Double(milliseconds(100 - percent, of: download)) / 1000
        if let trouble = trouble(at: percent, of: download) {
            strike(download, trouble)
            return true
        }
        guard percent == 100 else {
            let next = nextPercent(after: percent, of: download)
            download.generation += 1
            schedule(
                .progress(download, download.generation, percent: next),
                after: milliseconds(next - percent, of: download))
            return true
        }
        complete(download)
        return true
    }

    private enum Strike { case fail, cancel, pause }

    private func trouble(at percent: Int, of download: Download) -> Strike? {
        let product = download.contentIdentifier
        if store.takes(.failDownload(product, percent: percent)) { return .fail }
        if store.takes(.cancelDownload(product, percent: percent)) { return .cancel }
        if store.takes(.pauseDownload(product, percent: percent)) { return .pause }
        let chances = store.plan.chances
        if store.choice.happens(chances.failure) { return .fail }
        if store.choice.happens(chances.cancellation) { return .cancel }
        return percent < 100 && store.choice.happens(chances.pause) ? .pause : nil
    }

    private func strike(_ download: Download, _ strike: Strike) {
        download.timeRemaining = nil
        download.generation += 1
        switch strike {
        case .fail:
            download.error = .connectionLost
            download.state = .failed
        case .cancel:
            store.tell(event(.cancel, download.transaction))
            download.error = .cancelled
            download.state = .cancelled
        case .pause:
            store.tell(event(.pause, download.transaction))
            download.state = .paused
            schedule(.resume(download, generation: download.generation), after: 5_000)
        }
    }

    /// The next part that is told of, or where something is to go wrong. What takes less than a tenth of a second is not
    /// worth a word.
    private func nextPercent(after percent: Int, of download: Download) -> Int {
        let steps = store.plan.progressSteps
        var step = percent * steps / 100 + 1
        while step < steps,
            step * 100 / steps <= percent || milliseconds(step * 100 / steps - percent, of: download) < 100
        {
            step += 1
        }
        let next = min(100, max(percent + 1, step * 100 / steps))
        return min(next, store.nextTrouble(after: percent, of: download.contentIdentifier) ?? 100)
    }

    private func milliseconds(_ percent: Int, of download: Download) -> Int64 {
        let (bytes, isTooMuch) = download.contentLength.multipliedReportingOverflow(by: Int64(percent) * 10)
        return (isTooMuch ? .max : bytes) / store.plan.bytesPerSecond
    }

    /// Unpacks the content into the store's folder: the only bytes that move.
    private func complete(_ download: Download) {
        download.timeRemaining = 0
        download.generation += 1
        do throws(RehearsalError) {
            try unpack(download)
            download.state = .finished
            store.noteChange()
            lookBefore(download)
        } catch {
            download.error = StoreError(error.reason)
            download.state = .failed
            download.timeRemaining = nil
        }
    }

    private func unpack(_ download: Download) throws(RehearsalError) {
        guard let product = store.products[download.contentIdentifier] else {
            throw RehearsalError(download.contentIdentifier, "the store has no such product")
        }
        do throws(DiskError) { try DiskItem.makeFolders(folderOfStore) } catch {
            store.failures.append(.storeFolder(path: folderOfStore, reason: error.reason))
            throw RehearsalError(folderOfStore, error.reason)
        }
        DiskItem.remove(download.folder)
        do throws(UnpackingError) {
            _ = try PackageUnpacker.unpack(
                product.tree, to: download.folder, options: UnpackingOptions(synchronizes: false, jobs: store.plan.jobs)
            )
        } catch {
            store.failures.append(.unpacking(package: product.package, error))
            switch error {
            case .damaged(let files):
                throw RehearsalError(product.package, files.first?.description ?? "the package is damaged")
            case .failed(let error): throw RehearsalError(product.package, error.description)
            }
        }
        download.handedOver = DiskItem.files(below: download.folder + "/Contents")
    }

    /// Remembers what the app has of the product before it takes over the content.
    private func lookBefore(_ download: Download) {
        guard let folder = handler?.contentFolder(forProduct: download.contentIdentifier) else { return }
        download.before = DiskItem.files(below: folder)
    }

    // MARK: The store's folder

    /// Goes on with a download that an earlier launch finished, where its content is still there, be it that the app has
    /// put it into its place already. Its bytes are compared with those of the package: it may be anybody's by now.
    func takeUp(_ download: Download) -> Bool {
        let contents = download.folder + "/Contents"
        guard let product = store.products[download.contentIdentifier],
            DiskItem.status(download.folder)?.kind == .folder
        else { return false }
        let hasContents = DiskItem.status(contents)?.kind == .folder
        if hasContents, ContentSurvey(contents, against: product).isWhole {
            download.handedOver = DiskItem.files(below: contents)
        } else if hasContents || DiskItem.status(contents) == nil {
            guard holdsAll(of: product) else { return false }
        } else {
            return false
        }
        (download.state, download.percent, download.progress) = (.finished, 100, 1)
        lookBefore(download)
        return true
    }

    /// Whether all of a product's content is where the app reads it.
    func holdsAll(of product: HostedProduct) -> Bool {
        guard let folder = handler?.contentFolder(forProduct: product.productIdentifier), DiskItem.isFolder(folder)
        else { return false }
        return ContentSurvey(folder, against: product).isWhole
    }

    /// Removes what is in the store's folder and belongs to no transaction.
    func clearFolder(except known: Set<String>) {
        for name in DiskItem.names(folderOfStore) {
            let name = String(decoding: name, as: UTF8.self)
            if !known.contains(name) { DiskItem.remove("\(folderOfStore)/\(name)") }
        }
    }
}

extension PlayedStore {
    /// Where the next thing is to go wrong in a download, in percent.
    func nextTrouble(after percent: Int, of product: String) -> Int? {
        troubles.compactMap { trouble in
            switch trouble {
            case .failDownload(product, let at), .cancelDownload(product, let at), .pauseDownload(product, let at):
                at > percent ? at : nil
            default: nil
            }
        }.min()
    }
}
