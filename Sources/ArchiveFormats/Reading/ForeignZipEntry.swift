internal import CArchive

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The content of one entry of a zip, packed in a way that iapkit itself does not know, unpacked by libarchive.
///
/// libarchive is shown the zip from the entry's local header on, and reads it as a stream: so an entry costs the same
/// wherever it lies. What it makes of the name does not matter, since that depends on the locale.
final class ForeignZipEntry: ZipEntryBytes {
    private let archive: OpaquePointer
    private let feed: Feed

    /// Opens an entry.
    init(_ entry: ZipDirectoryEntry, in file: ReadableFile) throws(ZipEntryStream.Fault) {
        guard let archive = archive_read_new() else { throw ZipEntryStream.Fault(reason: "no memory to read it") }
        self.archive = archive
        // libarchive wants to see 24 bytes where it looks for the record that may follow the content; that has 12 to 24.
        let (limit, overflow) = entry.limit.addingReportingOverflow(24)
        feed = Feed(file: file, position: entry.offset, limit: overflow ? entry.limit : limit)
        try check(archive_read_support_format_zip_streamable(archive))
        // The feed outlives the archive: `deinit` frees the archive first, and the feed is freed after `deinit`.
        let client = Unmanaged.passUnretained(feed).toOpaque()
        try check(archive_read_open(archive, client, nil, feedArchive, nil))
        var header: OpaquePointer?
        let status = archive_read_next_header(archive, &header)
        // A warning is about the name, which C's locale may not have the characters for.
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw fault }
    }

    deinit { archive_read_free(archive) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int {
        var read = Int(ARCHIVE_RETRY)
        while read == Int(ARCHIVE_RETRY) { read = archive_read_data(archive, buffer.baseAddress, buffer.count) }
        guard read >= 0 else { throw fault }
        return read
    }

    private func check(_ status: Int32) throws(ZipEntryStream.Fault) {
        guard status == ARCHIVE_OK else { throw fault }
    }

    private var fault: ZipEntryStream.Fault {
        let text = archive_error_string(archive).map { String(cString: $0) } ?? "it can't be unpacked"
        // libarchive's own texts are plain ASCII, but they may quote what they found.
        return ZipEntryStream.Fault(reason: String(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }))
    }
}

/// What libarchive reads from.
private final class Feed {
    let file: ReadableFile
    var position: UInt64
    let limit: UInt64
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(file: ReadableFile, position: UInt64, limit: UInt64) {
        self.file = file
        self.position = position
        self.limit = limit
    }

    deinit { buffer.deallocate() }
}

private func feedArchive(
    _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ start: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> la_ssize_t {
    guard let client, let start else { return la_ssize_t(ARCHIVE_FATAL) }
    let feed = Unmanaged<Feed>.fromOpaque(client).takeUnretainedValue()
    let wanted = Int(min(UInt64(feed.buffer.count), feed.limit - min(feed.position, feed.limit)))
    do throws(SystemError) {
        let count = try feed.file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: feed.buffer[..<wanted]), at: feed.position)
        feed.position += UInt64(count)
        start.pointee = UnsafeRawPointer(feed.buffer.baseAddress)
        return la_ssize_t(count)
    } catch {
        // `archive_set_error` takes a variable number of arguments, which Swift can't pass.
        return la_ssize_t(ARCHIVE_FATAL)
    }
}
