/// An entry as the central directory of a zip describes it (APPNOTE.TXT 4.3.12); nothing in it is to be trusted.
package struct ZipDirectoryEntry: Sendable, Hashable {
    /// The name, in whatever encoding.
    package let name: [UInt8]
    /// The system that the zip was made on: 3 is Unix, 19 macOS, 0 MS-DOS (4.4.2).
    package let system: UInt8
    /// The version of the format that a reader needs, times ten (4.4.3).
    package let versionNeeded: UInt8
    /// The flags (4.4.4).
    package let flags: UInt16
    /// The compression method.
    package let method: UInt16
    /// The CRC-32 of the content.
    package let checksum: UInt32
    /// The size that it takes in the zip.
    package let compressedSize: UInt64
    /// The size of the content.
    package let size: UInt64
    /// The external attributes (4.4.15).
    package let externalAttributes: UInt32
    /// Where the local header is.
    package let offset: UInt64
    /// The modification time in seconds since 1970: from the extended timestamp where there is one, else the MS-DOS
    /// fields taken as UTC.
    package let modificationTime: Int64
    /// Whether the extra fields end where they say.
    package let hasWholeExtraFields: Bool
    /// Where the bytes end that can be this entry's: the next header, or the central directory.
    package internal(set) var limit: UInt64 = 0

    /// Whether the content is encrypted: bit 0, strongly (bit 6), or a central directory that hides the names (bit 13).
    package var isEncrypted: Bool { flags & (1 << 0 | 1 << 6 | 1 << 13) != 0 }

    /// Whether checksum and sizes follow the content, so that the local header may lack them.
    package var hasDescriptor: Bool { flags & 1 << 3 != 0 }

    /// The Unix mode, type bits and all, where the zip was made on a system that has one.
    package var unixMode: UInt16? { system == 3 || system == 19 ? UInt16(externalAttributes >> 16) : nil }

    /// Whether the MS-DOS attributes say that it is a folder.
    package var hasDirectoryAttribute: Bool { externalAttributes & 0x10 != 0 }

    /// Reads the next header; `nil` where there is none.
    init?(_ reader: inout LittleEndianReader) {
        guard reader.nextUInt32() == ZipSignature.centralHeader.rawValue,
            let madeBy = reader.nextUInt16(), let versionNeeded = reader.nextUInt16(),
            let flags = reader.nextUInt16(), let method = reader.nextUInt16(),
            let time = reader.nextUInt16(), let date = reader.nextUInt16(),
            let checksum = reader.nextUInt32(),
            let compressedSize = reader.nextUInt32(), let size = reader.nextUInt32(),
            let nameLength = reader.nextUInt16(), let extraLength = reader.nextUInt16(),
            let commentLength = reader.nextUInt16(), reader.nextUInt16() != nil,
            reader.nextUInt16() != nil,
            let externalAttributes = reader.nextUInt32(), let offset = reader.nextUInt32(),
            let name = reader.take(Int(nameLength)), let extra = reader.take(Int(extraLength)),
            reader.take(Int(commentLength)) != nil
        else { return nil }
        let fields = ZipExtraFields(extra)
        var large = fields.zip64.map { LittleEndianReader($0) }
        self.name = Array(name)
        system = UInt8(madeBy >> 8)
        self.versionNeeded = UInt8(truncatingIfNeeded: versionNeeded)
        self.flags = flags
        self.method = method
        self.checksum = checksum
        self.size = ZipExtraFields.wide(size, from: &large)
        self.compressedSize = ZipExtraFields.wide(compressedSize, from: &large)
        self.offset = ZipExtraFields.wide(offset, from: &large)
        self.externalAttributes = externalAttributes
        hasWholeExtraFields = fields.areWhole
        modificationTime = fields.modificationTime ?? ZipTime(date: date, time: time).secondsSince1970
    }
}
