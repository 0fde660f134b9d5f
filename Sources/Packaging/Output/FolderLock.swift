#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Keeps two runs of the tool from working on one folder at once. The system lets go of it when the process ends, however
/// that comes.
package final class FolderLock {
    private let descriptor: Int32

    /// Takes the lock; `nil` where another process has it. A folder that can't be locked, as on some network disks, is
    /// taken for free.
    package init?(_ folder: String) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
