internal import ArchiveFormats
internal import ContentModel

/// The way to the bytes of the entries of an asset pack.
///
/// The file is opened for each reading rather than kept open, so that any number of packs can be looked at; that it is
/// still the same file is made sure of each time.
struct AssetPackContentSource: MeteredSource {
    private let path: String
    private let identity: ReadableFile.Identity
    /// Where the files lie in the unpacked archive.
    private let files: [ContentPath: Range<UInt64>]
    /// Counts what is read, where somebody looks.
    private var meter: WorkMeter?

    /// Files that hold more in all are not read to their end to be proved; a small archive can claim any size.
    private static let mostProvedBytes = ZipContentSource.mostProvedBytes

    /// Takes an archive that was looked at.
    init(path: String, identity: ReadableFile.Identity, files: [ContentPath: Range<UInt64>]) {
        self.path = path
        self.identity = identity
        self.files = files
    }

    /// One block holds many files.
    var isSequential: Bool { true }

    func metered(by meter: WorkMeter) -> any ContentSource {
        var source = self
        source.meter = meter
        return source
    }

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        let archive = try archive(for: entry)
        return AssetPackReader(entry.path, archive.stream(try range(of: entry)), meter)
    }

    /// Gives the heads, and reads each file to its end: only so does it show that it can be unpacked.
    func readHeads(
        of entries: [ContentEntry], count: Int,
        _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        var room = Self.mostProvedBytes
        let rest = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { rest.deallocate() }
        readFiles(entries) { entry, reader in
            let head = reader.flatMap { reader in
                Result { () throws(ContentReadError) in
                    let head = try reader.head(count)
                    guard UInt64(max(0, entry.size)) <= room else { return head }
                    room -= UInt64(max(0, entry.size))
                    while try reader.read(into: rest) > 0 {}
                    return head
                }
            }
            body(entry, head)
        }
    }

    /// Goes through the archive once, in the order in which the files lie in it.
    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        let placed = entries.map { (entry: $0, range: files[$0.path] ?? 0..<0) }
            .sorted { ($0.range.lowerBound, $0.entry.path) < ($1.range.lowerBound, $1.entry.path) }
        guard let first = placed.first?.entry else { return }
        let pass = Result { () throws(ContentReadError) in try archive(for: first).stream(0..<0) }
        for (entry, range) in placed {
            let reader = Result { () throws(ContentReadError) -> any ContentReader in
                _ = try self.range(of: entry)
                let stream: AppleArchiveStream
                do throws(ContentReadError) { stream = try pass.get() } catch {
                    throw ContentReadError(path: entry.path, reason: error.reason, isChange: error.isChange)
                }
                stream.move(to: range)
                return AssetPackReader(entry.path, stream, meter)
            }
            try body(entry, reader)
        }
    }

    private func range(of entry: ContentEntry) throws(ContentReadError) -> Range<UInt64> {
        guard let range = files[entry.path] else {
            throw ContentReadError(path: entry.path, reason: "not a file of this archive")
        }
        return range
    }

    private func archive(for entry: ContentEntry) throws(ContentReadError) -> AppleArchiveFile {
        let file = try ReadableFile.again(path, identity, as: "archive", for: entry)
        do throws(AppleArchiveFault) { return try AppleArchiveFile(file) } catch {
            throw ContentReadError(path: entry.path, reason: "the archive can't be opened any more", isChange: true)
        }
    }
}

/// Reads a file of an asset pack.
private final class AssetPackReader: ContentReader {
    private let path: ContentPath
    private let stream: any ByteStream
    private let meter: WorkMeter?

    init(_ path: ContentPath, _ stream: any ByteStream, _ meter: WorkMeter?) {
        self.path = path
        self.stream = stream
        self.meter = meter
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        do throws(StreamFault) {
            let count = try stream.read(into: buffer)
            meter?.add(bytes: Int64(count))
            return count
        } catch {
            throw ContentReadError(path: path, reason: error.reason)
        }
    }
}
