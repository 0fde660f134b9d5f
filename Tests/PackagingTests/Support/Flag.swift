import Synchronization

/// A flag that can be taken once.
final class Flag: Sendable {
    private let isTaken = Mutex(false)

    /// Whether this call took it.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
