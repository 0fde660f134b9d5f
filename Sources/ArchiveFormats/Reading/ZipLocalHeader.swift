/// The header before an entry's content (APPNOTE.TXT 4.3.7).
enum ZipLocalHeader {
    /// Makes sure that the header says what the central directory says, and that the content ends where it may.
    static func compare(_ entry: ZipDirectoryEntry, in file: ReadableFile) throws(ZipFault) {
        let bytes = try file.zipBytes(at: entry.offset, count: 30 + entry.name.count)
        var reader = LittleEndianReader(bytes[...])
        guard reader.nextUInt32() == ZipSignature.localHeader.rawValue, reader.nextUInt16() != nil,
            let flags = reader.nextUInt16(), let method = reader.nextUInt16(),
            reader.nextUInt32() != nil, let checksum = reader.nextUInt32(),
            let compressedSize = reader.nextUInt32(), let size = reader.nextUInt32(),
            let nameLength = reader.nextUInt16(), let extraLength = reader.nextUInt16()
        else { throw .damagedEntry(name: entry.name, "its header does not lie where the central directory says") }
        let nameStart = entry.offset + 30
        let name = try file.zipBytes(at: nameStart, count: Int(nameLength))
        guard name == entry.name else { throw .twoNames(entry.name, name) }
        // Bit 0 encryption, bit 3 descriptor, bit 11 UTF-8: the others are hints.
        guard (flags ^ entry.flags) & (1 << 0 | 1 << 3 | 1 << 11) == 0, method == entry.method else {
            throw .damagedEntry(name: entry.name, "its header and the central directory differ in how it is kept")
        }
        let (contentStart, startOverflow) = nameStart.addingReportingOverflow(UInt64(nameLength) + UInt64(extraLength))
        let (contentEnd, overflow) = contentStart.addingReportingOverflow(entry.compressedSize)
        guard !startOverflow, !overflow, contentEnd <= entry.limit else {
            throw .damagedEntry(name: entry.name, "its content runs into what comes after it")
        }
        guard !entry.hasDescriptor else { return }
        let extra = try file.zipBytes(at: nameStart + UInt64(nameLength), count: Int(extraLength))
        var large = ZipExtraFields(extra[...]).zip64.map { LittleEndianReader($0) }
        let sizes = (ZipExtraFields.wide(size, from: &large), ZipExtraFields.wide(compressedSize, from: &large))
        guard sizes == (entry.size, entry.compressedSize), checksum == entry.checksum else {
            throw .damagedEntry(name: entry.name, "its header and the central directory differ in size or checksum")
        }
    }
}
