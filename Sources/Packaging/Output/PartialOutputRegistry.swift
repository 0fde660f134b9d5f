import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Paths of files that are to be removed unless they get completed.
final class PartialOutputRegistry: Sendable {
    private struct State {
        var paths: Set<String> = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a path before its file is made.
    /// - Returns: `false` once everything was removed; then the file must not be made.
    func add(_ path: String) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.paths.insert(path)
            return true
        }
    }

    /// Forgets a path whose file is gone or was never made.
    func forget(_ path: String) { state.withLock { _ = $0.paths.remove(path) } }

    /// Gives a file its final name through `rename`, and forgets its path if that succeeds.
    ///
    /// The lock is held throughout, so that `removeAll` comes either before or after, never between.
    /// - Returns: what `rename` returns, or `nil` if the file was removed.
    func complete(_ path: String, _ rename: () -> Int32) -> Int32? {
        state.withLock { state in
            guard state.paths.contains(path) else { return nil }
            let status = rename()
            if status == 0 { state.paths.remove(path) }
            return status
        }
    }

    /// Removes every file, and takes no more.
    func removeAll() {
        state.withLock { state in
            for path in state.paths { unlink(path) }
            state.paths = []
            state.isClosed = true
        }
    }
}
