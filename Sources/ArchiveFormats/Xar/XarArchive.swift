/// A xar: a header, a table of contents in XML, and a heap in which the table says what lies where.
///
/// Only the table is read here and held against its checksum; contents are read by ``XarMemberStream``. All that the
/// table says is judged before any of it is used, and nothing is reserved for a size because it says so.
package struct XarArchive: Sendable {
    /// The file.
    package let file: ReadableFile
    /// The fixed fields at its start.
    package let header: XarHeader
    /// Where the heap starts in the file: behind the header and the table. With a header of 28 bytes, as all of Apple's
    /// are, that is where Apple's reader has it start; see ``XarRemark/headerSize(_:)`` for others.
    package let heapStart: UInt64
    /// When it was made, as it is written.
    package let creationTime: String?
    /// What it says of its making, where it is a package of ours; word for word.
    package let record: String?
    /// Where the checksum of the table lies; `nil` where the table names none.
    package let tableOfContentsChecksum: XarTableChecksum?
    /// The entries, each folder before what lies in it, in the order of the table.
    package let entries: [XarEntry]
    /// The signatures in the order of the table. They are not verified.
    package let signatures: [XarSignature]
    /// What is odd, in a fixed order.
    package let remarks: [XarRemark]
    /// How many bytes stand behind the last that the table speaks of: leavings of a packer's memory, or the ticket of
    /// a notarised package.
    package let trailingBytes: UInt64

    /// The bytes that a table of contents may take in the file.
    package static let largestCompressedTable: UInt64 = 64 << 20

    /// Reads the table of contents.
    package init(of file: ReadableFile) throws(XarFault) {
        let header = try XarHeader(of: file)
        let xml = try Self.tableBytes(header, in: file)
        let raw = try XarTableParser.parse(xml.bytes)
        let checking = try XarTableChecking(raw, header: header, in: file)
        let table = try XarTable(raw)
        var ranges = table.ranges
        if let checksum = checking.checksum {
            // First, so that of two that clash the other is told of.
            ranges.insert(XarHeapRange(offset: checksum.offset, length: checksum.size, owner: .tableChecksum), at: 0)
        }
        let heapSize = file.size - header.heapStart
        let end = try XarHeapRange.check(ranges, heapSize: heapSize) { table.entries[$0].path }
        self.file = file
        self.header = header
        heapStart = header.heapStart
        creationTime = raw.creationTime
        record = raw.record
        tableOfContentsChecksum = checking.checksum
        entries = table.entries
        signatures = table.signatures
        remarks =
            (xml.rest > 0 ? [.bytesBehindTable(xml.rest)] : []) + checking.remarks + table.remarks
        trailingBytes = heapSize - end
    }

    /// Unpacks the XML.
    /// - Returns: it, and how many of the table's bytes in the file stand behind the end of the zlib stream.
    private static func tableBytes(
        _ header: XarHeader, in file: ReadableFile
    ) throws(XarFault) -> (bytes: [UInt8], rest: UInt64) {
        guard (28...64).contains(header.headerSize) else {
            throw .damaged("its header claims to have \(header.headerSize) bytes")
        }
        guard header.compressedLength <= largestCompressedTable,
            header.uncompressedLength <= UInt64(XarTableParser.largestTable)
        else {
            throw .damaged(
                "its table of contents claims \(header.compressedLength) bytes, "
                    + "and \(header.uncompressedLength) when it is unpacked")
        }
        guard header.heapStart <= file.size else {
            throw .truncated("it ends within its table of contents")
        }
        let source = FileRange(file, offset: UInt64(header.headerSize), count: header.compressedLength)
        guard let inflater = ZlibInflater(source) else {
            throw .damaged("there is not the memory to unpack its table of contents")
        }
        let bytes: [UInt8]
        let rest: UInt64
        do throws(StreamFault) {
            // One byte more than it should be shows that it is more; the rest of a bomb is not unpacked.
            bytes = try inflater.bytes(upTo: Int(header.uncompressedLength) + 1)
            rest = try inflater.drain()
        } catch {
            throw .damaged("its table of contents can't be unpacked: \(error.reason)")
        }
        guard UInt64(bytes.count) == header.uncompressedLength else {
            let comparison = UInt64(bytes.count) < header.uncompressedLength ? "fewer" : "more"
            throw .damaged(
                "its table of contents has \(comparison) than the \(header.uncompressedLength) bytes that its header names"
            )
        }
        return (bytes, rest)
    }
}
