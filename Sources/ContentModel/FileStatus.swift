#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system says of a file.
struct FileStatus: Sendable {
    /// What a file is.
    enum Kind { case file, directory, symlink, fifo, socket, device, other }

    let kind: Kind
    let mode: UInt16
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64
    let device: UInt64
    let node: UInt64

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symlink
        case S_IFIFO: kind = .fifo
        case S_IFSOCK: kind = .socket
        case S_IFBLK, S_IFCHR: kind = .device
        default: kind = .other
        }
        mode = UInt16(status.st_mode & 0o7777)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            seconds = Int64(status.st_mtimespec.tv_sec)
            nanoseconds = Int64(status.st_mtimespec.tv_nsec)
        #else
            seconds = Int64(status.st_mtim.tv_sec)
            nanoseconds = Int64(status.st_mtim.tv_nsec)
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(status.st_ino)
    }

    /// Whether this is the same file or folder, changed or not.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && node == other.node }

    /// Whether nothing says that the bytes changed.
    func hasSameContent(as other: FileStatus) -> Bool {
        size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds
    }

    /// Whether this is the file that a walk found, and nothing says that its bytes changed.
    func isStill(_ entry: ContentEntry) -> Bool {
        kind == .file && size == entry.size && seconds == entry.modificationTime
            && UInt32(truncatingIfNeeded: nanoseconds) == entry.modificationNanoseconds
    }
}
