import Findings

/// The words of `explain` for what a handler can do wrong.
enum DeliveryFaultText {
    private static let finishing = Evidence.apple(
        "StoreKit documentation, finishTransaction(_:): content is downloaded first, and the transaction finished after"
    )
    private static let everyTransaction = Evidence.apple(
        "StoreKit documentation, Finishing a transaction: every transaction is to be finished, failed ones too, and once only"
    )
    private static let contentURL = Evidence.apple(
        "StoreKit documentation, SKDownload: contentURL holds when the download is finished, until the transaction is")
    private static let guide = Evidence.apple(
        "In-App Purchase Programming Guide, Delivering Products: where downloaded content is to be moved, and its backup"
    )

    static func description(of fault: DeliveryFault) -> FindingDescription {
        switch fault {
        case .finishedTooEarly:
            text(
                "DLV-001", "finished-too-early", .error,
                "A transaction should be finished after its download has ended",
                "StoreKit forgets a finished transaction: the download ends with it, and only a restore brings it back. Finishing one that is still purchasing raises an exception.",
                "Call finishTransaction when updatedDownloads has told that the download finished, failed or was cancelled, and its content is moved.",
                finishing)
        case .finishedTwice:
            text(
                "DLV-002", "finished-twice", .error, "A transaction should be finished once",
                "The second call is about a transaction that the queue no longer has, and shows that two places of the app deliver the same content.",
                "Let one place finish transactions, and remember which are finished.", everyTransaction)
        case .neverFinished:
            text(
                "DLV-003", "never-finished", .error, "Every transaction should be finished, whatever became of it",
                "It comes back at every launch, and the purchase looks as if it were never complete.",
                "Finish it when its content is in its place, and also when the payment or the download failed or was cancelled.",
                everyTransaction)
        case .contentURLTooEarly:
            text(
                "DLV-004", "content-url-too-early", .error,
                "contentURL should be read when the download is finished",
                "Until then nothing is there, or not all of it.",
                "Look at the state of the download first, and read contentURL where it is finished.", contentURL)
        case .contentURLTooLate:
            text(
                "DLV-005", "content-url-too-late", .error,
                "contentURL should be read before the transaction is finished",
                "The store's folder goes when the transaction is finished, and the content with it.",
                "Move the content first, and finish the transaction last.", contentURL)
        case .contentLeftBehind:
            text(
                "DLV-006", "content-left-behind", .error,
                "Content should be moved out of the store's folder before its transaction is finished",
                "The folder goes when the transaction is finished: the user has paid and has no content.",
                "Move what is in Contents to Application Support, see to it that it is there, and finish the transaction last.",
                contentURL)
        case .contentInCaches:
            text(
                "DLV-007", "content-in-caches", .error, "Content should not stay in Caches or tmp",
                "The system empties both when it wants space, and the app has lost what the user paid for.",
                "Move the content to Library/Application Support.", guide)
        case .olderFilesKept:
            text(
                "DLV-008", "older-files-kept", .error, "New content should replace all files of the older one",
                "Copying and moving fail where a file exists, so that the app goes on with old files or with a mixture of both.",
                "Put the new folder beside the old one, and replace that as a whole.",
                .format(
                    "what the file system does: a file is not moved or copied to a name that is taken, unless it is told to replace"
                ))
        case .contentsFolderIgnored:
            text(
                "DLV-009", "contents-folder-ignored", .error, "The payload should be taken from Contents",
                "contentURL is a folder with ContentInfo.plist and Contents: the files of the product are in the latter, and not where the app looks.",
                "Append Contents to contentURL, and move what is there.",
                .secondary(
                    "what apps and helpers of several authors read: contentURL/ContentInfo.plist and contentURL/Contents"
                ))
        case .contentIncomplete:
            text(
                "DLV-010", "content-incomplete", .error,
                "All of the payload should be in its place, as it was delivered",
                "Files that the app asks for later are missing or damaged, and the transaction that could bring them is finished.",
                "Move Contents as a whole, see to errors, and finish the transaction only where there was none.",
                finishing)
        case .notExcludedFromBackup:
            text(
                "DLV-011", "not-excluded-from-backup", .warning,
                "Downloaded content should be excluded from the backup",
                "It can be had again at any time, and fills the user's iCloud.",
                "Set isExcludedFromBackup of the folder.", guide)
        case .startedTwice:
            text(
                "DLV-012", "started-twice", .warning, "A download should be started once",
                "It shows that two places of the app take the same transaction for new; content is then moved twice, too.",
                "Start a download where its transaction comes as purchased or restored, and nowhere else.",
                .judgement("Apple says nothing of it, and a second start is at best useless"))
        case .downloadedAgain:
            text(
                "DLV-013", "downloaded-again", .warning, "Content that is there should not be downloaded again",
                "Each press of the restore button costs the user the whole download; where the store's version is the older one, content even goes back.",
                "Compare contentVersion with what is installed, and finish the transaction without a download where nothing is newer.",
                .judgement("Apple tells the version before the download for this reason, and leaves it to the app"))
        case .unwantedDownload:
            text(
                "DLV-014", "unwanted-download", .warning, "A restore should download what was asked for only",
                "StoreKit gives back every purchase, and the user waits for gigabytes that nobody asked for.",
                "Start the downloads of the products that are wanted, and finish the other transactions.",
                .judgement("the restore call has no choice of products, so the app has to make it"))
        case .restoreAnnouncedEarly:
            text(
                "DLV-015", "restore-announced-early", .error, "A restore is complete when every download has ended",
                "The user is told that all is back, opens the product and finds nothing.",
                "Announce it when the store has handed over all transactions and each download has finished, failed or was cancelled.",
                .apple(
                    "StoreKit documentation, paymentQueueRestoreCompletedTransactionsFinished(_:): it tells of transactions, not of downloads"
                ))
        case .restoreNeverAnnounced:
            text(
                "DLV-016", "restore-never-announced", .warning, "A restore should come to its end for the user, too",
                "The spinner turns for ever: often because finished downloads are counted and failed ones are not.",
                "Take each transaction off a list when it ends, however it does, and announce the end when the list is empty.",
                .judgement("Apple leaves it to the app, and apps get it wrong by comparing two counts"))
        case .restoreAnnouncedTwice:
            text(
                "DLV-017", "restore-announced-twice", .warning, "A restore should be announced as complete once",
                "The user gets the same alert again and again.",
                "Forget the restore when its end is announced.", .judgement("one restore has one end"))
        }
    }

    private static func text(
        _ id: String, _ slug: String, _ severity: Severity, _ summary: String, _ why: String, _ remedy: String,
        _ evidence: Evidence
    ) -> FindingDescription {
        FindingDescription(
            code: FindingCode(id, slug), defaultSeverity: severity, summary: summary, why: why, remedy: remedy,
            evidence: evidence)
    }
}
