/// The entries of an Apple Archive in their order, one after the other.
///
/// Only what headers lie in is unpacked: blocks that hold nothing but contents are passed over. A header has at most
/// 65,535 bytes, and no more than one entry is held.
package final class AppleArchiveEntries {
    private let archive: AppleArchiveFile
    private let stream: AppleArchiveStream
    private var position: UInt64 = 0
    private var fault: AppleArchiveFault?

    init(of archive: AppleArchiveFile) {
        self.archive = archive
        // It goes on and never back, and wants little of a block that contents begin in.
        stream = AppleArchiveStream(of: archive, 0..<0, holdsBlocks: false)
    }

    /// The next entry, or `nil` at the end. Once there is a fault, every call tells it.
    package func next() throws(AppleArchiveFault) -> AppleArchiveEntry? {
        if let fault { throw fault }
        guard position < archive.unpackedSize else { return nil }
        do throws(AppleArchiveFault) {
            let entry = try entry()
            position = entry.end
            return entry
        } catch {
            fault = error
            throw error
        }
    }

    private func entry() throws(AppleArchiveFault) -> AppleArchiveEntry {
        let start = try bytes(at: position, count: AppleArchiveHeader.fixedSize)
        guard AppleArchiveHeader.magics.contains(where: { $0.starts(with: start.prefix(4)) }) else {
            // The blocks of other formats are framed just so.
            if position == 0 { throw .notAnArchive }
            throw .damaged("no header of an entry stands at its byte \(position)")
        }
        guard start.count == AppleArchiveHeader.fixedSize else { throw Self.cut }
        let size = Int(start[4]) | Int(start[5]) << 8
        guard size >= AppleArchiveHeader.fixedSize else {
            throw .damaged("the header at its byte \(position) claims to have \(size) bytes")
        }
        let count = size - AppleArchiveHeader.fixedSize
        let fields = try bytes(at: position + UInt64(AppleArchiveHeader.fixedSize), count: count)
        guard fields.count == count else { throw Self.cut }
        return try AppleArchiveHeader.entry(fields: fields, at: position, streamSize: archive.unpackedSize)
    }

    private static let cut = AppleArchiveFault.truncated("it breaks off within the header of an entry")

    /// The bytes at a place: `count` of them, or as many as there are.
    private func bytes(at position: UInt64, count: Int) throws(AppleArchiveFault) -> [UInt8] {
        let there = Int(min(UInt64(count), archive.unpackedSize - position))
        stream.move(to: position..<position + UInt64(there))
        do throws(StreamFault) { return try stream.bytes(there) } catch { throw AppleArchiveFault(error) }
    }
}
