/// The content of an entry, unpacked, and held to its size and to both of its checksums.
///
/// What is wrong with the whole comes in place of the last bytes, so whoever has `size` bytes has the right ones.
package final class XarMemberStream: ByteStream {
    private let stored: XarStoredStream
    private let unpacked: any ByteStream
    private let inflater: ZlibInflater?
    private let checksum: XarChecksum?
    private let digest: Digest?
    private let size: UInt64
    private var count: UInt64 = 0
    private var isChecked = false

    /// Opens an entry; one without content is empty.
    /// - Throws: that it is kept in a way that is not read, or that what the table says of it can't be.
    /// - Parameter heapStart: Where the heap of the archive begins in the file.
    package init(_ entry: XarEntry, heapStart: UInt64, in file: ReadableFile) throws(XarFault) {
        let stored = try XarStoredStream(entry, heapStart: heapStart, in: file)
        let data = entry.data
        self.stored = stored
        size = data?.size ?? 0
        checksum = data?.extractedChecksum
        // Some writers give an empty file a place and a way of packing, but not a byte.
        let encoding = data?.length == 0 ? .stored : data?.encoding ?? .stored
        // What is stored has the same bytes in the file, where they are held against a checksum already.
        let isProvedInFile = encoding == .stored && checksum == data?.archivedChecksum
        digest = isProvedInFile ? nil : checksum?.algorithm.map { Digest($0) }
        var inflater: ZlibInflater?
        switch encoding {
        case .stored:
            guard data?.length ?? 0 == size else {
                throw .damagedEntry(name: entry.path, "it is not packed, yet has one size packed and another unpacked")
            }
            unpacked = stored
        case .zlib:
            inflater = ZlibInflater(stored)
            guard let inflater else {
                throw .damagedEntry(name: entry.path, "there is not the memory to unpack it")
            }
            unpacked = inflater
        case .bzip2: unpacked = try Self.filter(.bzip2, stored, of: entry)
        case .lzma: unpacked = try Self.filter(.lzma, stored, of: entry)
        case .xz: unpacked = try Self.filter(.xz, stored, of: entry)
        case .other(let style):
            let name = String(decoding: entry.path, as: UTF8.self)
            throw .unsupported("'\(name)' is packed as '\(style)', which is not read")
        }
        self.inflater = inflater
    }

    /// Opens an entry of an archive.
    package convenience init(_ entry: XarEntry, in archive: XarArchive) throws(XarFault) {
        try self.init(entry, heapStart: archive.heapStart, in: archive.file)
    }

    private static func filter(
        _ kind: FilterStream.Kind, _ source: any ByteStream, of entry: XarEntry
    ) throws(XarFault) -> FilterStream {
        guard let stream = FilterStream(kind, source) else {
            throw .damagedEntry(name: entry.path, "there is not the memory to unpack it")
        }
        return stream
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        guard !isChecked, !buffer.isEmpty else { return 0 }
        let wanted = Int(min(UInt64(buffer.count), size - count))
        var read = 0
        if wanted > 0 {
            read = try unpacked.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            guard read > 0 else { throw StreamFault(.damaged, "it ends after \(count) of its \(size) bytes") }
            digest?.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
            count += UInt64(read)
        }
        if count == size { try finish() }
        return read
    }

    /// Makes sure that nothing follows, and compares the checksums: first that of the bytes in the file.
    private func finish() throws(StreamFault) {
        isChecked = true
        guard try unpacked.bytes(1).isEmpty else { throw StreamFault(.damaged, "it holds more than its \(size) bytes") }
        let rest = try inflater?.drain() ?? 0
        while try !stored.bytes(64 * 1024).isEmpty {}
        guard rest == 0 else { throw StreamFault(.damaged, "\(rest) bytes stand behind the end of what is packed") }
        if let digest, digest.finish() != checksum?.bytes {
            throw StreamFault(.damaged, "its bytes do not match their \(checksum?.style ?? "") checksum")
        }
    }
}
