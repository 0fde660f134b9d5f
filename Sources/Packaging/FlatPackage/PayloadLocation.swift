internal import ArchiveFormats
internal import ContentModel

/// Where the payload of a flat package lies, and how to read it.
///
/// The file is opened anew for each reading rather than kept open, so that any number of packages can be looked at; that
/// it is still the same file is made sure of each time.
struct PayloadLocation: Sendable {
    let path: String
    let identity: ReadableFile.Identity
    let member: XarEntry
    let heapStart: UInt64

    /// The most bytes that a payload is unpacked to: twice what hosted content may have, and for larger packages more than
    /// deflate can make of what they take themselves. Other ways of packing can make any number of a small file.
    private var mostBytes: UInt64 {
        let packed = member.data?.length ?? 0
        let most: UInt64 = packed > 1 << 40 ? 1 << 52 : packed * 1_100
        switch member.data?.encoding {
        case .stored, .zlib: return max(4 << 30, most)
        // What these unpack is in memory, as far as their window reaches.
        default: return 64 << 20
        }
    }

    /// A payload longer than this is read and held against its checksum on one thread, and unpacked on another; for a
    /// shorter one that is not worth the threads.
    private static let readAheadLength: UInt64 = 1 << 20
    var isLong: Bool { member.data?.length ?? 0 > Self.readAheadLength }

    /// A reader at the first entry of the payload.
    func reader(in file: ReadableFile) throws(StreamFault) -> CpioReader {
        guard isLong else { return try CpioReader(unpacked(from: file)) }
        return try CpioReader(AheadStream { () throws(StreamFault) in try unpacked(from: file) })
    }

    /// The bytes of the payload, unpacked.
    private func unpacked(from file: ReadableFile) throws(StreamFault) -> any ByteStream {
        let payload: any ByteStream =
            isLong ? try AheadStream { () throws(StreamFault) in try packed(in: file) } : try packed(in: file)
        return try CpioReader.unpacked(payload: payload, limit: mostBytes)
    }

    /// The bytes of the payload, as they are in the package.
    private func packed(in file: ReadableFile) throws(StreamFault) -> BoundedStream {
        do throws(XarFault) {
            return BoundedStream(try XarMemberStream(member, heapStart: heapStart, in: file), limit: mostBytes)
        } catch {
            let fault = FlatPackageOpening.fault(error)
            throw StreamFault(fault.kind == .truncated ? .truncated : .damaged, fault.detail)
        }
    }

    /// The package, if it is still the one that was opened.
    /// - Parameter entry: What it is needed for, for the error.
    func file(for entry: ContentEntry) throws(ContentReadError) -> ReadableFile {
        try .again(path, identity, as: "package", for: entry)
    }

    /// A reader at the first entry of the payload, of the file as it is now.
    func reader(for entry: ContentEntry) throws(ContentReadError) -> CpioReader {
        let file = try file(for: entry)
        do throws(StreamFault) { return try reader(in: file) } catch {
            throw ContentReadError(path: entry.path, reason: error.reason)
        }
    }

    /// The path of an entry in the content: without `./` before it; empty for the folder itself.
    static func contentPath(of entry: CpioEntry) -> [UInt8] {
        if entry.name.elementsEqual(".".utf8) { return [] }
        return entry.name.starts(with: "./".utf8) ? Array(entry.name.dropFirst(2)) : entry.name
    }
}
