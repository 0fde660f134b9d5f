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
        if let descriptor = openDescriptor(named: path) {
            return try StandardStream(descriptor: descriptor).write(text)
        }
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

    /// The number of the open file that a name such as `/dev/stdout` stands for.
    ///
    /// Such a file is written to through its number: opened anew by name it would begin at its start, over what the
    /// shell and others have written to it.
    private static func openDescriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return 1
        case "/dev/stderr": return 2
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    private static func writeDirectly(_ text: String, to path: String) throws(StreamError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system() }
        defer { close(descriptor) }
        try StandardStream(descriptor: descriptor).write(text)
    }
}
