/// The extra field of ours in a zip: a text about the making of the whole, in the central directory's header of the first
/// entry.
///
/// APPNOTE.TXT 4.5 has a field begin with a number that tells whose it is, and its length. PKWARE keeps the numbers up to
/// 31 and lists others that are in use (4.6.1); this one, `ik` in ASCII, is not among them. A reader passes over a field
/// that it does not know. The local header has none, so that its length stays what the name gives.
package enum ZipRecordField {
    /// The number of the field.
    static let identifier: UInt16 = 0x6B69

    /// The field with its text, of at most 65,531 bytes.
    static func field(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: identifier)
        bytes.append(littleEndian: UInt16(text.count))
        return bytes + text
    }

    /// What is found of it in a zip.
    package struct Found: Sendable {
        /// The text.
        package let text: [UInt8]
        /// Where it stands in the file.
        package let position: UInt64
        /// Where the central directory begins.
        package let directory: UInt64
    }

    /// Finds the text in a zip, of which nothing else is judged; `nil` where there is none.
    /// - Parameter longest: The most bytes that it may have.
    package static func find(in file: ReadableFile, longest: Int) throws(ZipFault) -> Found? {
        let end = try ZipEnd(of: file)
        // The header of the first entry: 46 bytes, the name, the extra fields (4.3.12).
        let header = try file.zipBytes(at: end.offset, count: 46)
        var reader = LittleEndianReader(header[...])
        guard reader.nextUInt32() == ZipSignature.centralHeader.rawValue, reader.take(24) != nil,
            let nameLength = reader.nextUInt16(), let extraLength = reader.nextUInt16()
        else { return nil }
        let start = end.offset + 46 + UInt64(nameLength)
        let extra = try file.zipBytes(at: start, count: Int(extraLength))
        var fields = LittleEndianReader(extra[...])
        while let kind = fields.nextUInt16(), let length = fields.nextUInt16(), let content = fields.take(Int(length)) {
            guard kind == identifier else { continue }
            guard content.count <= longest else { return nil }
            return Found(
                text: Array(content), position: start + UInt64(content.startIndex), directory: end.offset)
        }
        return nil
    }
}
