#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processors at hand.
enum Processors {
    /// How many threads can run at once, when it is first asked for; at least 1. glibc reads a file for it each time.
    static let count = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
