internal import ArchiveFormats
internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The path that a finished folder gets, and the rules for what may be there already: nothing, or an empty folder; any
/// folder where it is to be replaced.
struct FolderTarget: Sendable {
    let path: String
    /// Whether a folder that is there is replaced by the finished one.
    var replacesExisting = false

    /// Looks at what is there, before any work is done.
    func check() throws(PackagingError) {
        let name = FilePath.name(of: path)
        guard !name.isEmpty, name != ".", name != ".." else {
            throw PackagingError(
                .unwritable, subject: path.isEmpty ? "the output" : path,
                reason: "a folder can't be made under this name", remedy: "name a new folder")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let error = SystemError.last()
            if error.code == ENOENT { return }
            throw PackagingError(.unwritable, subject: path, reason: error.text, remedy: "name another folder")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw exists("it exists and is not a folder") }
        let folder: OutputDescriptor
        do throws(SystemError) { folder = try OutputDescriptor.folder(atPath: path) } catch {
            throw exists("the folder exists and can't be looked into: \(error.text)")
        }
        if !replacesExisting, !folder.names().isEmpty { throw isNotEmpty }
    }

    /// Gives the finished folder its name. What is there is never lost: the system replaces empty folders only, and one
    /// that is to be replaced takes the partial folder's name, for whoever removes that.
    /// - Returns: 0 or the value of `errno`.
    func take(_ partialPath: String) -> Int32 {
        if rename(partialPath, path) == 0 { return 0 }
        guard replacesExisting, errno == ENOTEMPTY || errno == EEXIST else { return errno }
        let code = iapkit_rename_exchange(partialPath, path)
        guard code == ENOTSUP else { return code }
        // Where a volume can't exchange two names, there is none for a moment.
        let old = partialPath + ".old"
        guard rename(path, old) == 0 else { return errno }
        guard rename(partialPath, path) == 0 else {
            let code = errno
            _ = rename(old, path)
            return code
        }
        _ = rename(old, partialPath)
        return 0
    }

    /// The error for a folder that did not get its name.
    func failure(_ code: Int32) -> PackagingError {
        switch code {
        case ENOTEMPTY, EEXIST: isNotEmpty
        case ENOTDIR: exists("it exists and is not a folder")
        default: PackagingError(.unwritable, subject: path, reason: SystemError(code).text)
        }
    }

    private var isNotEmpty: PackagingError { exists("the folder exists and is not empty") }

    private func exists(_ reason: String) -> PackagingError {
        PackagingError(.outputExists, subject: path, reason: reason, remedy: "name a folder that does not exist yet")
    }
}
