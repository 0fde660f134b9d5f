/// A file that is to be written into a xar: what the table of contents says of it.
package struct XarOutputMember: Sendable, Hashable {
    /// The ways of keeping a content that are written.
    package enum Encoding: Sendable, Hashable {
        /// As it is.
        case stored
        /// As a zlib stream.
        case zlib
    }

    /// The `id`, which no other entry has.
    package let id: Int
    /// The name.
    package let name: String
    /// Where its bytes lie, from the start of the heap; the table's checksum takes the first 20.
    package let offset: UInt64
    /// How many bytes lie there.
    package let length: UInt64
    /// How many bytes the content has, unpacked.
    package let size: UInt64
    /// How it is kept.
    package let encoding: Encoding
    /// The SHA-1 of the bytes as they lie there.
    package let archivedChecksum: [UInt8]
    /// The SHA-1 of the content.
    package let extractedChecksum: [UInt8]

    /// Creates a member.
    package init(
        id: Int, name: String, offset: UInt64, length: UInt64, size: UInt64, encoding: Encoding,
        archivedChecksum: [UInt8], extractedChecksum: [UInt8]
    ) {
        self.id = id
        self.name = name
        self.offset = offset
        self.length = length
        self.size = size
        self.encoding = encoding
        self.archivedChecksum = archivedChecksum
        self.extractedChecksum = extractedChecksum
    }
}
