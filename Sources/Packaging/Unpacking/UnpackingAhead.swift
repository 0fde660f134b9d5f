internal import ArchiveFormats
internal import ContentModel
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Unpacks the files of a package while it is looked at, so that what is one compressed stream is unpacked once only.
///
/// The files go into the partial folder of the output, and what was found of the package decides later whether that ever
/// gets its name. So they are a guess that the package is sound, and nothing more: where anything is not as plain
/// unpacking would have it, be it a limit, a name that is taken or a full disk, what was made is removed, and whoever
/// unpacks begins again and tells what is wrong.
///
/// Memory is the paths of the folders that were made.
public final class UnpackingAhead: Sendable {
    private let work: Mutex<AheadWork?>

    /// Prepares to unpack into a folder; nothing is made before the first file comes.
    /// - Parameters:
    ///   - path: As `PackageUnpacker.unpack` is to get it.
    ///   - options: Likewise.
    public init(to path: String, options: UnpackingOptions) { work = Mutex(AheadWork(path: path, options: options)) }

    /// Removes what was made and not taken.
    public func discard() { work.withLock { $0 = nil } }

    /// Takes a file of the content, before its bytes come.
    func begin(_ file: ContentEntry) { attempt { work throws(AheadFailure) in try work.begin(file) } }

    /// Takes the next bytes of the file.
    func add(_ bytes: UnsafeRawBufferPointer) { attempt { work throws(AheadFailure) in try work.add(bytes) } }

    /// Takes it that the file has no more.
    func end() { attempt { work throws(AheadFailure) in work.end() } }

    /// Takes it that the package was read to its end.
    func finish(_ package: ReadableFile.Identity) { attempt { work throws(AheadFailure) in work.package = package } }

    private func attempt(_ body: (inout AheadWork) throws(AheadFailure) -> Void) {
        work.withLock { work in
            // Taken out, so that nothing is copied for being held twice.
            guard var current = work.take() else { return }
            do throws(AheadFailure) {
                try body(&current)
                work = current
            } catch {
                // The last reference goes, and the partial folder with it.
            }
        }
    }

    /// Gives what was made of a package, to be completed.
    /// - Returns: `nil` where it is not the very files of the plan.
    func take(for plan: UnpackingPlan, of package: ReadableFile.Identity, at path: String) -> AheadWork? {
        guard let taken = work.withLock({ $0.take() }), taken.package == package, taken.path == path else { return nil }
        return taken.fileCount == plan.files.count && taken.claimedBytes == taken.writtenBytes ? taken : nil
    }
}

/// Nothing more is unpacked ahead.
private struct AheadFailure: Error {}

/// What is unpacked ahead, and how far it is.
struct AheadWork: Sendable {
    let path: String
    /// The package, once all of its files are there.
    fileprivate(set) var package: ReadableFile.Identity?
    /// The partial folder; `nil` before the first file.
    private(set) var output: AtomicOutputFolder?
    /// The folders that were made.
    private(set) var folders: Set<ContentPath> = []
    private(set) var fileCount = 0
    private(set) var writtenBytes: Int64 = 0
    /// The sizes of the files by the package's own account.
    private(set) var claimedBytes: Int64 = 0

    private let options: UnpackingOptions
    private var openFolder: (path: ContentPath, descriptor: OutputDescriptor)?
    private var file: (entry: ContentEntry, descriptor: OutputDescriptor, length: Int64)?

    init(path: String, options: UnpackingOptions) { (self.path, self.options) = (path, options) }

    fileprivate mutating func begin(_ entry: ContentEntry) throws(AheadFailure) {
        let (claimed, isTooMuch) = claimedBytes.addingReportingOverflow(entry.size)
        fileCount += 1
        guard !isTooMuch, claimed <= options.byteLimit, folders.count + fileCount <= options.entryLimit,
            UnpackingPlan.obstacle(to: entry, after: nil) == nil
        else { throw AheadFailure() }
        claimedBytes = claimed
        let output = try partialFolder()
        let folder = try folder(entry.path.parent, in: output)
        let descriptor = try Self.making { () throws(OutputFolderError) in
            try output.make { () throws(SystemError) in try folder.makeFile(entry.path.name) }
        }
        file = (entry, descriptor, 0)
    }

    fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) throws(AheadFailure) {
        guard let file, writtenBytes + Int64(bytes.count) <= claimedBytes else { throw AheadFailure() }
        do throws(SystemError) { try file.descriptor.write(bytes) } catch { throw AheadFailure() }
        writtenBytes += Int64(bytes.count)
        self.file?.length += Int64(bytes.count)
    }

    fileprivate mutating func end() {
        if let file { UnpackingWork.complete(file.descriptor, file.entry, length: file.length, options) }
        file = nil
    }

    private mutating func partialFolder() throws(AheadFailure) -> AtomicOutputFolder {
        if let output { return output }
        do throws(PackagingError) {
            let made = try AtomicOutputFolder(FolderTarget(path: path), synchronizes: options.synchronizes)
            output = made
            return made
        } catch {
            throw AheadFailure()
        }
    }

    /// The folder at a path, or the root; made, and those above it, if need be. No link is there yet to stand for one.
    private mutating func folder(
        _ path: ContentPath?, in output: AtomicOutputFolder
    ) throws(AheadFailure) -> OutputDescriptor {
        guard let path else { return output.folder }
        if let openFolder, openFolder.path == path { return openFolder.descriptor }
        let parent = try folder(path.parent, in: output)
        let descriptor = try Self.making { () throws(OutputFolderError) in
            if !folders.contains(path) {
                try output.make { () throws(SystemError) in try parent.makeFolder(path.name) }
            }
            do throws(SystemError) { return try parent.folder(path.name) } catch { throw .system(error) }
        }
        folders.insert(path)
        openFolder = (path, descriptor)
        return descriptor
    }

    private static func making<Made>(_ body: () throws(OutputFolderError) -> Made) throws(AheadFailure) -> Made {
        do throws(OutputFolderError) { return try body() } catch { throw AheadFailure() }
    }
}
