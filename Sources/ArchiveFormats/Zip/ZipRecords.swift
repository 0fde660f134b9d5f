/// The records of a zip: pure functions from values to bytes.
///
/// A zip is, for each entry, a local header and the content; then the central directory, which has a header for each
/// entry; then the end records. All numbers have their lowest byte first. The source of every field is PKWARE's
/// APPNOTE.TXT 6.3.10, whose sections the comments name.
package enum ZipRecords {
    /// The longest name that a header can hold, in bytes.
    package static let longestName = 0xFFFF

    /// Whether a number needs a 64-bit field: the highest of 32 bits is no number, but says "see there" (4.4.8).
    package static func needsZip64(_ value: UInt64) -> Bool { value >= 0xFFFF_FFFF }

    /// Whether a number of entries needs a 64-bit field, by the same rule (4.4.21).
    package static func needsZip64(count: Int) -> Bool { count >= 0xFFFF }

    /// The length of the header before an entry's content.
    package static func localHeaderLength(_ member: ZipMember) -> Int {
        fixedLocalHeader + member.name.count + (isLarge(member) ? 20 : 0)
    }

    /// The length of a local header without the name, for the largest file.
    package static let largestLocalHeader = fixedLocalHeader + 20
    private static let fixedLocalHeader = 30

    private static func isLarge(_ member: ZipMember) -> Bool {
        needsZip64(member.size) || needsZip64(member.compressedSize)
    }

    /// The header before an entry's content (4.3.7).
    ///
    /// Its length depends on the name and the size of the content alone, so it can be written before the content is
    /// compressed and again afterwards.
    package static func localHeader(_ member: ZipMember) -> [UInt8] {
        let isLarge = isLarge(member)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(localHeaderLength(member))
        bytes.append(littleEndian: ZipSignature.localHeader.rawValue)
        appendCommonFields(of: member, isLarge: isLarge, to: &bytes)
        bytes.append(littleEndian: isLarge ? UInt32.max : UInt32(member.compressedSize))
        bytes.append(littleEndian: isLarge ? UInt32.max : UInt32(member.size))
        bytes.append(littleEndian: UInt16(member.name.count))
        bytes.append(littleEndian: UInt16(isLarge ? 20 : 0))
        bytes += member.name
        if isLarge {
            // In a local header the extra field must hold both sizes, whichever it was that needed it (4.5.3).
            appendZip64([member.size, member.compressedSize], to: &bytes)
        }
        return bytes
    }

    /// An entry's header in the central directory (4.3.12).
    /// - Parameter record: What the zip says of its making, in the header of the first entry: see ``ZipRecordField``. It
    ///   is the last part of the header.
    package static func centralHeader(_ member: ZipMember, record: [UInt8]? = nil) -> [UInt8] {
        // Here the extra field holds exactly the numbers that don't fit, in this order (4.5.3).
        let large = [member.size, member.compressedSize, member.offset].filter(needsZip64)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(46 + member.name.count + 28)
        bytes.append(littleEndian: ZipSignature.centralHeader.rawValue)
        bytes.append(littleEndian: madeBy)
        appendCommonFields(of: member, isLarge: !large.isEmpty, to: &bytes)
        bytes.append(littleEndian: clamped(member.compressedSize))
        bytes.append(littleEndian: clamped(member.size))
        bytes.append(littleEndian: UInt16(member.name.count))
        let field = record.map { ZipRecordField.field($0) } ?? []
        bytes.append(littleEndian: UInt16((large.isEmpty ? 0 : 4 + 8 * large.count) + field.count))
        bytes.append(littleEndian: UInt16(0))  // no comment
        bytes.append(littleEndian: UInt16(0))  // first disk
        bytes.append(littleEndian: UInt16(0))  // internal attributes: not said to be text
        bytes.append(littleEndian: externalAttributes(of: member))
        bytes.append(littleEndian: clamped(member.offset))
        bytes += member.name
        if !large.isEmpty { appendZip64(large, to: &bytes) }
        bytes += field
        return bytes
    }

    /// The records at the end: for a large zip the Zip64 end record and its locator, then the end record
    /// (4.3.14–4.3.16).
    /// - Parameters:
    ///   - count: How many entries there are.
    ///   - size: The size of the central directory in bytes.
    ///   - offset: Where it begins; these records follow it.
    package static func end(count: Int, size: UInt64, offset: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        if needsZip64(count: count) || needsZip64(size) || needsZip64(offset) {
            bytes.append(littleEndian: ZipSignature.zip64End.rawValue)
            bytes.append(littleEndian: UInt64(44))  // the bytes of this record that follow
            bytes.append(littleEndian: madeBy)
            bytes.append(littleEndian: UInt16(45))
            bytes.append(littleEndian: UInt32(0))  // this disk
            bytes.append(littleEndian: UInt32(0))  // the disk of the central directory
            bytes.append(littleEndian: UInt64(count))
            bytes.append(littleEndian: UInt64(count))
            bytes.append(littleEndian: size)
            bytes.append(littleEndian: offset)
            bytes.append(littleEndian: ZipSignature.zip64Locator.rawValue)
            bytes.append(littleEndian: UInt32(0))  // the disk of the record above
            bytes.append(littleEndian: offset + size)
            bytes.append(littleEndian: UInt32(1))  // how many disks there are
        }
        bytes.append(littleEndian: ZipSignature.end.rawValue)
        bytes.append(littleEndian: UInt16(0))
        bytes.append(littleEndian: UInt16(0))
        bytes.append(littleEndian: UInt16(min(count, 0xFFFF)))
        bytes.append(littleEndian: UInt16(min(count, 0xFFFF)))
        bytes.append(littleEndian: clamped(size))
        bytes.append(littleEndian: clamped(offset))
        bytes.append(littleEndian: UInt16(0))  // no comment
        return bytes
    }

    /// Made on Unix (3), which says that the external attributes hold a mode, by the rules of version 4.5 (4.4.2).
    private static let madeBy = UInt16(3 << 8 | 45)

    /// The fields that both headers have: version needed, flags, method, time, date, CRC-32.
    private static func appendCommonFields(of member: ZipMember, isLarge: Bool, to bytes: inout [UInt8]) {
        // 4.4.3: 1.0 is the least; 2.0 for folders and deflate; 4.5 for Zip64.
        let isPlain = member.method == .stored && member.kind != .directory
        bytes.append(littleEndian: UInt16(isLarge ? 45 : isPlain ? 10 : 20))
        // Bit 11: the name is UTF-8 (4.4.4). ASCII is the same either way, so old readers are not troubled with it.
        bytes.append(littleEndian: UInt16(member.name.contains { $0 >= 0x80 } ? 1 << 11 : 0))
        bytes.append(littleEndian: member.method.rawValue)
        bytes.append(littleEndian: member.time.time)
        bytes.append(littleEndian: member.time.date)
        bytes.append(littleEndian: member.checksum)
    }

    /// The Unix mode in the upper half, and in the lower one the MS-DOS mark of a folder (4.4.15).
    private static func externalAttributes(of member: ZipMember) -> UInt32 {
        let (type, mark): (UInt32, UInt32) =
            switch member.kind {
            case .file: (0o100000, 0)
            case .directory: (0o040000, 0x10)
            case .symlink: (0o120000, 0)
            }
        return (type | UInt32(member.permissions)) << 16 | mark
    }

    private static func appendZip64(_ numbers: [UInt64], to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt16(1))
        bytes.append(littleEndian: UInt16(8 * numbers.count))
        for number in numbers { bytes.append(littleEndian: number) }
    }

    private static func clamped(_ value: UInt64) -> UInt32 { UInt32(min(value, 0xFFFF_FFFF)) }
}

/// The four bytes that each record of a zip begins with: `PK` and two more.
package enum ZipSignature: UInt32, Sendable {
    /// Before an entry's content.
    case localHeader = 0x0403_4B50
    /// The record that may follow an entry's content; it may also do so without this.
    case descriptor = 0x0807_4B50
    /// An entry in the central directory.
    case centralHeader = 0x0201_4B50
    /// The end of a large zip's central directory.
    case zip64End = 0x0606_4B50
    /// Where that is.
    case zip64Locator = 0x0706_4B50
    /// The end of the zip.
    case end = 0x0605_4B50
}
