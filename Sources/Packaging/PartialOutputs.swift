import Synchronization

/// The unfinished files of this process, so that whoever ends it early can remove them first.
public enum PartialOutputs {
    private static let paths = Mutex<Set<String>>([])

    static func register(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    static func unregister(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes every unfinished file; to be called just before the process ends.
    public static func removeAll() {
        fatalError("in the works")
    }
}
