internal import ArchiveFormats

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file small enough to be in memory, written whole or not at all.
package enum SmallOutputFile {
    /// Writes a file beside its target and gives it the name, in place of an older one.
    /// - Parameter synchronizes: Whether it is on the disk before it gets the name.
    /// - Throws: `PackagingError`; then nothing is left behind, and an older file is as it was.
    package static func write(
        _ bytes: [UInt8], to path: String, synchronizes: Bool = false
    ) throws(PackagingError) {
        let target = OutputTarget(path: path, replacesExisting: true)
        let output = try AtomicOutputFile(target, synchronizes: synchronizes)
        try output.append(bytes)
        _ = try output.finish()
    }

    /// Whether there is anything at a path, a link that leads nowhere too.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes a file beside its target and gives it the name, which must be free.
    /// - Throws: `PackagingError`; then nothing is left behind.
    package static func create(_ bytes: [UInt8], at path: String) throws(PackagingError) {
        let output = try AtomicOutputFile(OutputTarget(path: path, replacesExisting: false), synchronizes: false)
        try output.append(bytes)
        _ = try output.finish()
    }

    /// Checks that a file could be replaced: it is a plain file, no link, may be written to, and holds what was read.
    package static func checkReplacing(_ path: String, holding old: [UInt8]) throws(PackagingError) {
        _ = try status(of: path, holding: old)
    }

    /// Replaces a plain file by one with other bytes, and waits until that is on the disk.
    ///
    /// It keeps its mode, and its owner and group where this process may give them. Another name of the same file (a
    /// hard link) keeps the old bytes.
    /// - Parameter old: What the file must still hold.
    /// - Throws: `PackagingError`; then nothing is left behind, and the file is as it was.
    package static func replace(_ path: String, holding old: [UInt8], with new: [UInt8]) throws(PackagingError) {
        let status = try status(of: path, holding: old)
        let output: AtomicOutputFile
        do throws(PackagingError) {
            output = try AtomicOutputFile(OutputTarget(path: path, replacesExisting: true), synchronizes: true)
        } catch {
            // The new file is made beside the old one.
            guard error.subject == FilePath.parent(of: path) else { throw error }
            throw PackagingError(
                error.code, subject: error.subject, reason: error.reason, remedy: "make the folder writable")
        }
        output.takeAttributes(of: status)
        try output.append(new)
        _ = try output.finish()
    }

    private static func status(of path: String, holding old: [UInt8]) throws(PackagingError) -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw unwritable(path, SystemError.last().text) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unwritable(path, "it is not a plain file") }
        // The new file would take the place of one that was protected on purpose.
        guard access(path, W_OK) == 0 else {
            throw PackagingError(
                .unwritable, subject: path, reason: SystemError.last().text, remedy: "make the file writable")
        }
        do throws(SystemError) {
            let file = try ReadableFile(path)
            if file.size == UInt64(old.count) {
                let bytes = try file.bytes(at: 0, count: old.count)
                if bytes == old { return status }
            }
        } catch {
            throw PackagingError(.unreadable, subject: path, reason: error.text)
        }
        throw PackagingError(
            .changedWhileRead, subject: path, reason: "changed since it was read", remedy: "run the command again")
    }

    private static func unwritable(_ path: String, _ reason: String) -> PackagingError {
        PackagingError(.unwritable, subject: path, reason: reason)
    }
}
