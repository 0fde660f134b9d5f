import Findings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a file that the user named; `-` is standard input, and a pipe is fine.
enum FileBytes {
    /// Reads a file whole.
    /// - Parameters:
    ///   - path: Where it is; left aside where `name` is `-`.
    ///   - name: How the user named it.
    ///   - role: What it is to the run ("product source").
    ///   - limit: The most bytes that are read, whatever the file pretends to be.
    /// - Throws: `RunFailureError`.
    static func bytes(of path: String, named name: String, as role: String, limit: Int) throws -> [UInt8] {
        func failure(_ reason: String, _ remedy: String?) -> RunFailureError {
            RunFailureError(RunFailure(subject: name == "-" ? "standard input" : name, reason: reason, remedy: remedy))
        }
        let descriptor = name == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw failure(
                "the \(role) can't be read: \(String(cString: strerror(code)))", code == ENOENT ? "check the path" : nil
            )
        }
        defer { if descriptor > 0 { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                throw failure("the \(role) can't be read: \(String(cString: strerror(code)))", nil)
            }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > limit {
                throw failure("is larger than \(limit >> 20) MiB, which no \(role) is", "check the path")
            }
        }
    }
}
