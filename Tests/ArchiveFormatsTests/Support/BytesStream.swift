@testable import ArchiveFormats

/// Bytes in memory as a stream that gives no more than so many at a time.
final class BytesStream: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let most: Int

    init(_ bytes: [UInt8], most: Int = .max) {
        rest = bytes[...]
        self.most = most
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let piece = rest.prefix(min(buffer.count, most))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

extension ByteStream {
    /// All bytes up to the end.
    func all(pieceSize: Int = 100_000) throws(StreamFault) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let piece = try bytes(pieceSize)
            all += piece
            if piece.count < pieceSize { return all }
        }
    }
}

extension CpioReader {
    /// The next bytes of the current entry, up to its end.
    func data(pieceSize: Int = 100_000) throws(StreamFault) -> [UInt8] {
        var data: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            var result: Result<Int, StreamFault> = .success(0)
            piece.withUnsafeMutableBytes { buffer in
                result = Result { () throws(StreamFault) in try read(into: buffer) }
            }
            let count = try result.get()
            if count == 0 { return data }
            data += piece[..<count]
        }
    }

    /// What is in an archive, or why it can't be read.
    static func contents(_ bytes: [UInt8], most: Int = .max) -> Result<[CpioFile], StreamFault> {
        Result { () throws(StreamFault) in
            let reader = try CpioReader(payload: BytesStream(bytes, most: most))
            var files: [CpioFile] = []
            while let entry = try reader.next() { files.append(CpioFile(header: entry, data: try reader.data())) }
            return files
        }
    }
}

/// An entry and its data.
struct CpioFile: Hashable {
    var header: CpioHeader
    var data: [UInt8] = []

    init(header: CpioHeader, data: [UInt8]) {
        self.header = header
        self.data = data
    }

    init(_ name: String, mode: UInt32 = 0o100644, data: String = "", ino: UInt32 = 0) {
        self.data = Array(data.utf8)
        header = CpioHeader(
            ino: ino, mode: mode, nlink: 1, modificationTime: 1_436_645_229, name: Array(name.utf8),
            size: UInt64(self.data.count))
    }

    /// An archive in the form of a payload.
    static func archive(_ files: [CpioFile]) -> [UInt8] {
        var bytes = files.flatMap { $0.header.bytes() + $0.data }
        bytes += CpioHeader.trailer(ino: UInt32(files.count))
        return bytes + [UInt8](repeating: 0, count: CpioHeader.padding(afterBytes: UInt64(bytes.count)))
    }

    /// A small tree with a file of some size, an empty file and a link.
    static let samples: [CpioFile] = [
        CpioFile(".", mode: 0o40755), CpioFile("./ContentInfo.plist", data: "<plist/>\n", ino: 1),
        CpioFile("./Contents", mode: 0o40755, ino: 2), CpioFile("./Contents/a b.txt", data: "", ino: 3),
        CpioFile("./Contents/caf\u{E9}", data: String(repeating: "level ", count: 20_000), ino: 4),
        CpioFile("./Contents/link", mode: 0o120755, data: "a b.txt", ino: 5),
    ]
}

/// The bytes as one gzip member, with zlib's level 6.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    GzipFraming.header + deflated(bytes, cuts: [])
        + GzipFraming.trailer(checksum: CRC32.of(bytes), size: UInt64(bytes.count))
}

/// The bytes deflated by a `ZlibDeflater` that gets them in pieces.
func deflated(_ bytes: [UInt8], cuts: [Int], level: Int32 = 6) -> [UInt8] {
    guard let deflater = ZlibDeflater(level: level) else { return [] }
    return deflated(bytes, cuts: cuts, by: deflater)
}

func deflated(_ bytes: [UInt8], cuts: [Int], by deflater: ZlibDeflater) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    for end in cuts.sorted() + [bytes.count] {
        bytes[start..<end].withUnsafeBytes { piece in
            deflater.deflate(piece, isLast: false) { output += $0 }
        }
        start = end
    }
    deflater.deflate(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) { output += $0 }
    return output
}
