internal import ArchiveFormats
internal import ContentModel

/// All that one pass over a payload tells.
struct PayloadScan {
    /// An entry of the payload, whether it belongs to the content or not.
    struct Member {
        /// The path without `./`; empty for the folder itself.
        let path: [UInt8]
        /// The mode, type bits and all.
        let mode: UInt16
        /// The size of its content; of a link, the length of its target.
        let size: UInt64
        /// The POSIX checksum of its content; of a link, of its target with a NUL behind it.
        let checksum: UInt32
    }

    /// Every entry, in the order of the payload.
    private(set) var members: [Member] = []
    /// The modification time of the folder itself.
    private(set) var rootTime: Int64 = 0
    private var hasRoot = false
    private var builder: ArchiveTreeBuilder
    private var targetRoom = ArchiveMember.mostTargetBytes
    /// The bytes of all names and targets so far.
    private(set) var textBytes = 0

    /// The entries that belong to the content.
    var entries: [ContentEntry] { builder.entries }
    /// The bytes of `ContentInfo.plist`, where it is there and not large: most who look at a package want them next.
    private(set) var contentInfo: [UInt8]?
    private static let largestContentInfo: UInt64 = 64 * 1024
    /// What does not.
    var leftOut: [LeftOutEntry] { builder.leftOutEntries }

    /// What the numbers of the portable form can tell apart. An entry takes a kilobyte here, and next to nothing in a
    /// payload that was made to hold many.
    private static let mostMembers = 1 << 18
    /// What the names of all entries may take, 256 bytes each: so that a small payload of long names does not take any
    /// amount of memory.
    static let mostNameBytes = 64 * 1024 * 1024
    private var nameRoom: Int
    private let ahead: UnpackingAhead?
    /// Counts the bytes of the files, where somebody looks.
    private var meter: WorkMeter?

    private init(exclusions: [ContentGlob], nameRoom: Int, ahead: UnpackingAhead?) {
        self.nameRoom = nameRoom
        self.ahead = ahead
        builder = ArchiveTreeBuilder(of: "payload", exclusions: exclusions)
    }

    /// Reads a payload through.
    /// - Parameters:
    ///   - nameRoom: The bytes that the names of all entries may take.
    ///   - ahead: Gets the files of the content as they come.
    static func run(
        _ location: PayloadLocation, in file: ReadableFile, exclusions: [ContentGlob], nameRoom: Int,
        ahead: UnpackingAhead? = nil, meter: WorkMeter? = nil
    ) throws(InputFault) -> PayloadScan {
        var scan = PayloadScan(exclusions: exclusions, nameRoom: nameRoom, ahead: ahead)
        scan.meter = meter
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        let reader = try told { () throws(StreamFault) in try location.reader(in: file) }
        while let entry = try told({ () throws(StreamFault) in try reader.next() }) {
            guard scan.members.count < mostMembers else {
                throw InputFault(.damaged, detail: "its payload has more than \(mostMembers) entries")
            }
            try scan.add(entry, reader, buffer)
        }
        ahead?.finish(file.identity)
        return scan
    }

    private mutating func add(
        _ entry: CpioEntry, _ reader: CpioReader, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(InputFault) {
        let path = PayloadLocation.contentPath(of: entry)
        let mode = UInt16(truncatingIfNeeded: entry.mode)
        nameRoom -= path.count
        guard nameRoom >= 0 else {
            throw InputFault(
                .notAContentPackage,
                detail:
                    "a package whose payload has names of more than \(Self.mostNameBytes) bytes in all, which is as far as "
                    + "they are read")
        }
        textBytes += path.count
        guard !path.isEmpty else {
            guard mode & 0o170000 == 0o040000, entry.size == 0, !hasRoot else {
                throw InputFault(
                    .damaged, detail: "its payload has an entry '.' that is not the one of the folder itself")
            }
            hasRoot = true
            rootTime = Int64(clamping: entry.modificationTime)
            members.append(Member(path: path, mode: mode, size: 0, checksum: 0))
            return
        }
        // Where one file has several names, newc keeps its data with the last; for the others there would be none.
        if reader.form != .portable, mode & 0o170000 == 0o100000, entry.nlink > 1 {
            throw InputFault(
                .notAContentPackage, detail: "a package whose payload has hard links, which no content has")
        }
        let member = ArchiveMember(
            name: path, kind: ArchiveMember.Kind(unixType: mode & 0o170000), size: entry.size, mode: mode & 0o7777,
            modificationTime: Int64(clamping: entry.modificationTime))
        var target: [UInt8]?
        if case .symlink = member.kind { target = try linkTarget(entry, reader) }
        let file = try builder.add(member) { target ?? [] }.map { path in
            ContentEntry(
                path: path, type: .file, size: Int64(clamping: member.size), modificationTime: member.modificationTime)
        }
        let checksum: UInt32
        if let target {
            checksum = POSIXChecksum.of(target + [0])
        } else {
            checksum = try read(entry, file, reader, buffer)
        }
        members.append(Member(path: path, mode: mode, size: entry.size, checksum: checksum))
    }

    private mutating func linkTarget(_ entry: CpioEntry, _ reader: CpioReader) throws(InputFault) -> [UInt8] {
        guard entry.size <= ArchiveMember.longestTarget, entry.size <= targetRoom else {
            let name = ContentPath.displayText(of: entry.name)
            throw InputFault(.damaged, detail: "the target of the link '\(name)' has \(entry.size) bytes")
        }
        targetRoom -= entry.size
        textBytes += Int(entry.size)
        return try Self.told { () throws(StreamFault) in try CpioData(reader).bytes(Int(entry.size)) }
    }

    /// Reads the bytes of an entry.
    /// - Parameter file: The entry as a file of the content, if it is one.
    /// - Returns: their checksum.
    private mutating func read(
        _ entry: CpioEntry, _ file: ContentEntry?, _ reader: CpioReader, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(InputFault) -> UInt32 {
        // A folder has no content, and 0 for a checksum.
        guard entry.mode & 0o170000 == 0o100000 else { return 0 }
        let isKept = file?.path == ContentTree.contentInfoPath && entry.size <= Self.largestContentInfo
        if isKept { contentInfo = [] }
        if let file { ahead?.begin(file) }
        var checksum = POSIXChecksum()
        while true {
            let count = try Self.told { () throws(StreamFault) in try reader.read(into: buffer) }
            if count == 0 { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            meter?.add(bytes: Int64(count))
            checksum.update(bytes)
            if isKept { contentInfo?.append(contentsOf: bytes) }
            if file != nil { ahead?.add(bytes) }
        }
        if file != nil { ahead?.end() }
        return checksum.value
    }

    /// What the content takes on disk by each of Apple's rules, in units of 1,024 bytes; the first is today's.
    ///
    /// The first two differ in what the file system gives for the size of a folder; the last is that of components.
    var installKBytes: [Int] {
        let folders = folderSizes
        let entries = members.indices.filter { !members[$0].path.isEmpty }
        func sum(_ perEntry: UInt64) -> Int {
            InstallSize.kBytes(entries.lazy.map { folders[$0].map { ($0 + 2) * perEntry } ?? members[$0].size })
        }
        let files = members.lazy.filter { $0.mode & 0o170000 == 0o100000 }.map(\.size)
        return [
            sum(FlatPackageProfile.current.bytesPerFolderEntry), sum(FlatPackageProfile.xcode6.bytesPerFolderEntry),
            InstallSize.componentKBytes(files),
        ]
    }

    /// For each folder how many entries are right in it; `nil` for what is no folder.
    private var folderSizes: [UInt64?] {
        var counts: [ContentPath: UInt64] = [:]
        // Entries of one folder mostly follow one another, and are counted together.
        var run: (folder: ContentPath, count: UInt64) = (ContentPath(bytes: []), 0)
        for member in members where !member.path.isEmpty {
            let path = ContentPath(bytes: member.path)
            if !path.isDirectly(in: run.folder) {
                counts[run.folder, default: 0] += run.count
                run = (path.parent ?? ContentPath(bytes: []), 0)
            }
            run.count += 1
        }
        counts[run.folder, default: 0] += run.count
        return members.map { $0.mode & 0o170000 == 0o040000 ? counts[ContentPath(bytes: $0.path)] ?? 0 : nil }
    }

    private static func told<Value>(_ body: () throws(StreamFault) -> Value) throws(InputFault) -> Value {
        do throws(StreamFault) { return try body() } catch {
            switch error.kind {
            case .truncated: throw InputFault(.truncated, detail: "its payload is incomplete: \(error.reason)")
            case .damaged: throw InputFault(.damaged, detail: "its payload is damaged: \(error.reason)")
            case .unsupported:
                throw InputFault(.notAContentPackage, detail: "a package whose payload can't be read: \(error.reason)")
            }
        }
    }
}

/// The data of the entry that a reader stands at, as a stream.
private final class CpioData: ByteStream {
    private let reader: CpioReader

    init(_ reader: CpioReader) { self.reader = reader }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int { try reader.read(into: buffer) }
}
