/// A record as it was read: an entry that lacks its path, and what is of no use to most.
struct BomReadRecord {
    /// The entry; its path is yet to come.
    var entry: BomEntry
    /// What kind of processor a program is for, and how many; 15 for anything else.
    var architecture: UInt16
}

extension BomRecord {
    /// Reads the record of the path with this number.
    static func read(_ bytes: ArraySlice<UInt8>, path: UInt32) throws(BomFault) -> BomReadRecord {
        var reader = BigEndianReader(bytes)
        guard let number = reader.nextUInt8(), reader.nextUInt8() != nil, let architecture = reader.nextUInt16(),
            let mode = reader.nextUInt16(), let uid = reader.nextUInt32(), let gid = reader.nextUInt32(),
            let time = reader.nextUInt32(), let size = reader.nextUInt32(), reader.nextUInt8() != nil,
            let checksum = reader.nextUInt32(), let targetSize = reader.nextUInt32()
        else { throw .damaged("the record of its path \(path) breaks off") }
        let kind: BomEntry.Kind
        switch number {
        case 1: kind = .file
        case 2: kind = .directory
        case 3:
            // Only here: where a link has the length of its target, a program has other things.
            guard let target = reader.take(Int(targetSize)), target.firstIndex(of: 0) == target.endIndex - 1 else {
                throw .damaged("the target of the link that is its path \(path) has no end where it should")
            }
            kind = .symlink(target: Array(target.dropLast()))
        case 4: kind = .device
        default: throw .damaged("its path \(path) is of a kind that does not exist (\(number))")
        }
        let entry = BomEntry(
            path: [], kind: kind, mode: mode, uid: uid, gid: gid, modificationTime: time, size: UInt64(size),
            checksum: checksum)
        return BomReadRecord(entry: entry, architecture: architecture)
    }
}
