/// What a bill of materials says of one path.
package struct BomEntry: Sendable, Hashable {
    /// What stands at a path.
    package enum Kind: Sendable, Hashable {
        /// A plain file.
        case file
        /// A folder.
        case directory
        /// A symbolic link, and what it points to.
        case symlink(target: [UInt8])
        /// A block or character device.
        case device
    }

    /// The path as the payload has it: `.` for the root, `./a/b` for the others.
    package var path: [UInt8]
    /// What it is.
    package var kind: Kind
    /// The mode with the bits of the type (0o100644, 0o40755, 0o120755).
    package var mode: UInt16
    /// The owner.
    package var uid: UInt32
    /// The group.
    package var gid: UInt32
    /// The modification time in seconds since 1970.
    package var modificationTime: UInt32
    /// The size in bytes; of a folder, what the system that packed it reports (34 for each link on HFS+).
    package var size: UInt64
    /// The POSIX checksum of a file's bytes, the number of a device, 0 for a folder.
    package var checksum: UInt32

    /// Creates an entry.
    ///
    /// For a link, size and checksum need not be given: a Bom is written with those of the target.
    package init(
        path: [UInt8], kind: Kind, mode: UInt16, uid: UInt32 = 0, gid: UInt32 = 0, modificationTime: UInt32,
        size: UInt64 = 0, checksum: UInt32 = 0
    ) {
        self.path = path
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.modificationTime = modificationTime
        self.size = size
        self.checksum = checksum
    }
}
