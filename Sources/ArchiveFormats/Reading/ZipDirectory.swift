/// The central directory of a zip, held against the local headers.
///
/// Readers differ in which of the two they believe, so a zip in which they tell different stories unpacks differently
/// here and there; it is refused. So is one whose entries share bytes.
package struct ZipDirectory: Sendable {
    /// The entries in the order of the directory.
    package let entries: [ZipDirectoryEntry]

    /// More entries than any package needs; a directory that claims more is not read.
    package static let mostEntries: UInt64 = 2_000_000
    /// The same for the size of the directory in bytes.
    package static let largestDirectory: UInt64 = 256 * 1024 * 1024

    /// Reads the directory of a zip.
    package init(of file: ReadableFile) throws(ZipFault) {
        let end = try ZipEnd(of: file)
        guard end.count <= Self.mostEntries, end.size <= Self.largestDirectory else {
            throw .damaged("its central directory claims \(end.count) entries in \(end.size) bytes")
        }
        let bytes = try file.zipBytes(at: end.offset, count: Int(end.size))
        var reader = LittleEndianReader(bytes[...])
        var entries: [ZipDirectoryEntry] = []
        entries.reserveCapacity(min(Int(end.count), bytes.count / 46))
        for number in 0..<Int(end.count) {
            guard let entry = ZipDirectoryEntry(&reader) else {
                throw .damaged("its central directory breaks off at entry \(number + 1) of \(end.count)")
            }
            try Self.requireReadable(entry)
            entries.append(entry)
        }
        guard reader.remaining == 0 else {
            throw .damaged("its central directory holds more than the \(end.count) entries that its end record counts")
        }
        try Self.compareLocalHeaders(of: &entries, in: file, directory: end.offset)
        self.entries = entries
    }

    /// The last version of APPNOTE.TXT that has a number of its own, times ten.
    private static let lastVersion: UInt8 = 63

    /// Refuses what other readers refuse, or take for something else.
    private static func requireReadable(_ entry: ZipDirectoryEntry) throws(ZipFault) {
        if entry.versionNeeded > lastVersion {
            let version = "\(entry.versionNeeded / 10).\(entry.versionNeeded % 10)"
            throw .damagedEntry(
                name: entry.name, "it asks for version \(version) of the format; there are none above 6.3")
        }
        if entry.flags & 1 << 5 != 0 {
            throw .damagedEntry(name: entry.name, "it is a patch to some other file")
        }
        guard entry.hasWholeExtraFields else {
            throw .damagedEntry(name: entry.name, "its extra fields in the central directory break off")
        }
    }

    private static func compareLocalHeaders(
        of entries: inout [ZipDirectoryEntry], in file: ReadableFile, directory: UInt64
    ) throws(ZipFault) {
        let order = entries.indices.sorted { (entries[$0].offset, $0) < (entries[$1].offset, $1) }
        for (position, index) in order.enumerated() {
            let next = position + 1 < order.count ? entries[order[position + 1]].offset : directory
            entries[index].limit = min(next, directory)
            try ZipLocalHeader.compare(entries[index], in: file)
        }
    }
}
