internal import ArchiveFormats
internal import CPlatform
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that holds all that it shall, and has yet to be put on the disk and to get its name. If it never gets it, it is
/// removed with this object.
final class CompleteOutput: Sendable {
    private let target: OutputTarget
    private let partialPath: String
    private let registry: PartialOutputRegistry
    private let descriptor: Int32
    private let length: UInt64
    private let sha256: String?
    private let saved: Int
    private let hasName = Atomic(false)

    /// Takes over an open file and its path beside the target.
    init(
        _ target: OutputTarget, partialPath: String, registry: PartialOutputRegistry, descriptor: Int32,
        length: UInt64, sha256: String?, saved: Int
    ) {
        self.target = target
        self.partialPath = partialPath
        self.registry = registry
        self.descriptor = descriptor
        self.length = length
        self.sha256 = sha256
        self.saved = saved
    }

    deinit {
        close(descriptor)
        if !hasName.load(ordering: .relaxed) {
            unlink(partialPath)
            registry.forget(partialPath)
        }
    }

    /// Gives files their names, once all of them are on the disk where that is asked for.
    /// - Returns: for each, what it is now, or why it could not be.
    static func commit(
        _ outputs: [CompleteOutput], synchronizes: Bool
    ) -> [Result<WrittenPackage, PackagingError>] {
        let isOnDisk = synchronizes && synchronizeFileSystem(of: outputs)
        if synchronizes, !isOnDisk { for output in outputs { output.startWriteBack() } }
        let results = outputs.map { output in
            Result { () throws(PackagingError) in
                if synchronizes, !isOnDisk { try output.synchronize() }
                return try output.takeName()
            }
        }
        if synchronizes {
            for folder in Set(outputs.map { FilePath.parent(of: $0.target.path) }) {
                OutputDescriptor.synchronizeFolder(atPath: folder)
            }
        }
        return results
    }

    /// Waiting for each of many files takes far longer than all other work; waiting once for all that the file system has
    /// still to write takes as long as for a few.
    private static let manyOutputs = 8

    private static func synchronizeFileSystem(of outputs: [CompleteOutput]) -> Bool {
        guard outputs.count >= manyOutputs, let first = outputs.first else { return false }
        let devices = Set(outputs.map { $0.device })
        return devices.count == 1 && !devices.contains(nil) && iapkit_sync_file_system(first.descriptor) == 0
    }

    private var device: UInt64? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(truncatingIfNeeded: status.st_dev) : nil
    }

    private func startWriteBack() { iapkit_start_write_back(descriptor, 0, off_t(length)) }

    private func synchronize() throws(PackagingError) {
        do throws(SystemError) {
            _ = try SystemError.retrying { fsync(descriptor) }
        } catch {
            throw PackagingError(.unwritable, subject: target.path, reason: error.text)
        }
    }

    private func takeName() throws(PackagingError) -> WrittenPackage {
        switch registry.complete(partialPath, { target.take(partialPath) }) {
        case nil: throw PackagingError(.unwritable, subject: target.path, reason: "interrupted")
        case 0: hasName.store(true, ordering: .relaxed)
        case EEXIST where !target.replacesExisting: throw target.isTaken
        case .some(let code):
            throw PackagingError(.unwritable, subject: target.path, reason: SystemError(code).text)
        }
        return WrittenPackage(path: target.path, bytes: Int64(length), sha256: sha256, savedBytes: Int64(saved))
    }
}
