#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's reason for a failure.
struct SystemError: Error {
    let code: Int32

    init(_ code: Int32) { self.code = code }

    /// The system's words ("Permission denied"); English, since the program never asks for a locale.
    var reason: String { String(cString: strerror(code)) }
}
