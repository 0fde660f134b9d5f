/// The content of one entry of a zip, held to the size and checksum that the central directory gives.
///
/// What is stored or deflated, as nearly everything is, is unpacked here; the rest by libarchive.
package final class ZipEntryStream {
    /// Why the content can't be had; a clause.
    package struct Fault: Error, Sendable, Hashable {
        /// The reason.
        package let reason: String
    }

    private let entry: ZipDirectoryEntry
    private let bytes: any ZipEntryBytes
    private var count: UInt64 = 0
    private var checksum = CRC32()
    private var isAtEnd = false

    /// Opens an entry.
    /// - Parameter scratch: Memory for the work, which may have served for entries before.
    package init(
        _ entry: ZipDirectoryEntry, in file: ReadableFile, with scratch: ZipScratch = ZipScratch()
    ) throws(Fault) {
        self.entry = entry
        bytes = try Self.bytes(of: entry, in: file, with: scratch)
    }

    private static func bytes(
        of entry: ZipDirectoryEntry, in file: ReadableFile, with scratch: ZipScratch
    ) throws(Fault) -> any ZipEntryBytes {
        switch entry.method {
        case 0 where !entry.isEncrypted: StoredZipEntry(try ZipContentRange(of: entry, in: file))
        case 8 where !entry.isEncrypted: DeflatedZipEntry(try ZipContentRange(of: entry, in: file), entry, scratch)
        default: try ForeignZipEntry(entry, in: file)
        }
    }

    /// Reads the next bytes into `buffer`.
    ///
    /// An entry is unpacked fastest where `buffer` takes all of it.
    /// - Returns: how many bytes were read; 0 at the end only.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        let read = try bytes.read(into: buffer)
        count += UInt64(read)
        checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
        guard count <= entry.size else { throw Fault(reason: "it holds more than its \(entry.size) bytes") }
        if read == 0 {
            isAtEnd = true
            guard count == entry.size else { throw Fault(reason: "it ends after \(count) of its \(entry.size) bytes") }
            guard checksum.value == entry.checksum else { throw Fault(reason: "its bytes do not match its checksum") }
        }
        return read
    }
}

/// A way to the bytes that come of an entry.
protocol ZipEntryBytes: AnyObject {
    /// Reads the next bytes into `buffer`, which is not empty.
    /// - Returns: how many bytes were read; 0 at the end only.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int
}

/// Where the content of an entry lies in its zip.
struct ZipContentRange {
    let file: ReadableFile
    private(set) var position: UInt64
    /// How many bytes are still to be read.
    private(set) var remaining: UInt64

    /// Finds the content behind the local header (APPNOTE.TXT 4.3.7), of which the rest was compared before.
    init(of entry: ZipDirectoryEntry, in file: ReadableFile) throws(ZipEntryStream.Fault) {
        self.file = file
        let header: [UInt8]
        do throws(SystemError) { header = try file.bytes(at: entry.offset, count: 30) } catch {
            throw ZipEntryStream.Fault(reason: error.text)
        }
        var reader = LittleEndianReader(header[...])
        guard reader.nextUInt32() == ZipSignature.localHeader.rawValue, reader.take(22) != nil,
            let nameLength = reader.nextUInt16(), let extraLength = reader.nextUInt16()
        else { throw ZipEntryStream.Fault(reason: "its header does not lie where the central directory says") }
        let (start, overflow) = entry.offset.addingReportingOverflow(30 + UInt64(nameLength) + UInt64(extraLength))
        guard !overflow, start <= entry.limit, entry.compressedSize <= entry.limit - start else {
            throw ZipEntryStream.Fault(reason: "its content runs into what comes after it")
        }
        (position, remaining) = (start, entry.compressedSize)
    }

    /// Reads the next bytes: as many as `buffer` takes, or as there are.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int {
        let wanted = Int(min(UInt64(buffer.count), remaining))
        let count: Int
        do throws(SystemError) {
            count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
        } catch {
            throw ZipEntryStream.Fault(reason: error.text)
        }
        guard count == wanted else { throw ZipEntryStream.Fault(reason: "the zip ends within its bytes") }
        position += UInt64(count)
        remaining -= UInt64(count)
        return count
    }
}

/// An entry that is stored as it is (method 0).
private final class StoredZipEntry: ZipEntryBytes {
    private var range: ZipContentRange

    init(_ range: ZipContentRange) { self.range = range }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipEntryStream.Fault) -> Int {
        try range.read(into: buffer)
    }
}
