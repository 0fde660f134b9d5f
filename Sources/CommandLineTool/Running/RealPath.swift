#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of something that exists, absolute and without links.
enum RealPath {
    /// Resolves a path; `nil` where it names nothing.
    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// The name that a folder goes by: the last part of its path, or of its real path where that part is `.` or `..`.
    static func name(of path: String) -> String? {
        let last = path.split(separator: "/").last.map(String.init)
        if let last, last != ".", last != ".." { return last }
        return resolve(path).flatMap { $0.split(separator: "/").last.map(String.init) }
    }
}
