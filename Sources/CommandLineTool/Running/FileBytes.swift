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
        switch readAll(descriptor, limit: limit + 1) {
        case .failure(let error): throw failure("the \(role) can't be read: \(error.reason)", nil)
        case .success(let bytes):
            if bytes.count > limit {
                throw failure("is larger than \(limit >> 20) MiB, which no \(role) is", "check the path")
            }
            return bytes
        }
    }

    /// Reads to the end, or `limit` bytes.
    static func readAll(_ descriptor: Int32, limit: Int) -> Result<[UInt8], StreamError> {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256 << 10)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(.system())
            }
            bytes.append(contentsOf: chunk[..<count])
        }
        return .success(bytes)
    }
}
