/// The bytes of an entry as they lie in the file, held against the checksum for them.
///
/// The fault of a wrong checksum comes in place of the last bytes, so whoever has all bytes has the right ones.
package final class XarStoredStream: ByteStream {
    private let range: FileRange
    private let checksum: XarChecksum?
    private let digest: Digest?
    private var left: UInt64
    private var isChecked = false

    /// Opens the stored bytes of an entry; one without content has none.
    /// - Parameter heapStart: Where the heap of the archive begins in the file.
    package init(_ entry: XarEntry, heapStart: UInt64, in file: ReadableFile) throws(XarFault) {
        let data = entry.data
        let (offset, overflow) = heapStart.addingReportingOverflow(data?.offset ?? 0)
        guard !overflow else { throw .damagedEntry(name: entry.path, "it lies where no file reaches") }
        left = data?.length ?? 0
        range = FileRange(file, offset: offset, count: left)
        checksum = data?.archivedChecksum
        digest = checksum?.algorithm.map { Digest($0) }
    }

    /// Opens the stored bytes of an entry of an archive.
    package convenience init(_ entry: XarEntry, in archive: XarArchive) throws(XarFault) {
        try self.init(entry, heapStart: archive.heapStart, in: archive.file)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let count = try range.read(into: buffer)
        left -= UInt64(count)
        digest?.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if left == 0, !isChecked {
            isChecked = true
            if let digest, digest.finish() != checksum?.bytes {
                throw StreamFault(
                    .damaged, "its bytes in the file do not match their \(checksum?.style ?? "") checksum")
            }
        }
        return count
    }
}
