/// What a cpio archive says of one entry, and the header that it stands in.
///
/// A payload has the form that POSIX calls portable and others `odc`: the magic `070707`, then numbers in octal digits,
/// then the name and a NUL, then the data; nothing is aligned.
package struct CpioHeader: Sendable, Hashable {
    /// The number of the file; what has the same and more than one link is one file. Apple counts entries from 0.
    package var ino: UInt32
    /// The mode with the bits of the type.
    package var mode: UInt32
    /// The count of links; Apple gives a folder 2 more than it has children, and a file 1.
    package var nlink: UInt32
    /// The modification time in seconds since 1970.
    package var modificationTime: UInt64
    /// The path, without the NUL.
    package var name: [UInt8]
    /// The size of the data in bytes; the data of a symbolic link is its target.
    package var size: UInt64
    /// The owner.
    package var uid: UInt32
    /// The group.
    package var gid: UInt32
    /// The device that the file was on.
    package var dev: UInt32
    /// The number of a device.
    package var rdev: UInt32

    /// Creates an entry.
    package init(
        ino: UInt32, mode: UInt32, nlink: UInt32, modificationTime: UInt64, name: [UInt8], size: UInt64,
        uid: UInt32 = 0, gid: UInt32 = 0, dev: UInt32 = 0, rdev: UInt32 = 0
    ) {
        self.ino = ino
        self.mode = mode
        self.nlink = nlink
        self.modificationTime = modificationTime
        self.name = name
        self.size = size
        self.uid = uid
        self.gid = gid
        self.dev = dev
        self.rdev = rdev
    }

    /// The largest size that 11 octal digits express: one byte less than 8 GiB.
    package static let largestFile: UInt64 = 8 << 30 - 1
    /// The most entries whose numbers 6 octal digits express, that of the trailer among them. What Apple does beyond is
    /// not known.
    package static let mostEntries = 262_143
    /// The length of a header without the name.
    package static let fixedSize = 76
    /// The name of the entry after the last.
    package static let trailerName = Array("TRAILER!!!".utf8)

    /// The header with its name and NUL.
    ///
    /// A count of links that is too large becomes the largest: a folder with that many children is no less a folder.
    /// Whoever writes sees to it that the other numbers fit; of one that does not, the low digits are written.
    package func bytes() -> [UInt8] {
        var bytes = Array("070707".utf8)
        bytes.reserveCapacity(Self.fixedSize + name.count + 1)
        let largest: UInt32 = 0o777777
        for number in [dev, ino, mode, uid, gid, min(nlink, largest), rdev] {
            Self.append(UInt64(number), digits: 6, to: &bytes)
        }
        Self.append(modificationTime, digits: 11, to: &bytes)
        Self.append(UInt64(name.count) + 1, digits: 6, to: &bytes)
        Self.append(size, digits: 11, to: &bytes)
        bytes += name
        bytes.append(0)
        return bytes
    }

    /// The entry that ends an archive.
    /// - Parameter ino: The count of the entries before it.
    package static func trailer(ino: UInt32) -> [UInt8] {
        CpioHeader(ino: ino, mode: 0, nlink: 1, modificationTime: 0, name: trailerName, size: 0).bytes()
    }

    /// How many NULs go behind the trailer: up to a multiple of 512 bytes.
    package static func padding(afterBytes count: UInt64) -> Int { Int((512 - count % 512) % 512) }

    private static func append(_ number: UInt64, digits: Int, to bytes: inout [UInt8]) {
        for position in (0..<digits).reversed() {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number >> UInt64(3 * position) & 7))
        }
    }
}
