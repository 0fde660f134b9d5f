internal import ArchiveFormats
internal import ContentModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A folder that appears under its name complete or not at all.
///
/// It is filled beside its target under a name of its own, and renamed. If it isn't finished, it is removed with this
/// object, and all that is in it.
final class AtomicOutputFolder: Sendable {
    /// The folder, open.
    let folder: OutputDescriptor
    private let target: FolderTarget
    private let partialPath: String
    private let registry: PartialOutputRegistry
    private let synchronizes: Bool

    /// Makes the partial folder, unless what is at the target forbids it.
    init(
        _ target: FolderTarget, synchronizes: Bool, registry: PartialOutputRegistry = PartialOutputs.registry
    ) throws(PackagingError) {
        try target.check()
        let partial = PartialName(target: target.path)
        self.target = target
        self.registry = registry
        self.synchronizes = synchronizes
        partialPath = try partial.make(.folder, registry: registry) { mkdir($0, 0o755) == 0 ? 0 : -1 }.path
        do throws(SystemError) { folder = try OutputDescriptor.folder(atPath: partialPath) } catch {
            registry.remove(partialPath)
            throw PackagingError(.unwritable, subject: target.path, reason: error.text)
        }
    }

    deinit { registry.remove(partialPath) }

    /// Makes something in the folder, unless a signal has had it removed.
    /// - Parameter subject: What is made, for the error.
    func make<Made: Sendable>(_ body: () throws(SystemError) -> Made) throws(OutputFolderError) -> Made {
        let result = registry.make(in: partialPath) { Result { () throws(SystemError) in try body() } }
        guard let result else { throw .interrupted }
        do throws(SystemError) { return try result.get() } catch { throw .system(error) }
    }

    /// Gives the folder its name.
    func finish() throws(PackagingError) {
        if synchronizes {
            do throws(SystemError) { try folder.synchronize() } catch { throw failure(error) }
        }
        switch registry.complete(partialPath, { target.take(partialPath) }) {
        case nil: throw interrupted
        case 0: break
        case .some(let code): throw target.failure(code)
        }
        if synchronizes { OutputDescriptor.synchronizeFolder(atPath: FilePath.parent(of: target.path)) }
        // What stood there before; nothing where nothing did.
        if target.replacesExisting { FolderRemoval.remove(partialPath) }
    }

    /// The error for something in the folder that the system refused to make.
    func failure(_ path: ContentPath, _ error: SystemError) -> PackagingError {
        PackagingError(.unwritable, subject: "\(target.path)/\(path.displayText)", reason: error.text)
    }

    /// The error for the folder as a whole.
    func failure(_ error: SystemError) -> PackagingError {
        PackagingError(.unwritable, subject: target.path, reason: error.text)
    }

    /// The error for work that a signal has ended.
    var interrupted: PackagingError {
        PackagingError(.unwritable, subject: target.path, reason: "interrupted")
    }
}

/// Why something could not be made in a folder.
enum OutputFolderError: Error, Sendable {
    /// The system refused.
    case system(SystemError)
    /// Everything unfinished was removed.
    case interrupted
}
