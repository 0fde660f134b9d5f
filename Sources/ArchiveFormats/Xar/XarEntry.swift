/// An entry of a xar's table of contents.
package struct XarEntry: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        /// A file with content.
        case file
        /// A folder.
        case directory
        /// A symbolic link.
        case symlink
        /// A hard link: to another entry, or the one that has the content.
        case hardlink
        /// Anything else, by its name in the table.
        case other(String)

        init(_ name: String?) {
            switch name {
            case nil, "file": self = .file
            case "directory": self = .directory
            case "symlink": self = .symlink
            case "hardlink": self = .hardlink
            case .some(let name): self = .other(name)
            }
        }
    }

    /// The names from the top down, joined with "/".
    package let path: [UInt8]
    /// What it is.
    package let kind: Kind
    /// Where its content lies; `nil` for an empty file, and for what has none.
    package let data: XarData?
    /// The permissions, type bits included where they are written; `nil` where they are missing or no number.
    package let mode: UInt16?
    /// The owner's name.
    package let user: String?
    /// The group's name.
    package let group: String?
    /// The `id` in the table.
    package let identifier: String?
    /// Where a symbolic link leads.
    package let linkTarget: String?
    /// The names of the extended attributes; one without a name counts as "".
    package let extendedAttributes: [String]
}

/// Where the content of an entry lies and what it must be.
package struct XarData: Sendable, Hashable {
    /// From the start of the heap.
    package let offset: UInt64
    /// The bytes in the file.
    package let length: UInt64
    /// The bytes of the content, unpacked.
    package let size: UInt64
    /// How the content is kept.
    package let encoding: XarEncoding
    /// The checksum of the bytes in the file.
    package let archivedChecksum: XarChecksum?
    /// The checksum of the content.
    package let extractedChecksum: XarChecksum?
}

/// How the content of an entry is kept.
package enum XarEncoding: Sendable, Hashable {
    /// As it is.
    case stored
    /// As a zlib stream. The table says `application/x-gzip`.
    case zlib
    /// As bzip2.
    case bzip2
    /// As LZMA without a container.
    case lzma
    /// As xz.
    case xz
    /// In some other way, by its name in the table.
    case other(String)

    /// Takes the style as the table writes it; content without one is stored.
    init(style: String?) {
        switch style {
        case nil, "application/octet-stream": self = .stored
        case "application/x-gzip", "application/zlib": self = .zlib
        case "application/x-bzip2": self = .bzip2
        case "application/x-lzma": self = .lzma
        case "application/x-xz": self = .xz
        case .some(let style): self = .other(style)
        }
    }
}

/// A checksum as the table of contents gives it.
package struct XarChecksum: Sendable, Hashable {
    /// The style as it is written.
    package let style: String
    /// The digest of that name; `nil` where it is not known.
    package let algorithm: DigestAlgorithm?
    /// The value; empty where the digest is not known.
    package let bytes: [UInt8]
}

/// A signature over the checksum of the table of contents.
package struct XarSignature: Sendable, Hashable {
    /// `RSA` or `CMS`.
    package let style: String
    /// From the start of the heap.
    package let offset: UInt64
    /// The bytes that are kept for it.
    package let size: UInt64
    /// The certificates in DER, in the order of the table: the signer's comes first.
    package let certificates: [[UInt8]]
}

/// Where the checksum of the table of contents lies.
package struct XarTableChecksum: Sendable, Hashable {
    /// The style as it is written.
    package let style: String
    /// From the start of the heap.
    package let offset: UInt64
    /// The bytes of it.
    package let size: UInt64
}
