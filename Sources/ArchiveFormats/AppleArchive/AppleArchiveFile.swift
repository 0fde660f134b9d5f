/// An Apple Archive: entries one behind the other, bare or in blocks that are packed one by one.
///
/// Only the headers of blocks are read here. What is in the archive is read by ``entries()``, contents by
/// ``stream(_:)``. There is no index of entries, and nothing marks the end but the end of the file.
package final class AppleArchiveFile: Sendable {
    /// How blocks are packed.
    package let compression: AppleArchiveCompression
    /// The most that a block unpacks to; `nil` where the entries stand bare.
    package let blockSize: UInt64?
    /// The size of all headers and contents.
    package let unpackedSize: UInt64
    /// How many blocks there are; 0 where the entries stand bare.
    package let blockCount: Int
    /// How many of them are stored as they are.
    package let storedBlockCount: Int

    let file: ReadableFile
    let blocks: AppleArchiveBlocks
    let heldBlocks = AppleArchiveHeldBlocks()

    /// Whether it starts as an Apple Archive does, an encrypted one too. Four bytes are enough, but a payload of Apple's
    /// packages starts with `pbzx` just so.
    package static func isRecognised(_ start: some Sequence<UInt8>) -> Bool { Start(start) != nil }

    /// Recognises an archive, and reads the headers of its blocks.
    package init(_ file: ReadableFile) throws(AppleArchiveFault) {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try file.bytes(at: 0, count: Self.headerSize) } catch {
            throw .unreadable(error)
        }
        self.file = file
        switch Start(bytes) {
        case nil: throw .notAnArchive
        case .encrypted: throw .encrypted
        case .bare:
            compression = .none
            blockSize = nil
            blocks = AppleArchiveBlocks(bare: file)
            (blockCount, storedBlockCount) = (0, 0)
        case .blocks(let byte):
            var reader = BigEndianReader(bytes[4...])
            guard let size = reader.nextUInt64() else { throw .truncated("it breaks off within its header") }
            // Sizes are signed numbers to those who read of them.
            guard size <= UInt64(Int64.max) else {
                throw .damaged("its header says that blocks have up to \(size) bytes, which is more than any file has")
            }
            compression = AppleArchiveCompression(byte)
            blockSize = size
            blocks = try AppleArchiveBlocks(of: file, from: UInt64(Self.headerSize), blockSize: size)
            (blockCount, storedBlockCount) = (blocks.count, blocks.storedCount)
        }
        unpackedSize = blocks.unpackedSize
    }

    /// The entries, from the first on.
    package func entries() -> AppleArchiveEntries { AppleArchiveEntries(of: self) }

    /// Bytes of the unpacked stream; where some of them are not there, a fault comes in their place.
    ///
    /// Blocks that hold more than is wanted are held for whoever wants the rest: four of at most 8 MiB each.
    package func stream(_ range: Range<UInt64>) -> AppleArchiveStream {
        AppleArchiveStream(of: self, range, holdsBlocks: true)
    }

    /// The size of `pbz`, the letter of an algorithm, and the size of a block.
    static let headerSize = 12

    /// What an archive starts with.
    private enum Start {
        case bare
        case blocks(UInt8)
        case encrypted

        init?(_ bytes: some Sequence<UInt8>) {
            let magic = Array(bytes.prefix(4))
            guard magic.count == 4 else { return nil }
            if AppleArchiveHeader.magics.contains(magic) {
                self = .bare
            } else if magic == Array("AEA1".utf8) {
                self = .encrypted
            } else if magic.starts(with: "pbz".utf8) {
                self = .blocks(magic[3])
            } else {
                return nil
            }
        }
    }
}
