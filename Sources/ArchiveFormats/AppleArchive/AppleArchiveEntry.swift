/// A moment as an Apple Archive has it.
package struct AppleArchiveTime: Sendable, Hashable {
    /// Seconds since 1970.
    package let seconds: Int64
    /// Nanoseconds on top, below 10⁹.
    package let nanoseconds: UInt32

    /// Takes both parts.
    package init(seconds: Int64, nanoseconds: UInt32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

/// What an entry of an Apple Archive says of itself.
package struct AppleArchiveEntry: Sendable, Hashable {
    /// The sort of object that an entry is.
    package enum Kind: Sendable, Hashable {
        /// A plain file.
        case file
        /// A folder.
        case directory
        /// A symbolic link.
        case symlink
        /// A named pipe.
        case fifo
        /// A device file.
        case device(Device)
        /// A socket.
        case socket
        /// No object of a file system, but word on the archive.
        case metadata
        /// Something else, with the letter that stands for it: a whiteout (W), a door (R), a port (T), or what is not
        /// known.
        case other(UInt8)
    }

    /// The sorts of device.
    package enum Device: Sendable, Hashable {
        /// One of characters.
        case character
        /// One of blocks.
        case block
    }

    /// A digest of the content that the archive holds, which is not compared here.
    package struct Digest: Sendable, Hashable {
        /// Its name for people: "SHA-256".
        package let name: String
        /// Its bytes.
        package let bytes: [UInt8]
    }

    /// What it is (TYP).
    package internal(set) var kind: Kind
    /// Its path as it is written, which anybody may have done; empty for the root, or where metadata has none (PAT).
    package internal(set) var path: [UInt8]
    /// What a link leads to (LNK).
    package internal(set) var linkTarget: [UInt8]?
    /// The permissions, in 12 bits, though more may be written (MOD).
    package internal(set) var mode: UInt16?
    /// The owner (UID).
    package internal(set) var userID: UInt64?
    /// The group (GID).
    package internal(set) var groupID: UInt64?
    /// BSD's file flags (FLG).
    package internal(set) var flags: UInt64?
    /// When it was changed (MTM).
    package internal(set) var modificationTime: AppleArchiveTime?
    /// When it was made (CTM).
    package internal(set) var creationTime: AppleArchiveTime?
    /// When it was last backed up (BTM).
    package internal(set) var backupTime: AppleArchiveTime?
    /// Where its content lies in the unpacked stream (DAT); within its bounds.
    package internal(set) var data: Range<UInt64>?
    /// Whether it has extended attributes (XAT).
    package internal(set) var hasExtendedAttributes = false
    /// Whether it has an access control list (ACL).
    package internal(set) var hasAccessControlList = false
    /// The size that it says it has (SIZ), which need not be that of the content.
    package internal(set) var declaredSize: UInt64?
    /// The CRC-32 of the content, as its four bytes are written (CKS); not compared.
    package internal(set) var checksum: [UInt8]?
    /// The digests of the content in the order they are written (SH1, SH2, SH3, SH5).
    package internal(set) var digests: [Digest] = []
    /// The keys of all fields in their order, each with the character of its type: "TYP1".
    package internal(set) var fieldKeys: [String] = []
    /// Where its header lies in the unpacked stream.
    package internal(set) var header: Range<UInt64>
    /// Where the header and all that belongs to it end in the unpacked stream; the next entry begins there.
    package internal(set) var end: UInt64
}

extension AppleArchiveEntry.Kind {
    /// Takes the letter that stands for it.
    package init(_ letter: UInt8) {
        self =
            switch letter {
            case UInt8(ascii: "F"): .file
            case UInt8(ascii: "D"): .directory
            case UInt8(ascii: "L"): .symlink
            case UInt8(ascii: "P"): .fifo
            case UInt8(ascii: "C"): .device(.character)
            case UInt8(ascii: "B"): .device(.block)
            case UInt8(ascii: "S"): .socket
            case UInt8(ascii: "M"): .metadata
            default: .other(letter)
            }
    }

    /// The letter that stands for it.
    package var letter: UInt8 {
        switch self {
        case .file: UInt8(ascii: "F")
        case .directory: UInt8(ascii: "D")
        case .symlink: UInt8(ascii: "L")
        case .fifo: UInt8(ascii: "P")
        case .device(.character): UInt8(ascii: "C")
        case .device(.block): UInt8(ascii: "B")
        case .socket: UInt8(ascii: "S")
        case .metadata: UInt8(ascii: "M")
        case .other(let letter): letter
        }
    }
}
