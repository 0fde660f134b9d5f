internal import ArchiveFormats
internal import ContentModel

/// The way to the bytes of the entries of a zip.
///
/// The file is opened for each entry rather than kept open, so that any number of packages can be looked at; that it
/// is still the same file is made sure of each time.
struct ZipContentSource: MeteredSource {
    let path: String
    let identity: ReadableFile.Identity
    /// Where the plain files lie.
    let files: [ContentPath: ZipDirectoryEntry]
    /// Files that are not read to their end when their heads are asked for.
    private let unproved: Set<ContentPath>
    /// Counts what is read, where somebody looks.
    private var meter: WorkMeter?

    /// Files that hold more in all are not proved, those that come last by their paths: 4 GiB is twice what hosted content
    /// may have, and a small zip can claim any size.
    static let mostProvedBytes: UInt64 = 4 << 30

    /// Takes a zip that was looked at.
    /// - Parameter mostProvedBytes: The files that are proved hold less than this in all.
    init(
        path: String, identity: ReadableFile.Identity, files: [ContentPath: ZipDirectoryEntry],
        mostProvedBytes: UInt64 = Self.mostProvedBytes
    ) {
        self.path = path
        self.identity = identity
        self.files = files
        unproved = Self.unproved(files, mostProvedBytes)
    }

    func metered(by meter: WorkMeter) -> any ContentSource {
        var source = self
        source.meter = meter
        return source
    }

    private static func unproved(_ files: [ContentPath: ZipDirectoryEntry], _ most: UInt64) -> Set<ContentPath> {
        func room(after size: UInt64, of room: UInt64) -> UInt64 { room - min(room, size) }
        guard files.values.reduce(most, { room(after: $1.size, of: $0) }) == 0 else { return [] }
        var left = most
        return Set(
            files.sorted { $0.key < $1.key }.compactMap { path, file in
                left = room(after: file.size, of: left)
                return left == 0 ? path : nil
            })
    }

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        try reader(of: entry, in: file(for: entry), with: ZipScratch())
    }

    private static let largestChunk: Int64 = 2 << 20

    /// Gives the heads, and reads each file to its end: only there does its checksum tell whether it is what was packed.
    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        var shared: ReadableFile?
        let scratch = ZipScratch()
        // Most files are unpacked at one go into this; a larger one takes more time than memory that nobody has used yet.
        let largest = entries.lazy.map(\.size).max() ?? 0
        var chunk = [UInt8](repeating: 0, count: max(count, Int(min(max(largest, 64 * 1024), Self.largestChunk))))
        for entry in entries {
            let head = Result { () throws(ContentReadError) -> [UInt8] in
                let file = if let shared { shared } else { try file(for: entry) }
                shared = file
                let reader = try reader(of: entry, in: file, with: scratch)
                var head: [UInt8] = []
                let isProved = !unproved.contains(entry.path)
                while head.count < count || isProved {
                    let read = try Self.read(reader, into: &chunk)
                    if read == 0 { break }
                    head += chunk[..<min(read, count - head.count)]
                }
                return head
            }
            body(entry, head)
        }
    }

    /// Opens the zip once for all of them, in the order in which they lie in it.
    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        var shared: ReadableFile?
        let scratch = ZipScratch()
        let placed = entries.map { (entry: $0, offset: files[$0.path]?.offset ?? 0) }
        for (entry, _) in placed.sorted(by: { ($0.offset, $0.entry.path) < ($1.offset, $1.entry.path) }) {
            let reader = Result { () throws(ContentReadError) -> any ContentReader in
                let file = if let shared { shared } else { try file(for: entry) }
                shared = file
                return try self.reader(of: entry, in: file, with: scratch)
            }
            try body(entry, reader)
        }
    }

    private func file(for entry: ContentEntry) throws(ContentReadError) -> ReadableFile {
        try .again(path, identity, as: "zip", for: entry)
    }

    private func reader(
        of entry: ContentEntry, in file: ReadableFile, with scratch: ZipScratch
    ) throws(ContentReadError) -> ZipContentReader {
        guard let member = files[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "not a file of this zip")
        }
        do throws(ZipEntryStream.Fault) {
            return ZipContentReader(
                path: entry.path, stream: try ZipEntryStream(member, in: file, with: scratch), meter: meter)
        } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
    }

    private static func read(
        _ reader: ZipContentReader, into chunk: inout [UInt8]
    ) throws(ContentReadError) -> Int {
        let result = chunk.withUnsafeMutableBytes { buffer in
            Result { () throws(ContentReadError) in try reader.read(into: buffer) }
        }
        return try result.get()
    }
}

/// Reads an entry of a zip.
final class ZipContentReader: ContentReader {
    private let path: ContentPath
    private let stream: ZipEntryStream
    private let meter: WorkMeter?

    /// Takes an opened entry.
    init(path: ContentPath, stream: ZipEntryStream, meter: WorkMeter? = nil) {
        self.meter = meter
        self.path = path
        self.stream = stream
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        do throws(ZipEntryStream.Fault) {
            let count = try stream.read(into: buffer)
            meter?.add(bytes: Int64(count))
            return count
        } catch {
            throw ContentReadError(path: path, reason: error.reason)
        }
    }
}
