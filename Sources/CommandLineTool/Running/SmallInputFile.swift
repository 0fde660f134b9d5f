#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file small enough to be in memory, that the tool itself goes by: no content and no product source.
enum SmallInputFile {
    /// Reads a plain file, or what a link to one holds.
    /// - Parameter limit: The most bytes that are read; a longer file is cut off there.
    /// - Returns: the bytes, or the reason why there are none.
    static func bytes(of path: String, limit: Int) -> Result<[UInt8], StreamError> {
        // A pipe would block until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(.system()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.system()) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .failure(StreamError(reason: "it is a folder"))
        default: return .failure(StreamError(reason: "it is no plain file"))
        }
        return FileBytes.readAll(descriptor, limit: limit)
    }
}
