/// One entry of a zip as its headers describe it; what `ZipRecords` turns into bytes.
package struct ZipMember: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        /// A plain file.
        case file
        /// A folder; its name ends in `/`.
        case directory
        /// A symbolic link; its content is the target.
        case symlink
    }

    /// How the content is kept.
    package enum Method: UInt16, Sendable {
        /// As it is.
        case stored = 0
        /// As a deflate stream.
        case deflated = 8
    }

    /// The name, with `/` between its parts, and at the end of a folder's.
    package var name: [UInt8]
    /// What it is.
    package var kind: Kind
    /// The permission bits.
    package var permissions: UInt16
    /// The modification time.
    package var time: ZipTime
    /// How the content is kept.
    package var method: Method
    /// The CRC-32 of the content.
    package var checksum: UInt32
    /// The size of the content in bytes.
    package var size: UInt64
    /// The size that it takes in the zip.
    package var compressedSize: UInt64
    /// Where the local header is, counted from the start of the zip.
    package var offset: UInt64

    /// Creates an entry; without the later arguments, one that has no content.
    package init(
        name: [UInt8], kind: Kind, permissions: UInt16, time: ZipTime, method: Method = .stored, checksum: UInt32 = 0,
        size: UInt64 = 0, compressedSize: UInt64 = 0, offset: UInt64 = 0
    ) {
        self.name = name
        self.kind = kind
        self.permissions = permissions
        self.time = time
        self.method = method
        self.checksum = checksum
        self.size = size
        self.compressedSize = compressedSize
        self.offset = offset
    }
}
