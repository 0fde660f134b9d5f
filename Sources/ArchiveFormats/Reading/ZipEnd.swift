/// The end records of a zip: where its central directory is (APPNOTE.TXT 4.3.14–4.3.16).
struct ZipEnd {
    /// How many entries there are.
    let count: UInt64
    /// The size of the central directory.
    let size: UInt64
    /// Where it begins.
    let offset: UInt64

    private static let recordSize = 22

    /// Finds the end records.
    init(of file: ReadableFile) throws(ZipFault) {
        let (record, position) = try Self.findRecord(in: file)
        var reader = LittleEndianReader(record[4...])
        guard let disk = reader.nextUInt16(), let startDisk = reader.nextUInt16(),
            let countHere = reader.nextUInt16(), let count = reader.nextUInt16(),
            let size = reader.nextUInt32(), let offset = reader.nextUInt32()
        else { throw .truncated }
        let end: (count: UInt64, size: UInt64, offset: UInt64, limit: UInt64)
        if let large = try Self.zip64End(in: file, before: position) {
            end = large
        } else {
            guard disk == 0, startDisk == 0, countHere == count else {
                throw .damaged("it is one part of a zip in several files")
            }
            end = (UInt64(count), UInt64(size), UInt64(offset), position)
        }
        // Nothing may lie between the directory and its end record. Where something does, as in two zips put one behind
        // the other, other readers take the directory to be the bytes before the record, and see other content.
        let (directoryEnd, overflow) = end.offset.addingReportingOverflow(end.size)
        guard !overflow, directoryEnd == end.limit else {
            throw .damaged("its central directory does not lie where its end record says")
        }
        (self.count, self.size, self.offset) = (end.count, end.size, end.offset)
    }

    /// The end record is the last thing in the file but for a comment of at most 65,535 bytes.
    private static func findRecord(in file: ReadableFile) throws(ZipFault) -> ([UInt8], UInt64) {
        let tailSize = min(file.size, UInt64(recordSize + 0xFFFF))
        let start = file.size - tailSize
        let tail = try file.zipBytes(at: start, count: Int(tailSize))
        guard tail.count >= recordSize else { throw .truncated }
        var trailing: Int?
        for position in stride(from: tail.count - recordSize, through: 0, by: -1)
        where tail[position] == UInt8(ascii: "P") {
            var reader = LittleEndianReader(tail[position..<position + recordSize])
            guard reader.nextUInt32() == ZipSignature.end.rawValue else { continue }
            let comment = Int(tail[position + 20]) | Int(tail[position + 21]) << 8
            let surplus = tail.count - position - recordSize - comment
            if surplus == 0 { return (Array(tail[position..<position + recordSize]), start + UInt64(position)) }
            if surplus > 0 { trailing = trailing ?? surplus }
        }
        // Only where the record is the file's own: that of a zip inside a cut-off zip proves nothing.
        // Zeros are no zip's content, but how `bsdtar` fills the last block of a pipe.
        if let trailing, trailing <= 4096 || tail.suffix(trailing).allSatisfy({ $0 == 0 }) {
            throw .damaged("\(trailing) bytes follow its end record")
        }
        throw .truncated
    }

    private static func zip64End(
        in file: ReadableFile, before position: UInt64
    ) throws(ZipFault) -> (count: UInt64, size: UInt64, offset: UInt64, limit: UInt64)? {
        guard position >= 20 else { return nil }
        var locator = LittleEndianReader(try file.zipBytes(at: position - 20, count: 20)[...])
        guard locator.nextUInt32() == ZipSignature.zip64Locator.rawValue else { return nil }
        guard let disk = locator.nextUInt32(), let offset = locator.nextUInt64(),
            let disks = locator.nextUInt32(), disk == 0, disks <= 1
        else { throw .damaged("it is one part of a zip in several files") }
        guard offset <= position - 20 else {
            throw .damaged("its Zip64 end record does not lie where its locator says")
        }
        var record = LittleEndianReader(try file.zipBytes(at: offset, count: 56)[...])
        guard record.nextUInt32() == ZipSignature.zip64End.rawValue,
            record.take(20) != nil, record.nextUInt64() != nil, let count = record.nextUInt64(),
            let size = record.nextUInt64(), let start = record.nextUInt64()
        else { throw .damaged("its Zip64 end record does not lie where its locator says") }
        return (count, size, start, offset)
    }
}

extension ReadableFile {
    /// The bytes from `offset` on: `count` of them, or as many as there are.
    func zipBytes(at offset: UInt64, count: Int) throws(ZipFault) -> [UInt8] {
        do throws(SystemError) { return try bytes(at: offset, count: count) } catch { throw .unreadable(error) }
    }
}
