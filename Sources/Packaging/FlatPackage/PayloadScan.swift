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
    private var builder: ArchiveTreeBuilder
    private var targetRoom = ZipOpening.mostTargetBytes
    /// The bytes of all names and targets so far.
    private(set) var textBytes = 0

    /// The entries that belong to the content.
    var entries: [ContentEntry] { builder.entries }
    /// What does not.
    var leftOut: [LeftOutEntry] { builder.leftOutEntries }

    /// A link's target is a path; no system takes a longer one.
    private static let longestTarget: UInt64 = 64 * 1024
    /// What the numbers of the portable form can tell apart. An entry takes a kilobyte here, and next to nothing in a
    /// payload that was made to hold many.
    private static let mostMembers = 1 << 18
    /// What the names of all entries may take, 256 bytes each: so that a small payload of long names does not take any
    /// amount of memory.
    static let mostNameBytes = 64 * 1024 * 1024
    private var nameRoom: Int

    private init(exclusions: [ContentGlob], nameRoom: Int) {
        self.nameRoom = nameRoom
        builder = ArchiveTreeBuilder(of: "payload", exclusions: exclusions)
    }

    /// Reads a payload through.
    /// - Parameter nameRoom: The bytes that the names of all entries may take.
    static func run(
        _ location: PayloadLocation, in file: ReadableFile, exclusions: [ContentGlob], nameRoom: Int
    ) throws(InputFault) -> PayloadScan {
        var scan = PayloadScan(exclusions: exclusions, nameRoom: nameRoom)
        let reader = try told { () throws(StreamFault) in try location.reader(in: file) }
        while let entry = try told({ () throws(StreamFault) in try reader.next() }) {
            guard scan.members.count < mostMembers else {
                throw InputFault(.damaged, detail: "its payload has more than \(mostMembers) entries")
            }
            try scan.add(entry, reader)
        }
        return scan
    }

    private mutating func add(_ entry: CpioEntry, _ reader: CpioReader) throws(InputFault) {
        let path = PayloadLocation.contentPath(of: entry)
        let mode = UInt16(truncatingIfNeeded: entry.mode)
        nameRoom -= path.count
        guard nameRoom >= 0 else {
            throw InputFault(.damaged, detail: "the names in its payload take absurdly many bytes")
        }
        textBytes += path.count
        guard !path.isEmpty else {
            rootTime = Int64(clamping: entry.modificationTime)
            members.append(Member(path: path, mode: mode, size: 0, checksum: 0))
            return
        }
        let member = ArchiveMember(
            name: path, kind: ArchiveMember.Kind(unixType: mode & 0o170000), size: entry.size, mode: mode & 0o7777,
            modificationTime: Int64(clamping: entry.modificationTime))
        var target: [UInt8]?
        if case .symlink = member.kind { target = try linkTarget(entry, reader) }
        _ = try builder.add(member) { target ?? [] }
        let checksum: UInt32
        if let target {
            checksum = POSIXChecksum.of(target + [0])
        } else {
            checksum = try Self.checksum(of: entry, reader)
        }
        members.append(Member(path: path, mode: mode, size: entry.size, checksum: checksum))
    }

    private mutating func linkTarget(_ entry: CpioEntry, _ reader: CpioReader) throws(InputFault) -> [UInt8] {
        guard entry.size <= Self.longestTarget, entry.size <= targetRoom else {
            let name = ContentPath.displayText(of: entry.name)
            throw InputFault(.damaged, detail: "the target of the link '\(name)' has \(entry.size) bytes")
        }
        targetRoom -= entry.size
        textBytes += Int(entry.size)
        return try Self.told { () throws(StreamFault) in try CpioData(reader).bytes(Int(entry.size)) }
    }

    private static func checksum(of entry: CpioEntry, _ reader: CpioReader) throws(InputFault) -> UInt32 {
        // A folder has no content, and 0 for a checksum.
        guard entry.mode & 0o170000 == 0o100000 else { return 0 }
        var checksum = POSIXChecksum()
        let result: Result<Void, StreamFault> = withUnsafeTemporaryAllocation(byteCount: 128 * 1024, alignment: 16) {
            buffer in
            Result { () throws(StreamFault) in
                while true {
                    let count = try reader.read(into: buffer)
                    if count == 0 { return }
                    checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
            }
        }
        try told { () throws(StreamFault) in try result.get() }
        return checksum.value
    }

    /// What the content takes on disk by each of Apple's rules, in units of 1,024 bytes; the first is today's.
    ///
    /// The first two differ in what the file system gives for the size of a folder; the last is that of components.
    var installKBytes: [Int] {
        let folders = folderSizes
        func sum(_ perEntry: UInt64) -> Int {
            var units: UInt64 = 0
            for (index, member) in members.enumerated() where !member.path.isEmpty {
                let size = folders[index].map { ($0 + 2) * perEntry } ?? member.size
                units &+= (size / 512) &+ (size % 512 == 0 ? 0 : 1)
            }
            return Int(clamping: units / 2 + units % 2)
        }
        let bytes = members.reduce(0 as UInt64) { $1.mode & 0o170000 == 0o100000 ? $0 &+ $1.size : $0 }
        return [sum(32), sum(34), Int(clamping: bytes / 1024 + (bytes % 1024 == 0 ? 0 : 1))]
    }

    /// For each folder how many entries are right in it; `nil` for what is no folder.
    private var folderSizes: [UInt64?] {
        var counts: [ArraySlice<UInt8>: UInt64] = [:]
        for member in members where !member.path.isEmpty { counts[Self.parent(of: member.path), default: 0] += 1 }
        return members.map { $0.mode & 0o170000 == 0o040000 ? counts[$0.path[...]] ?? 0 : nil }
    }

    private static func parent(of path: [UInt8]) -> ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
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
