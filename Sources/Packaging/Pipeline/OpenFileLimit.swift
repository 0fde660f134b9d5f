#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// How many files this process may have open: 256 on some systems, and fewer where somebody asked for that.
enum OpenFileLimit {
    /// The number; never less than what the program needs to work at all.
    static let count: Int = {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? .max : max(64, limit)
    }()

    /// How many threads may work at one time, where each has some files open: two packages and four files and folders
    /// of the content at most.
    static let mostThreads = count / 8
}
