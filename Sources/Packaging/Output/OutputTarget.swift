internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The path that a finished output gets, and the rules for what may be there already.
///
/// A link is replaced itself, and what it leads to is left alone; but where it leads to a folder or a device, the user
/// can't have meant that, so it is refused.
struct OutputTarget: Sendable {
    let path: String
    let replacesExisting: Bool

    /// Looks at what is there, before any work is done.
    func check() throws(PackagingError) {
        guard !path.isEmpty else {
            throw PackagingError(.unwritable, subject: "the output", reason: "its path is empty")
        }
        guard !FilePath.name(of: path).isEmpty else {
            throw refusal("it names a folder, not a file")
        }
        var status = stat()
        // Nothing is there mostly, and then there is nothing to look at behind a link.
        let exists = lstat(path, &status) == 0
        if exists, stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw refusal("it is a folder")
            default: throw refusal("it is not a plain file")
            }
        }
        if !replacesExisting, exists { throw isTaken }
    }

    /// Gives the finished file its name.
    /// - Returns: 0 or the value of `errno`.
    func take(_ partialPath: String) -> Int32 {
        if replacesExisting { return rename(partialPath, path) == 0 ? 0 : errno }
        let status = iapkit_rename_exclusive(partialPath, path)
        guard status == ENOTSUP else { return status }
        // A hard link is as good: it fails where the name is taken.
        if link(partialPath, path) == 0 {
            unlink(partialPath)
            return 0
        }
        guard errno != EEXIST else { return EEXIST }
        // A file system with neither: the best that is left is to look once more.
        var existing = stat()
        if lstat(path, &existing) == 0 { return EEXIST }
        return rename(partialPath, path) == 0 ? 0 : errno
    }

    /// Whether there is a plain file at a path, or a link to one.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The error for a path that is taken.
    var isTaken: PackagingError {
        PackagingError(.outputExists, subject: path, reason: "the file exists", remedy: "use --force to replace it")
    }

    /// The error for a path that is taken by a package which is not the one that would be written.
    func isTaken(because reason: String) -> PackagingError {
        PackagingError(
            .outputExists, subject: path, reason: "the file exists, and \(reason)",
            remedy: "use --update or --force to replace it")
    }

    private func refusal(_ reason: String) -> PackagingError {
        PackagingError(.unwritable, subject: path, reason: reason, remedy: "name a file for the package")
    }
}
