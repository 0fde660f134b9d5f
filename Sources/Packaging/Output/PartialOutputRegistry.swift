internal import ArchiveFormats
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Paths of files and folders that are to be removed unless they get completed.
final class PartialOutputRegistry: Sendable {
    /// What stands at a path.
    enum Kind: Sendable { case file, folder }

    private struct State {
        var outputs: [String: Kind] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Makes a file or folder, and adds its path.
    ///
    /// The lock is held throughout: made after `removeAll` had passed, it would stay for ever.
    /// - Parameter make: Gives a negative number and sets `errno` where it fails.
    /// - Returns: what `make` returns, or why it failed; `nil` once everything was removed, and then it was not called.
    func begin(_ path: String, _ kind: Kind, _ make: () -> Int32) -> Result<Int32, SystemError>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let made = make()
            guard made >= 0 else { return .failure(.last()) }
            state.outputs[path] = kind
            return .success(made)
        }
    }

    /// Forgets a path whose file is gone.
    func forget(_ path: String) { state.withLock { _ = $0.outputs.removeValue(forKey: path) } }

    /// Makes something in a folder, unless everything was removed.
    ///
    /// The lock is held throughout, so that `removeAll` finds all that was ever made in it, however many threads work.
    /// - Returns: what `make` returns, or `nil` if the folder was removed.
    func make<Result: Sendable>(in path: String, _ make: () -> Result) -> Result? {
        state.withLock { state in state.outputs[path] == nil ? nil : make() }
    }

    /// Gives a file or folder its final name through `rename`, and forgets its path if that succeeds.
    ///
    /// The lock is held throughout, so that `removeAll` comes either before or after, never between.
    /// - Returns: what `rename` returns, or `nil` if it was removed.
    func complete(_ path: String, _ rename: () -> Int32) -> Int32? {
        state.withLock { state in
            guard state.outputs[path] != nil else { return nil }
            let status = rename()
            if status == 0 { state.outputs[path] = nil }
            return status
        }
    }

    /// Removes one file or folder, and forgets it.
    func remove(_ path: String) {
        state.withLock { state in
            guard let kind = state.outputs.removeValue(forKey: path) else { return }
            Self.remove(path, kind)
        }
    }

    /// Removes every file and folder, and takes no more.
    func removeAll() {
        state.withLock { state in
            for (path, kind) in state.outputs { Self.remove(path, kind) }
            state.outputs = [:]
            state.isClosed = true
        }
    }

    private static func remove(_ path: String, _ kind: Kind) {
        switch kind {
        case .file: unlink(path)
        case .folder: FolderRemoval.remove(path)
        }
    }
}
