/// Where the blocks of an Apple Archive lie, from their headers alone.
///
/// A header is two numbers of 64 bits, the highest byte first: the size unpacked, then the size in the file. Where both
/// are the same, the block is stored as it is. 16 bytes are held for each block, and a file has at most `mostBlocks`.
struct AppleArchiveBlocks: Sendable {
    /// A block.
    struct Block: Sendable, Hashable {
        /// Where its bytes lie in the file.
        let packed: Range<UInt64>
        /// What it is of the unpacked stream.
        let unpacked: Range<UInt64>

        /// Whether its bytes are stored as they are.
        var isStored: Bool { packed.upperBound - packed.lowerBound == unpacked.upperBound - unpacked.lowerBound }
    }

    /// The blocks that a file may have: 4 TiB at the size of Apple's, 4 MiB.
    static let mostBlocks = 1 << 20
    /// The size of a block's header.
    static let headerSize: UInt64 = 16

    /// Where each block's bytes begin in the file; then where those of one more would.
    private var offsets: [UInt64]
    /// Where each begins in the unpacked stream; then its size.
    private var starts: [UInt64]

    /// How many there are.
    var count: Int { starts.count - 1 }
    /// The size of the unpacked stream.
    var unpackedSize: UInt64 { starts[count] }
    /// How many are stored.
    private(set) var storedCount = 0

    /// A file without blocks, as one that is stored.
    init(bare file: ReadableFile) {
        offsets = [0, file.size + Self.headerSize]
        starts = [0, file.size]
    }

    /// Reads the headers of all blocks.
    /// - Parameters:
    ///   - start: where the first is in the file.
    ///   - blockSize: the most that a block may unpack to.
    ///   - most: how many blocks there may be.
    init(
        of file: ReadableFile, from start: UInt64, blockSize: UInt64, most: Int = mostBlocks
    ) throws(AppleArchiveFault) {
        var position = start
        var unpackedSize: UInt64 = 0
        (offsets, starts) = ([start + Self.headerSize], [0])
        while position < file.size {
            guard count < most else {
                throw .unsupported("it has more than \(most) blocks, which is as far as it is read")
            }
            let header = try Self.header(at: position, of: file)
            guard header.unpacked <= blockSize else {
                throw .damaged(
                    "the block at its byte \(position) unpacks to \(header.unpacked) bytes, "
                        + "where \(blockSize) are the most")
            }
            guard header.packed <= header.unpacked else {
                throw .damaged("the block at its byte \(position) is larger packed than unpacked")
            }
            position += Self.headerSize
            // Both are within the file, so nothing overflows.
            guard header.packed <= file.size - position else {
                let missing = header.packed - (file.size - position)
                throw .truncated("it breaks off \(missing) bytes before the end of a block")
            }
            position += header.packed
            let (sum, overflow) = unpackedSize.addingReportingOverflow(header.unpacked)
            guard !overflow, sum <= UInt64(Int64.max) else {
                throw .damaged("its blocks unpack to more bytes than any file has")
            }
            unpackedSize = sum
            if header.packed == header.unpacked { storedCount += 1 }
            offsets.append(position + Self.headerSize)
            starts.append(unpackedSize)
        }
    }

    private static func header(
        at position: UInt64, of file: ReadableFile
    ) throws(AppleArchiveFault) -> (unpacked: UInt64, packed: UInt64) {
        let bytes: [UInt8]
        // A file may have grown since it was opened; what it had then counts.
        guard file.size - position >= headerSize else { throw cut }
        do throws(SystemError) {
            bytes = try file.bytes(at: position, count: Int(headerSize))
        } catch {
            throw .unreadable(error)
        }
        var reader = BigEndianReader(bytes[...])
        guard let unpacked = reader.nextUInt64(), let packed = reader.nextUInt64() else { throw cut }
        return (unpacked, packed)
    }

    private static let cut = AppleArchiveFault.truncated("it breaks off within the header of a block")

    /// A block.
    subscript(index: Int) -> Block {
        Block(
            packed: offsets[index]..<offsets[index + 1] - Self.headerSize, unpacked: starts[index]..<starts[index + 1])
    }

    /// The index of the block that a byte of the unpacked stream is in. There must be such a byte.
    func index(of position: UInt64) -> Int {
        // The last that begins there or before: of several, those before it are empty.
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }
}
