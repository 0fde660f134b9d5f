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
        guard !entry.hasDescriptor else { return try compareDescriptor(entry, at: contentEnd, in: file) }
        let extra = try file.zipBytes(at: nameStart + UInt64(nameLength), count: Int(extraLength))
        var large = ZipExtraFields(extra[...]).zip64.map { LittleEndianReader($0) }
        let sizes = (ZipExtraFields.wide(size, from: &large), ZipExtraFields.wide(compressedSize, from: &large))
        guard sizes == (entry.size, entry.compressedSize), checksum == entry.checksum else {
            throw .damagedEntry(name: entry.name, "its header and the central directory differ in size or checksum")
        }
    }

    /// Makes sure that the record behind the content (4.3.9) lies where the central directory has the content end, and
    /// says the same. Its signature may be missing, and its sizes have 32 or 64 bits.
    private static func compareDescriptor(
        _ entry: ZipDirectoryEntry, at start: UInt64, in file: ReadableFile
    ) throws(ZipFault) {
        // Some tools write none behind an entry without content.
        if entry.compressedSize == 0 { return }
        let room = Int(min(24, entry.limit - min(start, entry.limit)))
        let bytes = try file.zipBytes(at: start, count: room)
        for (isSigned, isWide) in [(true, false), (true, true), (false, false), (false, true)] {
            var reader = LittleEndianReader(bytes[...])
            if isSigned, reader.nextUInt32() != ZipSignature.descriptor.rawValue { continue }
            guard reader.nextUInt32() == entry.checksum else { continue }
            let sizes =
                isWide
                ? (reader.nextUInt64(), reader.nextUInt64())
                : (reader.nextUInt32().map(UInt64.init), reader.nextUInt32().map(UInt64.init))
            if sizes == (entry.compressedSize, entry.size) { return }
        }
        throw .damagedEntry(
            name: entry.name, "the record behind its content and the central directory differ in size or checksum")
    }
}
