#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The folders of an app's container that a rehearsal writes to and removes from.
enum AppContainer {
    /// Each behind the one that it lies in.
    private static let folders = [
        "Library", "Library/Caches", "Library/Caches/StoreKit", "Library/Application Support",
        "Library/Application Support/Downloads", "Library/Application Support/Download Versions",
    ]

    /// Sees to it that a container leads nowhere else: what a link at one of these places leads to would be emptied.
    /// - Throws: `RehearsalError` where one of them is there, and is no folder.
    static func check(_ path: String) throws(RehearsalError) {
        for folder in folders {
            let place = "\(path)/\(folder)"
            switch DiskItem.status(place)?.kind {
            case nil, .folder: break
            case .link:
                throw RehearsalError(
                    place, "it is a symbolic link, and a rehearsal follows none out of the app's container")
            case .file, .other: throw RehearsalError(place, "it is no folder")
            }
        }
    }
}

/// Keeps a container to one rehearsal at a time, as long as it is there. Nothing is written for it, and a process that is
/// killed leaves nothing behind.
package final class ContainerLock {
    private let descriptor: Int32

    /// Makes the folder if need be, and takes it.
    /// - Throws: `RehearsalError` where it can't be made, or another process has it.
    package init(_ path: String) throws(RehearsalError) {
        do throws(DiskError) { try DiskItem.makeFolders(path) } catch { throw RehearsalError(path, error.reason) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RehearsalError(path, DiskError().reason) }
        // Some volumes have no locks; there two rehearsals are not kept apart.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw RehearsalError(path, "another rehearsal is at work in it")
        }
    }

    deinit { close(descriptor) }
}
