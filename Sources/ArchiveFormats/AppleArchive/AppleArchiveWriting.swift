/// The bytes of an Apple Archive beside contents: headers of entries, of the file and of blocks.
package enum AppleArchiveWriting {
    /// The size of a block that Apple's tools take.
    package static let blockSize: UInt64 = 4 << 20

    /// The header of an entry, behind which its content stands.
    ///
    /// The fields have the order that an archive of Apple's has, and as there each number takes as few bytes as hold it,
    /// but permissions two; a time has nanoseconds only where there are some.
    /// - Throws: that the path or the link is so long that 65,535 bytes don't hold the header.
    package static func header(of entry: AppleArchiveOutputEntry) throws(AppleArchiveFault) -> [UInt8] {
        var fields = Array("TYP1".utf8) + [entry.kind.letter]
        try append("PAT", entry.path, to: &fields)
        if let target = entry.linkTarget { try append("LNK", target, to: &fields) }
        append("UID", entry.userID, to: &fields)
        append("GID", entry.groupID, to: &fields)
        fields += Array("MOD2".utf8)
        fields.append(littleEndian: entry.mode)
        append("FLG", entry.flags, to: &fields)
        append("CTM", entry.creationTime, to: &fields)
        append("MTM", entry.modificationTime, to: &fields)
        if let size = entry.dataSize { append(blob: "DAT", size, to: &fields) }
        let (size, magic) = (AppleArchiveHeader.fixedSize + fields.count, AppleArchiveHeader.magics[0])
        guard let size = UInt16(exactly: size) else { throw tooLong(size) }
        var header = magic
        header.append(littleEndian: size)
        return header + fields
    }

    /// What stands before the first block.
    /// - Parameter blockSize: the most that a block unpacks to.
    package static func containerHeader(compression: AppleArchiveCompression, blockSize: UInt64) -> [UInt8] {
        var bytes = Array("pbz".utf8) + [compression.byte]
        bytes.append(bigEndian: blockSize)
        return bytes
    }

    /// What stands before the bytes of a block.
    /// - Parameters:
    ///   - unpackedSize: the size unpacked, at most that of `containerHeader`.
    ///   - packed: the size of the bytes that follow, which are stored as they are where it is the same, and never more.
    package static func block(unpackedSize: Int, packed: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(unpackedSize))
        bytes.append(bigEndian: UInt64(packed))
        return bytes
    }

    // MARK: Fields

    private static func append(
        _ key: String, _ text: [UInt8], to fields: inout [UInt8]
    ) throws(AppleArchiveFault) {
        guard let count = UInt16(exactly: text.count) else { throw tooLong(text.count) }
        fields += key.utf8
        fields.append(UInt8(ascii: "P"))
        fields.append(littleEndian: count)
        fields += text
    }

    private static func append(_ key: String, _ number: UInt64, to fields: inout [UInt8]) {
        fields += key.utf8
        if let number = UInt8(exactly: number) {
            fields += [UInt8(ascii: "1"), number]
        } else if let number = UInt16(exactly: number) {
            fields.append(UInt8(ascii: "2"))
            fields.append(littleEndian: number)
        } else if let number = UInt32(exactly: number) {
            fields.append(UInt8(ascii: "4"))
            fields.append(littleEndian: number)
        } else {
            fields.append(UInt8(ascii: "8"))
            fields.append(littleEndian: number)
        }
    }

    private static func append(_ key: String, _ time: AppleArchiveTime, to fields: inout [UInt8]) {
        fields += key.utf8
        fields.append(UInt8(ascii: time.nanoseconds == 0 ? "S" : "T"))
        fields.append(littleEndian: UInt64(bitPattern: time.seconds))
        if time.nanoseconds != 0 { fields.append(littleEndian: time.nanoseconds) }
    }

    private static func append(blob key: String, _ size: UInt64, to fields: inout [UInt8]) {
        fields += key.utf8
        if let size = UInt16(exactly: size) {
            fields.append(UInt8(ascii: "A"))
            fields.append(littleEndian: size)
        } else if let size = UInt32(exactly: size) {
            fields.append(UInt8(ascii: "B"))
            fields.append(littleEndian: size)
        } else {
            fields.append(UInt8(ascii: "C"))
            fields.append(littleEndian: size)
        }
    }

    private static func tooLong(_ count: Int) -> AppleArchiveFault {
        .unsupported("the header of an entry would have \(count) bytes or more, where 65535 are the most")
    }
}
