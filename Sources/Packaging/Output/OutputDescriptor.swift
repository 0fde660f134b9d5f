internal import ArchiveFormats
internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// An open file or folder of an output; closed with its last reference.
///
/// Whatever is made or opened in a folder is one name of it, and no link is followed, so that nothing outside is ever
/// touched, whatever somebody puts into the folder meanwhile. Names are given without a NUL.
final class OutputDescriptor: Sendable {
    private let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Opens a folder that is no link.
    static func folder(atPath path: String) throws(SystemError) -> OutputDescriptor {
        OutputDescriptor(try SystemError.retrying { open(path, folderFlags) })
    }

    /// Puts the names in a folder on the disk.
    ///
    /// The name of an output is in the folder's data, which is on the disk only once that was written too. Not every file
    /// system allows it, and the output is complete already, so a failure is nobody's.
    static func synchronizeFolder(atPath path: String) {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return }
        _ = fsync(number)
        close(number)
    }

    // MARK: What is in a folder

    /// Opens a folder in this one.
    func folder(_ name: some Sequence<UInt8>) throws(SystemError) -> OutputDescriptor {
        let name = Self.terminated(name)
        return OutputDescriptor(try SystemError.retrying { openat(number, name, Self.folderFlags) })
    }

    /// Makes a folder in this one; the user's umask takes from its mode what it takes.
    func makeFolder(_ name: some Sequence<UInt8>) throws(SystemError) {
        let name = Self.terminated(name)
        _ = try SystemError.retrying { mkdirat(number, name, 0o755) }
    }

    /// Makes a file in this folder and opens it to be written; what has the name already is an error.
    func makeFile(_ name: some Sequence<UInt8>) throws(SystemError) -> OutputDescriptor {
        let name = Self.terminated(name)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return OutputDescriptor(try SystemError.retrying { openat(number, name, flags, 0o644) })
    }

    /// Makes a symbolic link in this folder.
    func makeLink(_ name: some Sequence<UInt8>, to target: [UInt8]) throws(SystemError) {
        let (name, target) = (Self.terminated(name), Self.terminated(target))
        _ = try SystemError.retrying { symlinkat(target, number, name) }
    }

    /// Gives a link in this folder its modification time; see `setTime`.
    func setTime(ofLink name: some Sequence<UInt8>, to seconds: Int64) {
        let name = Self.terminated(name)
        let times = Self.times(seconds)
        _ = utimensat(number, name, times, AT_SYMLINK_NOFOLLOW)
    }

    /// Puts a file in this folder on the disk.
    func synchronize(file name: some Sequence<UInt8>) throws(SystemError) {
        let name = Self.terminated(name)
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = OutputDescriptor(try SystemError.retrying { openat(number, name, flags) })
        try file.synchronize()
    }

    /// The names in this folder without `.` and `..`; none where they can't be had.
    func names() -> [[UInt8]] {
        // The stream owns the descriptor that it reads, so it gets one of its own.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            // The name is read in place: an entry may end before the declared size of `d_name` does.
            let start = UnsafeRawPointer(entry) + Self.nameOffset
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = [UInt8](UnsafeRawBufferPointer(start: start, count: length))
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            names.append(name)
        }
        return names
    }

    /// Removes anything but a folder.
    /// - Returns: whether nothing is left of it.
    func removeFile(_ name: [UInt8]) -> Bool { unlinkat(number, Self.terminated(name), 0) == 0 || errno == ENOENT }

    /// Removes an empty folder.
    func removeFolder(_ name: [UInt8]) { _ = unlinkat(number, Self.terminated(name), AT_REMOVEDIR) }

    // MARK: The file or folder itself

    /// Writes all of the bytes behind what was written.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try SystemError.retrying { systemWrite(number, rest.baseAddress, rest.count) }
        }
    }

    /// Gives it its modification time, in seconds since 1970-01-01T00:00:00Z.
    ///
    /// A file system may not hold every time; the content is whole without, so a failure is none of ours.
    func setTime(to seconds: Int64) { _ = futimens(number, Self.times(seconds)) }

    /// Asks the system to begin writing to the disk what is in the file so far.
    func startWriteBack(length: Int64) { iapkit_start_write_back(number, 0, off_t(length)) }

    /// Waits until all that was written to the same file system is on the disk.
    /// - Returns: `false` where the system can't do that for all at once.
    func synchronizeFileSystem() throws(SystemError) -> Bool {
        switch iapkit_sync_file_system(number) {
        case 0: return true
        case ENOTSUP: return false
        case let code: throw SystemError(code)
        }
    }

    /// Waits until it is on the disk.
    func synchronize() throws(SystemError) { _ = try SystemError.retrying { fsync(number) } }

    // MARK: Arguments for the system

    private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private static func terminated(_ bytes: some Sequence<UInt8>) -> [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private static func times(_ seconds: Int64) -> [timespec] {
        Array(repeating: timespec(tv_sec: time_t(seconds), tv_nsec: 0), count: 2)
    }
}

/// The system's `write`, which a method named `write` would hide.
private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}
