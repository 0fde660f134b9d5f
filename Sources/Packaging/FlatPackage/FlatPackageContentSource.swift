internal import ArchiveFormats
internal import ContentModel

/// The way to the bytes of the entries of a flat package, whose payload is one stream.
struct FlatPackageContentSource: ContentSource {
    let location: PayloadLocation
    /// The bytes of `ContentInfo.plist`, where they are known.
    let contentInfo: [UInt8]?

    var isSequential: Bool { true }

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        if let contentInfo, entry.path == ContentTree.contentInfoPath {
            _ = try location.file(for: entry)
            return KnownBytesReader(contentInfo)
        }
        let reader = try location.reader(for: entry)
        while let found = try Self.next(reader, for: entry) {
            if PayloadLocation.contentPath(of: found) == entry.path.bytes {
                return PayloadReader(path: entry.path, reader: reader)
            }
        }
        throw Self.missing(entry)
    }

    func readFiles<Failure>(
        _ entries: [ContentEntry],
        _ body: (ContentEntry, Result<any ContentReader, ContentReadError>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let first = entries.first else { return }
        var wanted = Dictionary(entries.map { ($0.path.bytes, $0) }) { first, _ in first }
        var failure: ContentReadError?
        var payload: CpioReader?
        do throws(ContentReadError) { payload = try location.reader(for: first) } catch { failure = error }
        while let reader = payload, !wanted.isEmpty {
            let found: CpioEntry?
            do throws(ContentReadError) { found = try Self.next(reader, for: first) } catch {
                failure = error
                break
            }
            guard let found else { break }
            guard let entry = wanted.removeValue(forKey: PayloadLocation.contentPath(of: found)) else { continue }
            try body(entry, .success(PayloadReader(path: entry.path, reader: reader)))
        }
        for entry in entries where wanted[entry.path.bytes] != nil {
            let reason = failure.map { ContentReadError(path: entry.path, reason: $0.reason, isChange: $0.isChange) }
            try body(entry, .failure(reason ?? Self.missing(entry)))
        }
    }

    private static func next(_ reader: CpioReader, for entry: ContentEntry) throws(ContentReadError) -> CpioEntry? {
        do throws(StreamFault) { return try reader.next() } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
    }

    private static func missing(_ entry: ContentEntry) -> ContentReadError {
        ContentReadError(path: entry.path, reason: "not in the payload of this package")
    }
}

/// Reads an entry of a payload.
private final class PayloadReader: ContentReader {
    private let path: ContentPath
    private let reader: CpioReader

    init(path: ContentPath, reader: CpioReader) {
        self.path = path
        self.reader = reader
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        do throws(StreamFault) { return try reader.read(into: buffer) } catch {
            throw ContentReadError(path: path, reason: error.reason)
        }
    }
}
