internal import CArchive

/// A stream that libarchive unpacks: bzip2, LZMA or xz without an archive in it.
///
/// xz and LZMA name the size of their window, up to 4 GiB, and liblzma asks the system for that much at once; what is
/// touched of it grows with what is unpacked.
package final class FilterStream: ByteStream {
    /// How the stream is packed.
    package enum Kind: Sendable {
        /// bzip2.
        case bzip2
        /// LZMA as old tools wrote it, with a header of 13 bytes.
        case lzma
        /// xz.
        case xz
    }

    private let archive: OpaquePointer
    private let feed: Feed
    private var isOpen = false
    private var isAtEnd = false

    /// Unpacks what `source` gives; `nil` where memory has run out.
    package init?(_ kind: Kind, _ source: any ByteStream) {
        guard let archive = archive_read_new() else { return nil }
        self.archive = archive
        feed = Feed(source)
        let status =
            switch kind {
            case .bzip2: archive_read_support_filter_bzip2(archive)
            case .lzma: archive_read_support_filter_lzma(archive)
            case .xz: archive_read_support_filter_xz(archive)
            }
        // A warning says that a program of that name would be run; that is not wanted.
        guard status == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK,
            archive_read_support_format_empty(archive) == ARCHIVE_OK
        else { return nil }  // `deinit` runs and frees the archive, since nothing is left to be initialized.
    }

    deinit { archive_read_free(archive) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        try open()
        if isAtEnd { return 0 }
        var count = Int(ARCHIVE_RETRY)
        while count == Int(ARCHIVE_RETRY) { count = archive_read_data(archive, buffer.baseAddress, buffer.count) }
        guard count >= 0 else { throw fault }
        if let fault = feed.fault { throw fault }
        if count == 0 { isAtEnd = true }
        return count
    }

    private func open() throws(StreamFault) {
        guard !isOpen else { return }
        isOpen = true
        // The feed outlives the archive: `deinit` frees the archive first, and the feed is freed after `deinit`.
        let client = Unmanaged.passUnretained(feed).toOpaque()
        guard archive_read_open(archive, client, nil, feedFilter, nil) == ARCHIVE_OK else { throw fault }
        var header: OpaquePointer?
        let status = archive_read_next_header(archive, &header)
        guard status == ARCHIVE_OK || status == ARCHIVE_EOF else { throw fault }
        // What unpacks to nothing has no entry to it.
        isAtEnd = status == ARCHIVE_EOF
        // Without a filter, bytes that are not packed at all would come out as they went in.
        guard archive_filter_count(archive) == 2 else {
            throw StreamFault(.damaged, "its bytes are not packed as is said of them")
        }
    }

    private var fault: StreamFault {
        if let fault = feed.fault { return fault }
        let text = archive_error_string(archive).map { String(cString: $0) } ?? "it can't be unpacked"
        // libarchive's own texts are plain ASCII, but they may quote what they found.
        return StreamFault(.damaged, String(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }))
    }
}

/// What libarchive reads from.
private final class Feed {
    let source: any ByteStream
    var fault: StreamFault?
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(_ source: any ByteStream) { self.source = source }

    deinit { buffer.deallocate() }
}

private func feedFilter(
    _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ start: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> la_ssize_t {
    guard let client, let start else { return la_ssize_t(ARCHIVE_FATAL) }
    let feed = Unmanaged<Feed>.fromOpaque(client).takeUnretainedValue()
    guard feed.fault == nil else { return la_ssize_t(ARCHIVE_FATAL) }
    do throws(StreamFault) {
        let count = try feed.source.read(into: feed.buffer)
        start.pointee = UnsafeRawPointer(feed.buffer.baseAddress)
        return la_ssize_t(count)
    } catch {
        feed.fault = error
        return la_ssize_t(ARCHIVE_FATAL)
    }
}
