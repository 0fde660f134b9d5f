internal import ArchiveFormats
internal import ContentModel
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Fills a folder with what a plan says.
///
/// Memory is one buffer for each thread, and what unpacking an entry takes, whatever the size of the files. One folder
/// besides the root is open in each at a time.
struct UnpackingWork: Sendable {
    let plan: UnpackingPlan
    let options: UnpackingOptions
    let output: AtomicOutputFolder
    /// How many bytes were written to files, by all threads.
    private let written = ByteCount()

    /// A file that fits is unpacked at one go. What is not used of it takes no memory.
    private static let bufferSize = 2 << 20
    /// Below this size asking costs more than it brings.
    private static let writeBackSize: Int64 = 1 << 20

    /// The folder opened last, for the next entry is mostly in the same.
    private var openFolder: (path: ContentPath, descriptor: OutputDescriptor)?

    init(plan: UnpackingPlan, options: UnpackingOptions, output: AtomicOutputFolder) {
        self.plan = plan
        self.options = options
        self.output = output
    }

    /// Makes all folders, files and links.
    /// - Returns: the files that the package does not hold whole, in the order of their paths; the others are made all
    ///   the same, so that all damage is known.
    mutating func run(_ source: any ContentSource) throws(PackagingError) -> [ContentReadError] {
        try makeFolders()
        let damaged = try makeFiles(from: source)
        guard damaged.isEmpty else { return damaged.sorted { $0.path < $1.path } }
        try complete()
        return []
    }

    /// Makes the folders, but for those that are there already.
    mutating func makeFolders(except made: Set<ContentPath> = []) throws(PackagingError) {
        for folder in plan.folders where !made.contains(folder.path) {
            try make(folder) { descriptor, name throws(SystemError) in try descriptor.makeFolder(name) }
        }
    }

    /// Does what is left to do once all folders and files are there.
    mutating func complete() throws(PackagingError) {
        for link in plan.links {
            try make(link.entry) { descriptor, name throws(SystemError) in
                try descriptor.makeLink(name, to: link.target)
            }
        }
        try setTimes()
        if options.synchronizes { try synchronize() }
    }

    /// How many bytes were written to files.
    var writtenBytes: Int64 { written.value }

    // MARK: Files

    /// Makes all files; on several threads where the source lets each have files of its own.
    private func makeFiles(from source: any ContentSource) throws(PackagingError) -> [ContentReadError] {
        if source.isSequential || options.jobs == 1 { return try makeFiles(plan.files, from: source) }
        let hasFailed = Atomic(false)
        let results = ParallelMap.map(plan.batches, jobs: options.jobs) {
            batch -> Result<[ContentReadError], PackagingError> in
            if hasFailed.load(ordering: .relaxed) { return .success([]) }
            let result = Result { () throws(PackagingError) in try makeFiles(batch, from: source) }
            if case .failure = result { hasFailed.store(true, ordering: .relaxed) }
            return result
        }
        var damaged: [ContentReadError] = []
        for result in results { damaged += try result.get() }
        return damaged
    }

    /// Makes files one after the other.
    private func makeFiles(
        _ files: [ContentEntry], from source: any ContentSource
    ) throws(PackagingError) -> [ContentReadError] {
        // A folder that is open is this thread's alone.
        var work = self
        var damaged: [ContentReadError] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        try source.readFiles(files) { entry, reader throws(PackagingError) in
            do throws(FileError) { try work.write(entry, from: reader, through: buffer) } catch {
                switch error {
                case .unreadable(let error) where !error.isChange: damaged.append(error)
                case .unreadable(let error):
                    throw PackagingError(
                        .changedWhileRead, subject: error.path.displayText, reason: error.reason,
                        remedy: "stop what writes to it and run again")
                case .failed(let error): throw error
                }
            }
        }
        return damaged
    }

    private enum FileError: Error {
        case unreadable(ContentReadError)
        case failed(PackagingError)

        /// Calls `body`, and puts what it throws beside what else there is to throw.
        static func reading<Result>(_ body: () throws(ContentReadError) -> Result) throws(FileError) -> Result {
            do throws(ContentReadError) { return try body() } catch { throw .unreadable(error) }
        }
    }

    private mutating func write(
        _ entry: ContentEntry, from reader: Result<any ContentReader, ContentReadError>,
        through buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) {
        let reader = try FileError.reading { () throws(ContentReadError) in try reader.get() }
        let file: OutputDescriptor
        do throws(PackagingError) {
            file = try make(entry) { folder, name throws(SystemError) in try folder.makeFile(name) }
        } catch {
            throw .failed(error)
        }
        var length: Int64 = 0
        while true {
            let count = try FileError.reading { () throws(ContentReadError) in try reader.read(into: buffer) }
            if count == 0 { break }
            length += Int64(count)
            // What the entries declare may be a lie, so what comes is counted.
            guard written.add(Int64(count)) <= options.byteLimit else {
                throw .failed(UnpackingPlan.tooLarge(options, "its files have more bytes than it declares"))
            }
            options.meter?.add(bytes: Int64(count))
            do throws(SystemError) {
                try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                throw .failed(output.failure(entry.path, error))
            }
        }
        Self.complete(file, entry, length: length, options)
    }

    /// Does what is left to do for a file once all of its bytes are written.
    static func complete(_ file: OutputDescriptor, _ entry: ContentEntry, length: Int64, _ options: UnpackingOptions) {
        options.meter?.add(items: 1)
        file.setTime(to: entry.modificationTime)
        if options.synchronizes, length >= writeBackSize { file.startWriteBack(length: length) }
    }

    // MARK: Folders

    /// Makes an entry in the folder that it belongs to.
    private mutating func make<Made: Sendable>(
        _ entry: ContentEntry, _ body: (OutputDescriptor, ArraySlice<UInt8>) throws(SystemError) -> Made
    ) throws(PackagingError) -> Made {
        let folder = try folder(entry.path.parent, for: entry.path)
        do throws(OutputFolderError) {
            return try output.make { () throws(SystemError) in try body(folder, entry.path.name) }
        } catch {
            switch error {
            case .interrupted: throw output.interrupted
            case .system(let error) where error.code == EEXIST: throw taken(entry.path)
            case .system(let error): throw output.failure(entry.path, error)
            }
        }
    }

    /// The folder at a path, or the root; opened name by name, so that no link can stand for one.
    /// - Parameter path: What the folder is needed for, for the error.
    private mutating func folder(
        _ folderPath: ContentPath?, for path: ContentPath
    ) throws(PackagingError) -> OutputDescriptor {
        guard let folderPath else { return output.folder }
        if let openFolder, openFolder.path == folderPath { return openFolder.descriptor }
        do throws(SystemError) {
            var folder = output.folder
            for name in folderPath.components { folder = try folder.folder(name) }
            openFolder = (folderPath, folder)
            return folder
        } catch {
            throw output.failure(path, error)
        }
    }

    /// The error for a name that is taken: by an entry of the same package, where the file system takes both for one.
    private func taken(_ path: ContentPath) -> PackagingError {
        let paths = plan.folders.map(\.path) + plan.files.map(\.path) + plan.links.map(\.entry.path)
        guard let twin = Self.twin(of: path, among: paths) else {
            return output.failure(path, SystemError(EEXIST))
        }
        return PackagingError(
            .unwritable, subject: path.displayText,
            reason: "the file system takes it and \(twin.displayText) for one name",
            remedy: "unpack where letter case and Unicode form count")
    }

    /// The path that has the name of another in all but letter case and Unicode form.
    static func twin(of path: ContentPath, among paths: [ContentPath]) -> ContentPath? {
        guard let folded = path.text?.lowercased() else { return nil }
        // Swift takes two Unicode forms of one text for equal.
        return paths.filter { $0 != path }.first { $0.text?.lowercased() == folded }
    }

    // MARK: At the end

    /// Sets the times of links and folders; last, since whatever is made in a folder changes its time.
    private mutating func setTimes() throws(PackagingError) {
        for link in plan.links {
            try folder(link.entry.path.parent, for: link.entry.path)
                .setTime(ofLink: link.entry.path.name, to: link.entry.modificationTime)
        }
        for entry in plan.folders { try folder(entry.path, for: entry.path).setTime(to: entry.modificationTime) }
        if plan.rootTime != 0 { output.folder.setTime(to: plan.rootTime) }
    }

    /// Waits until all is on the disk.
    ///
    /// Where the system can do it for a whole file system at once, that is asked for, since waiting for each of thousands
    /// of files takes ten times as long as all other work.
    private mutating func synchronize() throws(PackagingError) {
        do throws(SystemError) {
            let folder = output.folder
            let isDone = try options.meter.waitingForDisk { () throws(SystemError) in
                try folder.synchronizeFileSystem()
            }
            if isDone { return }
        } catch {
            throw output.failure(error)
        }
        try synchronizeEach()
    }

    /// Waits for each file and each folder.
    mutating func synchronizeEach() throws(PackagingError) {
        for entry in plan.files {
            let folder = try folder(entry.path.parent, for: entry.path)
            do throws(SystemError) { try folder.synchronize(file: entry.path.name) } catch {
                throw output.failure(entry.path, error)
            }
        }
        for entry in plan.folders {
            let folder = try folder(entry.path, for: entry.path)
            do throws(SystemError) { try folder.synchronize() } catch { throw output.failure(entry.path, error) }
        }
    }
}

/// A number of bytes that several threads add to.
private final class ByteCount: Sendable {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    /// - Returns: the new number.
    func add(_ bytes: Int64) -> Int64 { count.add(bytes, ordering: .relaxed).newValue }
}
