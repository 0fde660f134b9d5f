import Synchronization

/// Why packages could not be written, by their number: known also where nothing else comes of a pass.
final class PackingFailures: Sendable {
    private let failures = Mutex<[Int: PackagingError]>([:])

    /// Adds why one could not be written.
    func add(_ error: PackagingError, at number: Int) { failures.withLock { $0[number] = error } }

    /// The errors of all of `count` packages; `nil` where not every one of them has one.
    func all(_ count: Int) -> [PackagingError]? {
        failures.withLock { failures in
            let errors = (0..<count).compactMap { failures[$0] }
            return errors.count == count ? errors : nil
        }
    }
}
