#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waiting for the sake of another thread.
enum Pause {
    /// Lets a thousandth of a second pass.
    static func millisecond() { usleep(1_000) }
}
