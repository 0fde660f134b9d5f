#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A plain file, open to be read at any place, from any thread.
package final class ReadableFile: Sendable {
    /// What tells whether two openings of a path are of the same file with the same bytes.
    package struct Identity: Sendable, Hashable {
        private let device: UInt64
        private let number: UInt64
        private let size: Int64
        private let modified: [Int]

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                modified = [Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)]
            #else
                modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
            #endif
        }
    }

    /// The size in bytes when it was opened.
    package let size: UInt64
    /// What it was when it was opened.
    package let identity: Identity

    private let descriptor: Int32

    /// Opens a file; a link is followed.
    /// - Throws: the system's error; `EINVAL` for anything but a plain file.
    package init(_ path: String) throws(SystemError) {
        // Without O_NONBLOCK, the open of a named pipe that came in place of the file would wait for ever.
        let descriptor = try SystemError.retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(EINVAL)
        }
        self.descriptor = descriptor
        size = UInt64(status.st_size)
        identity = Identity(status)
    }

    deinit { close(descriptor) }

    /// Reads into `buffer` until it is full or the file ends.
    /// - Returns: how many bytes were read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        guard let position = off_t(exactly: offset) else { return 0 }
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let (next, overflow) = position.addingReportingOverflow(off_t(done))
            guard !overflow else { return done }
            let count = try SystemError.retrying { pread(descriptor, rest.baseAddress, rest.count, next) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// The bytes from `offset` on: `count` of them, or as many as there are.
    package func bytes(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
        var result: Result<Int, SystemError> = .success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            result = Result { () throws(SystemError) in try read(into: target, at: offset) }
            initialized = (try? result.get()) ?? 0
        }
        _ = try result.get()
        return bytes
    }
}
