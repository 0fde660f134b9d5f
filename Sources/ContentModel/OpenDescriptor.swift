#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file or folder; closed with its last reference.
final class OpenDescriptor: Sendable {
    private let number: Int32

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
        try Self.adopt { openFile(name) }
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
        try name.withCString { status(of: $0) }.get()
    }

    /// What stands in this folder under a name; a link is not followed.
    /// - Parameter name: One part of a path.
    func status(of name: UnsafePointer<CChar>) -> Result<FileStatus, SystemError> {
        var status = stat()
        guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .failure(SystemError(errno)) }
        return .success(FileStatus(status))
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

    /// The names in this folder, without `.` and `..`, sorted by their bytes.
    ///
    /// An error in the midst is given beside the names before it.
    func names() -> (names: FolderNames, error: SystemError?) {
        var names = FolderNames()
        // The stream owns the descriptor that it reads, so it gets one of its own.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return (names, SystemError(errno)) }
        guard let stream = fdopendir(copy) else {
            let error = SystemError(errno)
            _ = close(copy)
            return (names, error)
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let error = errno == 0 ? nil : SystemError(errno)
                names.sort()
                return (names, error)
            }
            // The name is read in place: an entry may end before the declared size of `d_name` does.
            let start = UnsafeRawPointer(entry) + Self.nameOffset
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            names.append(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    /// Reads the next bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try Self.read(number, into: buffer)
    }

    private static func read(
        _ number: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        try retrying {
            #if canImport(Glibc)
                Glibc.read(number, buffer.baseAddress, buffer.count)
            #else
                Darwin.read(number, buffer.baseAddress, buffer.count)
            #endif
        }
    }

    /// Opens a file in this folder as ``file(_:)`` does, reads bytes from `offset` on, looks at it and closes it.
    ///
    /// Without an object for what is open, as in ``readHead(of:into:where:)``.
    /// - Returns: what is open, looked at behind the bytes, so that who wrote meanwhile has changed its time; and how many
    ///   bytes were read: fewer than `buffer` takes only at the end of the file.
    func readPart(
        of name: [UInt8], from offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> (status: FileStatus, count: Int) {
        let file = try Self.retrying { openFile(name) }
        defer { _ = close(file) }
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(file, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemError(errno) }
        return (FileStatus(status), done)
    }

    /// Opens a file in this folder as ``file(_:)`` does, reads its first bytes and closes it.
    ///
    /// Without an object for what is open, since trees have very many files.
    /// - Parameters:
    ///   - name: One part of a path, ended by a NUL.
    ///   - isExpected: Judges what turned out to be open; where it says no, nothing is read.
    /// - Returns: what is open, and how many bytes were read: fewer than `buffer` takes only at the end of the file.
    func readHead(
        of name: [UInt8], into buffer: UnsafeMutableRawBufferPointer, where isExpected: (FileStatus) -> Bool
    ) throws(SystemError) -> (status: FileStatus, count: Int) {
        let file = try Self.retrying { openFile(name) }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemError(errno) }
        let found = FileStatus(status)
        guard isExpected(found) else { return (found, 0) }
        let wanted = Int(min(Int64(buffer.count), max(0, found.size)))
        let isFetchedWhole = found.size > Int64(wanted) && found.size <= Self.fetchedWhole
        let start = isFetchedWhole ? Self.nanoseconds() : 0
        var count = 0
        while count < wanted {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
            let read = try Self.read(file, into: rest)
            if read == 0 { break }
            count += read
        }
        // The head came from the disk. Whoever looks at heads mostly reads the files next, and a disk that is asked now
        // need not be waited for then.
        if isFetchedWhole, Self.nanoseconds() - start > Self.shortestFetch { willRead(file, found.size) }
        return (found, count)
    }

    /// A larger file is read ahead by the system once somebody reads it.
    private static let fetchedWhole: Int64 = 128 * 1024
    /// The system gives in 1 us what it has in memory.
    private static let shortestFetch: Int64 = 40_000

    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Asks the system to fetch a file from the disk, and does not wait for it.
    private func willRead(_ file: Int32, _ size: Int64) {
        #if canImport(Glibc)
            _ = posix_fadvise(file, 0, off_t(size), POSIX_FADV_WILLNEED)
        #else
            var range = radvisory(ra_offset: 0, ra_count: Int32(size))
            _ = fcntl(file, F_RDADVISE, &range)
        #endif
    }

    /// Tells the system that the whole will be read in order.
    func willReadSequentially() {
        #if canImport(Glibc)
            _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
        #endif
    }

    private func openFile(_ name: [UInt8]) -> Int32 {
        name.withCString { openat(number, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    }

    private static func adopt(_ open: () -> Int32) throws(SystemError) -> OpenDescriptor {
        OpenDescriptor(try retrying(open))
    }

    /// Makes a call of the system again for as long as signals interrupt it.
    private static func retrying<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
        while true {
            let result = call()
            if result >= 0 { return result }
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
