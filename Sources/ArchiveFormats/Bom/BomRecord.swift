/// The block that describes one path, which Apple calls `BOMPathInfo2`. All numbers are big-endian.
enum BomRecord {
    /// The architecture of everything but programs, as Apple writes it.
    static let plainArchitecture: UInt16 = 15

    /// The number of a kind in the first byte.
    static func number(of kind: BomEntry.Kind) -> UInt8 {
        switch kind {
        case .file: 1
        case .directory: 2
        case .symlink: 3
        case .device: 4
        }
    }

    /// Appends the record of an entry: 31 bytes, four zeros more for a file, and for a link its target, a NUL and eight
    /// zeros. No device in a Bom of Apple's was seen; one gets 31 bytes.
    static func append(_ entry: BomEntry, to bytes: inout [UInt8]) {
        var size = entry.size
        var checksum = entry.checksum
        var target: [UInt8] = []
        switch entry.kind {
        case .file, .device: break
        case .directory: checksum = 0
        case .symlink(let path):
            size = UInt64(path.count)
            target = path + [0]
            // The NUL counts for the checksum and not for the size.
            checksum = POSIXChecksum.of(target)
        }
        bytes += [number(of: entry.kind), 1]
        bytes.append(bigEndian: plainArchitecture)
        bytes.append(bigEndian: entry.mode)
        bytes.append(bigEndian: entry.uid)
        bytes.append(bigEndian: entry.gid)
        bytes.append(bigEndian: entry.modificationTime)
        // What does not fit stands in the tree `Size64` as well.
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: size))
        bytes.append(1)
        bytes.append(bigEndian: checksum)
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: target.count))
        bytes += target
        switch entry.kind {
        case .file: bytes.append(bigEndian: UInt32(0))
        case .symlink: bytes.append(bigEndian: UInt64(0))
        case .directory, .device: break
        }
    }
}
