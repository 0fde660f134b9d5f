import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small text file that the user asked for.
enum TextFile {
    /// Writes a file whole or not at all, replacing an older one; a pipe or a device is written to directly.
    ///
    /// Where the path is a link, what it points to is replaced, as a shell's `>` would.
    static func write(_ text: String, to path: String) throws(StreamError) {
        var status = stat()
        if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            return try writeDirectly(text, to: path)
        }
        do {
            try SmallOutputFile.write(Array(text.utf8), to: RealPath.resolve(path) ?? path)
        } catch {
            throw StreamError(reason: error.reason)
        }
    }

    private static func writeDirectly(_ text: String, to path: String) throws(StreamError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system() }
        defer { close(descriptor) }
        try StandardStream(descriptor: descriptor).write(text)
    }
}
