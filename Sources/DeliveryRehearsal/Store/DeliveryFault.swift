public import Findings

/// What a handler can do wrong, each with its own code.
public enum DeliveryFault: String, Sendable, CaseIterable {
    /// A transaction was finished before its download had ended, or before the store had dealt with it.
    case finishedTooEarly
    /// A transaction was finished that was finished already.
    case finishedTwice
    /// A transaction was left, though nothing more comes of it.
    case neverFinished
    /// `contentURL` was read before the download had finished.
    case contentURLTooEarly
    /// `contentURL` was read after the transaction was finished.
    case contentURLTooLate
    /// A transaction was finished while its content was only in the store's folder.
    case contentLeftBehind
    /// The app reads its content from a folder that the system may empty.
    case contentInCaches
    /// Files of an older version are among those of the new one, or in their place.
    case olderFilesKept
    /// The payload was taken from beside `Contents`, or with it.
    case contentsFolderIgnored
    /// A part of the payload is missing or is not what the store handed over.
    case contentIncomplete
    /// The content goes into the backup.
    case notExcludedFromBackup
    /// A download was started that had been started.
    case startedTwice
    /// Content was downloaded that is there already, or on its way.
    case downloadedAgain
    /// Content was downloaded that nobody wanted.
    case unwantedDownload
    /// A restore was announced as complete before it was.
    case restoreAnnouncedEarly
    /// A restore was never announced as complete.
    case restoreNeverAnnounced
    /// A restore was announced as complete twice.
    case restoreAnnouncedTwice

    /// The code of its findings.
    public var code: FindingCode { description.code }

    /// Code, default severity, and the words of `explain`.
    public var description: FindingDescription { DeliveryFaultText.description(of: self) }

    /// The documentation of all of them, sorted by code.
    public static let descriptions = allCases.map(\.description).sorted { $0.code < $1.code }

    /// What it brings about: faults of the same transaction, or of the restore that brought it, that are not reported
    /// beside it.
    var consequences: Set<DeliveryFault> {
        switch self {
        case .contentURLTooLate: [.contentLeftBehind]
        case .unwantedDownload: [.downloadedAgain]
        case .restoreAnnouncedEarly: [.restoreAnnouncedTwice]
        // The end of a download that StoreKit forgot is never heard of.
        case .finishedTooEarly: [.restoreNeverAnnounced]
        default: []
        }
    }
}
