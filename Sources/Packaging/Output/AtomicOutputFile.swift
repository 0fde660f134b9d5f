internal import ArchiveFormats
internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that appears under its name complete or not at all.
///
/// It is written beside its target under a name of its own, put on the disk, and renamed. If it isn't finished, it is
/// removed with this object. Its SHA-256 is computed as it is written, where it is asked for; bytes that may still be
/// changed are read back once they are settled.
final class AtomicOutputFile {
    private let target: OutputTarget
    private let partialPath: String
    private let registry: PartialOutputRegistry
    private let synchronizes: Bool
    private let descriptor: Int32
    private let digest: Digest?
    /// It grows as it is filled: most packages of a catalogue never need all of it.
    private var buffer: [UInt8] = []
    private var writtenLength: UInt64 = 0
    private var unsettledStart: UInt64?
    private var writeBackStart: UInt64 = 0
    private var isComplete = false
    /// How many bytes fewer the file has than it would at the default level, as its writer counts them.
    var saved = 0

    private static let bufferSize = 256 * 1024
    private static let writeBackStep: UInt64 = 16 * 1024 * 1024

    /// Makes the partial file, unless what is at the target forbids it.
    init(
        _ target: OutputTarget, synchronizes: Bool, digests: Bool = true,
        registry: PartialOutputRegistry = PartialOutputs.registry
    ) throws(PackagingError) {
        try target.check()
        let (descriptor, partialPath) = try PartialName(target: target.path).make(.file, registry: registry) {
            // The mode of every file that a program makes: the user's umask takes away what it takes away.
            open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        self.target = target
        self.partialPath = partialPath
        self.registry = registry
        self.synchronizes = synchronizes
        digest = digests ? Digest(.sha256) : nil
        self.descriptor = descriptor
    }

    /// Makes the partial file of a package; one that replaces a file has its mode, so that what was private stays so.
    convenience init(_ path: String, options: PackageOptions) throws(PackagingError) {
        try self.init(
            OutputTarget(path: path, replacesExisting: options.replacesExisting), synchronizes: options.synchronizes,
            digests: options.digestsOutput)
        guard options.replacesExisting else { return }
        var old = stat()
        // A link is replaced itself, and has no mode.
        if lstat(path, &old) == 0, old.st_mode & S_IFMT == S_IFREG { takeAttributes(of: old) }
    }

    deinit {
        guard !isComplete else { return }
        close(descriptor)
        unlink(partialPath)
        registry.forget(partialPath)
    }

    /// Gives the file the mode of another, and its owner and group where this process may.
    func takeAttributes(of other: stat) {
        // Where it may not give the owner, it may still be in the group.
        let hasOwner = fchown(descriptor, other.st_uid, other.st_gid) == 0
        if !hasOwner { _ = fchown(descriptor, uid_t.max, other.st_gid) }
        // To run a file as somebody else is the right of that owner's file only.
        _ = fchmod(descriptor, other.st_mode & (hasOwner ? 0o7777 : 0o777))
    }

    /// How many bytes the file has so far.
    var length: UInt64 { writtenLength + UInt64(buffer.count) }

    /// Adds bytes at the end.
    func append(_ bytes: [UInt8]) throws(PackagingError) {
        if buffer.count + bytes.count > Self.bufferSize { try flush() }
        if bytes.count >= Self.bufferSize {
            try write(bytes)
        } else {
            buffer += bytes
        }
    }

    /// Declares that the bytes from here on may still be changed, until `settle`.
    func unsettle() throws(PackagingError) {
        try flush()
        unsettledStart = writtenLength
    }

    /// Replaces bytes; only ones that are not settled.
    func overwrite(_ bytes: [UInt8], at offset: UInt64) throws(PackagingError) {
        precondition(unsettledStart.map { $0 <= offset } ?? false, "settled bytes are part of the digest already")
        try flush()
        try put(bytes, at: offset)
    }

    /// Drops what was written from `offset` on; only bytes that are not settled.
    func truncate(to offset: UInt64) throws(PackagingError) {
        precondition(unsettledStart.map { $0 <= offset } ?? false, "settled bytes are part of the digest already")
        try flush()
        do throws(SystemError) {
            _ = try SystemError.retrying { ftruncate(descriptor, off_t(offset)) }
        } catch {
            throw unwritable(error)
        }
        writtenLength = offset
        writeBackStart = min(writeBackStart, offset)
    }

    /// Declares that what was written so far stays as it is.
    func settle() throws(PackagingError) {
        try flush()
        guard var offset = unsettledStart else { return }
        unsettledStart = nil
        guard let digest else { return }
        var chunk = [UInt8](repeating: 0, count: Self.bufferSize)
        while offset < writtenLength {
            let wanted = Int(min(UInt64(chunk.count), writtenLength - offset))
            try readBack(&chunk, wanted, at: offset)
            chunk.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<wanted])) }
            offset += UInt64(wanted)
        }
    }

    /// Puts something before every so many of the bytes from `start` to the end; only ones that are not settled.
    /// - Parameters:
    ///   - size: How many bytes each of them stands before; the last may stand before fewer.
    ///   - header: What it is, always of one length, from the number of bytes that it stands before.
    func interleave(
        from start: UInt64, every size: Int, _ header: (Int) -> [UInt8]
    ) throws(PackagingError) {
        precondition(unsettledStart.map { $0 <= start } ?? false, "settled bytes are part of the digest already")
        try flush()
        let length = writtenLength - start
        let count = Int((length + UInt64(size) - 1) / UInt64(size))
        let headerLength = header(0).count
        var chunk = [UInt8](repeating: 0, count: size)
        // From the last on, since each moves towards the end and must not write over one that has not moved yet.
        for number in (0..<count).reversed() {
            let source = start + UInt64(number) * UInt64(size)
            let taken = Int(min(UInt64(size), writtenLength - source))
            try readBack(&chunk, taken, at: source)
            let head = header(taken)
            precondition(head.count == headerLength, "all headers have one length")
            try put(head + chunk[..<taken], at: source + UInt64(number * headerLength))
        }
        writtenLength += UInt64(count * headerLength)
    }

    /// The CRC-32 of the bytes from `start` to the end, read back.
    func checksum(from start: UInt64) throws(PackagingError) -> UInt32 {
        try flush()
        var checksum = CRC32()
        var chunk = [UInt8](repeating: 0, count: Self.bufferSize)
        var offset = start
        while offset < writtenLength {
            let wanted = Int(min(UInt64(chunk.count), writtenLength - offset))
            try readBack(&chunk, wanted, at: offset)
            chunk.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[..<wanted])) }
            offset += UInt64(wanted)
        }
        return checksum.value
    }

    /// Reads bytes that were written.
    private func readBack(_ chunk: inout [UInt8], _ wanted: Int, at offset: UInt64) throws(PackagingError) {
        var done = 0
        while done < wanted {
            let count = chunk.withUnsafeMutableBytes { chunk in
                Result { () throws(SystemError) in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: chunk[done..<wanted])
                    return try SystemError.retrying {
                        pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
                    }
                }
            }
            let read: Int
            do throws(SystemError) { read = try count.get() } catch { throw unwritable(error) }
            guard read > 0 else {
                throw PackagingError(
                    .unwritable, subject: target.path, reason: "the unfinished file was shortened by someone else")
            }
            done += read
        }
    }

    /// Hands the file over, with all that it shall hold; nothing can be added then.
    func complete() throws(PackagingError) -> CompleteOutput {
        try settle()
        isComplete = true
        return CompleteOutput(
            target, partialPath: partialPath, registry: registry, descriptor: descriptor, length: writtenLength,
            sha256: digest.map { Digest.hexadecimal($0.finish()) }, saved: saved)
    }

    /// Puts the file on the disk, where that is asked for, and gives it its name.
    func finish() throws(PackagingError) -> WrittenPackage {
        let results = CompleteOutput.commit([try complete()], synchronizes: synchronizes)
        guard let result = results.first else { preconditionFailure("there is a result for each file") }
        return try result.get()
    }

    // MARK: Writing

    private func flush() throws(PackagingError) {
        guard !buffer.isEmpty else { return }
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: [UInt8]) throws(PackagingError) {
        try put(bytes, at: writtenLength)
        if let digest, unsettledStart == nil { bytes.withUnsafeBytes { digest.update($0) } }
        writtenLength += UInt64(bytes.count)
        if synchronizes, writtenLength - writeBackStart >= Self.writeBackStep {
            iapkit_start_write_back(descriptor, off_t(writeBackStart), off_t(writtenLength - writeBackStart))
            writeBackStart = writtenLength
        }
    }

    private func put(_ bytes: [UInt8], at offset: UInt64) throws(PackagingError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(SystemError) in
                var done = 0
                while done < buffer.count {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                    done += try SystemError.retrying {
                        pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
                    }
                }
            }
        }
        do throws(SystemError) { try result.get() } catch { throw unwritable(error) }
    }

    private func unwritable(_ error: SystemError) -> PackagingError {
        PackagingError(.unwritable, subject: target.path, reason: error.text)
    }
}
