#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file or folder; closed with its last reference.
final class OpenDescriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Opens a folder that a user named; a link to a folder is as good.
    static func root(atPath path: String) throws(SystemError) -> OpenDescriptor {
        try adopt { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// Opens a folder in this one, following no link.
    /// - Parameter name: One part of a path, ended by a NUL.
    func folder(_ name: [UInt8]) throws(SystemError) -> OpenDescriptor {
        try Self.adopt {
            name.withCString { openat(number, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        }
    }

    /// Opens a file in this folder, following no link and never waiting for the other end of a pipe.
    /// - Parameter name: One part of a path, ended by a NUL.
    func file(_ name: [UInt8]) throws(SystemError) -> OpenDescriptor {
        try Self.adopt {
            name.withCString { openat(number, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
    }

    /// What is open.
    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw SystemError(errno) }
        return FileStatus(status)
    }

    /// What stands in this folder under a name; a link is not followed.
    /// - Parameter name: One part of a path, ended by a NUL.
    func status(of name: [UInt8]) throws(SystemError) -> FileStatus {
        var status = stat()
        let result = name.withCString { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw SystemError(errno) }
        return FileStatus(status)
    }

    /// The target of a link in this folder, all of it, however long.
    /// - Parameter name: One part of a path, ended by a NUL.
    func linkTarget(of name: [UInt8]) throws(SystemError) -> [UInt8] {
        var capacity = 256
        while true {
            var count = 0
            let target = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                count = name.withCString { name in
                    guard let start = buffer.baseAddress else { return -1 }
                    return start.withMemoryRebound(to: CChar.self, capacity: capacity) {
                        readlinkat(number, name, $0, capacity)
                    }
                }
                initialized = max(0, count)
            }
            guard count >= 0 else { throw SystemError(errno) }
            // A full buffer may have cut the target short.
            if count < capacity { return target }
            guard capacity < 1 << 20 else { throw SystemError(ENAMETOOLONG) }
            capacity *= 4
        }
    }

    /// The names in this folder, each ended by a NUL, without `.` and `..`, in the order of the system.
    ///
    /// An error in the midst is given beside the names before it.
    func names() -> (names: [[UInt8]], error: SystemError?) {
        // The stream owns the descriptor that it reads, so it gets one of its own.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return ([], SystemError(errno)) }
        guard let stream = fdopendir(copy) else {
            let error = SystemError(errno)
            _ = close(copy)
            return ([], error)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                return (names, errno == 0 ? nil : SystemError(errno))
            }
            // The name is read in place: an entry may end before the declared size of `d_name` does.
            let start = UnsafeRawPointer(entry) + Self.nameOffset
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = [UInt8](UnsafeRawBufferPointer(start: start, count: length + 1))
            if name == [0x2E, 0] || name == [0x2E, 0x2E, 0] { continue }
            names.append(name)
        }
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    /// Reads the next bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            #else
                let count = Darwin.read(number, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemError(errno) }
        }
    }

    /// Reads the bytes from `offset` on; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemError(errno) }
        }
    }

    /// Tells the system that the whole will be read in order.
    func willReadSequentially() {
        #if canImport(Glibc)
            _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
        #endif
    }

    private static func adopt(_ open: () -> Int32) throws(SystemError) -> OpenDescriptor {
        while true {
            let number = open()
            if number >= 0 { return OpenDescriptor(number) }
            guard errno == EINTR else { throw SystemError(errno) }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with these bytes, which end with a NUL, as a C string.
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeBytes { bytes in
            // An empty array has no bytes to point to; it can't be a name.
            guard let start = bytes.baseAddress, bytes.last == 0 else { return "".withCString(body) }
            return body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
