import TestSupport

@testable import ArchiveFormats

extension PackageVector.Entry {
    /// The entry as a Bom has it: a folder has the size that HFS+ gives it.
    var bomEntry: BomEntry {
        BomEntry(
            path: Array(path.utf8), kind: isDirectory ? .directory : .file, mode: modeNumber,
            modificationTime: mtime, size: isDirectory ? 34 * UInt64(nlink) : size, checksum: posixCksum)
    }
}
