internal import Packaging

#if canImport(Darwin)
    internal import Darwin
#endif

/// The app that is played with: its container on the disk, and what a handler tells the rehearsal besides the queue.
public final class RehearsedApp {
    /// The app's container: `Library` lies in it.
    public let path: String
    /// Where content stays: `Library/Application Support`.
    public var applicationSupport: String { path + "/Library/Application Support" }
    /// What the system may empty when it wants space: `Library/Caches`. The store unpacks there.
    public var caches: String { path + "/Library/Caches" }

    weak var queue: PaymentQueue?

    init(path: String) { self.path = path }

    /// Tells that the user was told that the restore is complete. An app has an alert there, or a button that comes back.
    public func announceRestoreFinished() { queue?.noteAnnouncement() }

    /// Tells that the user was told that not all of what was restored could be put into its place. That ends a restore, too.
    public func announceRestoreFailed() { queue?.noteFailedAnnouncement() }

    /// A step at which an app could be stopped: put before each line that changes the disk.
    ///
    /// In the app itself the line isn't there. Where it throws the handler does no more than it would if the system had
    /// refused the step, or, for `quit`, nothing at all: what it asks of the queue then has no effect.
    /// - Parameter name: What is about to be done, in one word.
    /// - Throws: `AppInterruption` where the rehearsal has the app quit there, or the disk be full.
    public func checkpoint(_ name: String) throws(AppInterruption) { try queue?.passCheckpoint(name) }

    /// The standard handler could not do something that was not meant to go wrong.
    func noteFailure(_ error: AppInterruption, product: String) {
        guard let queue, !queue.isDiskFull, !queue.isGone else { return }
        queue.keptOut.insert(product)
        let reason = if case .failed(let reason) = error { reason } else { DiskError.fullDisk.reason }
        queue.store.failures.append(.installing(product: product, reason: reason))
    }

    // MARK: Backup

    /// Keeps something out of the backup: `isExcludedFromBackup` of `URLResourceValues`.
    ///
    /// On Apple's systems it is given the extended attribute `com.apple.metadata:com_apple_backup_excludeItem`. Elsewhere
    /// there is no such thing, and the path is put down in the file `iapkit-excluded-from-backup` in the container.
    /// - Parameter finalPath: Where it is about to be moved, with the attribute.
    /// - Throws: `AppInterruption.diskFull` or `failed` where that can't be done.
    public func excludeFromBackup(_ path: String, movingTo finalPath: String? = nil) throws(AppInterruption) {
        #if canImport(Darwin)
            let value = Self.attributeValue
            guard setxattr(path, Self.attribute, value, value.count, 0, XATTR_NOFOLLOW) == 0 else {
                throw AppInterruption(DiskError())
            }
        #else
            var lines = excludedPaths
            guard lines.insert(recordedName(finalPath ?? path)).inserted else { return }
            let text = lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { $0 + "\n" }.joined()
            do throws(PackagingError) { try SmallOutputFile.write(Array(text.utf8), to: recordPath) } catch {
                throw .failed(error.reason)
            }
        #endif
    }

    /// Whether something, or a folder that it lies in, is kept out of the backup.
    public func isExcludedFromBackup(_ path: String) -> Bool {
        var folder = Self.plain(path[...])
        let excluded = excludedPaths
        while folder.utf8.count > self.path.utf8.count {
            if isMarked(folder, in: excluded) { return true }
            guard let slash = folder.lastIndex(of: "/") else { break }
            folder = Self.plain(folder[..<slash])
        }
        return false
    }

    private func isMarked(_ path: String, in excluded: Set<String>) -> Bool {
        #if canImport(Darwin)
            getxattr(path, Self.attribute, nil, 0, 0, XATTR_NOFOLLOW) >= 0
        #else
            excluded.contains(recordedName(path))
        #endif
    }

    private static let attribute = "com.apple.metadata:com_apple_backup_excludeItem"
    /// The text `com.apple.backupd` as a binary property list.
    private static let attributeValue: [UInt8] =
        Array("bplist00".utf8) + [0x5F, 0x10, 0x11] + Array("com.apple.backupd".utf8)
        + [8, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 0x1C]

    // Where there is no attribute: one path a line, from the container on.

    private var recordPath: String { path + "/iapkit-excluded-from-backup" }

    private var excludedPaths: Set<String> {
        guard let bytes = DiskItem.bytes(recordPath, limit: 16 << 20) else { return [] }
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// A path without slashes and dots that say nothing, and without the ways up.
    private static func plain(_ path: Substring) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    private func recordedName(_ path: String) -> String {
        let path = Self.plain(path[...])
        let inner = path.hasPrefix(self.path + "/") ? String(path.dropFirst(self.path.count + 1)) : path
        return FolderName.escaped(inner) { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "%") }
    }
}

/// Why a handler could not do a step.
public enum AppInterruption: Error, Sendable, Hashable {
    /// The app quits.
    case quit
    /// The disk is full.
    case diskFull
    /// The system refused; the text is its reason.
    case failed(String)

    init(_ error: DiskError) { self = error == .fullDisk ? .diskFull : .failed(error.reason) }
}
