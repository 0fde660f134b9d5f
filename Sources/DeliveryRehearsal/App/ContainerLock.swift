internal import Packaging

/// Keeps a container to one rehearsal at a time, as long as it is there. Nothing is written for it, and a process that is
/// killed leaves nothing behind.
package final class ContainerLock {
    private let lock: FolderLock

    /// Makes the folder if need be, and takes it.
    /// - Throws: `RehearsalError` where it can't be made, or another process has it.
    package init(_ path: String) throws(RehearsalError) {
        do throws(DiskError) { try DiskItem.makeFolders(path) } catch { throw RehearsalError(path, error.reason) }
        guard let lock = FolderLock(path) else { throw RehearsalError(path, "another rehearsal is at work in it") }
        self.lock = lock
    }
}
