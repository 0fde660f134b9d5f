#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the system says about a call that failed.
package struct SystemError: Error, Sendable, Hashable {
    /// The value of `errno`.
    package let code: Int32

    /// Takes a value of `errno`.
    package init(_ code: Int32) { self.code = code }

    /// Takes `errno` as it is; to be made right after the call.
    package static func last() -> SystemError { SystemError(errno) }

    /// The reason in the system's words ("No space left on device").
    package var text: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// Calls `body` again for as long as a signal interrupts it.
    package static func retrying<Result: SignedInteger>(_ body: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let error = SystemError.last()
            if error.code != EINTR { throw error }
        }
    }
}
