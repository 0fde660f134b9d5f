#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of something that exists, absolute and without links.
enum RealPath {
    /// Resolves a path; `nil` where it names nothing, or is not UTF-8.
    static func resolve(_ path: String) -> String? { bytes(path).flatMap { String(validating: $0, as: UTF8.self) } }

    /// Resolves a path; `nil` where it names nothing.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved))).map(UInt8.init(bitPattern:))
    }
}
