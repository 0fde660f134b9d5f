import ContentModel

/// The bytes of a sketch's files.
struct SketchSource: ContentSource {
    let items: [ContentPath: ContentSketch.Item]

    func open(_ entry: ContentEntry) throws(ContentReadError) -> any ContentReader {
        switch items[entry.path] {
        case .file(let bytes): return SketchReader(bytes, zeros: 0)
        case .fileOfSize(let size): return SketchReader([], zeros: size)
        case .unreadable: throw ContentReadError(path: entry.path, reason: "Permission denied")
        default: throw ContentReadError(path: entry.path, reason: "not a file")
        }
    }

    func readHeads(
        of entries: [ContentEntry], count: Int, _ body: (ContentEntry, Result<[UInt8], ContentReadError>) -> Void
    ) {
        for entry in entries {
            body(entry, Result { () throws(ContentReadError) in try head(of: entry, count: count) })
        }
    }

    private func head(of entry: ContentEntry, count: Int) throws(ContentReadError) -> [UInt8] {
        switch items[entry.path] {
        case .file(let bytes): return Array(bytes.prefix(count))
        case .fileOfSize(let size): return Array(repeating: 0, count: Int(clamping: min(size, Int64(count))))
        default:
            _ = try open(entry)
            return []
        }
    }
}

/// Bytes, then zeros.
private final class SketchReader: ContentReader {
    private var bytes: ArraySlice<UInt8>
    private var zeros: Int64

    init(_ bytes: [UInt8], zeros: Int64) {
        self.bytes = bytes[...]
        self.zeros = zeros
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ContentReadError) -> Int {
        if !bytes.isEmpty {
            let count = min(bytes.count, buffer.count)
            buffer.copyBytes(from: bytes.prefix(count))
            bytes = bytes.dropFirst(count)
            return count
        }
        let count = Int(clamping: min(zeros, Int64(buffer.count)))
        buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0)
        zeros -= Int64(count)
        return count
    }
}
