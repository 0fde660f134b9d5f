/// Bytes of the unpacked stream of an Apple Archive.
///
/// It begins anywhere: the blocks before are passed over, the one that it begins in is unpacked up to there. Whoever
/// reads several ranges in their order moves one stream on, and each block is unpacked once. Memory is 64 KiB and what
/// unpacking one block takes, whatever the size of a block, beside the blocks that the archive holds.
package final class AppleArchiveStream: ByteStream {
    private let archive: AppleArchiveFile
    private let holdsBlocks: Bool
    /// The next byte to give, and where the range ends.
    private var position: UInt64
    private var end: UInt64

    /// What comes of the block that was begun, and the place of its next byte.
    private var source: (any ByteStream)?
    private var sourcePosition: UInt64 = 0
    private var block: AppleArchiveBlocks.Block?
    /// Whether the source can be begun anywhere at no cost: its block is stored, or held.
    private var beginsAnywhere = false

    /// Bytes that came already, and the place of the first.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var bufferStart: UInt64 = 0
    private var bufferCount = 0

    /// Begins with a range.
    /// - Parameter holdsBlocks: whether a block that is wanted in part is unpacked as a whole, and held by the archive.
    init(of archive: AppleArchiveFile, _ range: Range<UInt64>, holdsBlocks: Bool) {
        self.archive = archive
        self.holdsBlocks = holdsBlocks
        (position, end) = (range.lowerBound, range.upperBound)
    }

    deinit { buffer.deallocate() }

    /// Goes on with another range, which costs least where it lies behind the last.
    package func move(to range: Range<UInt64>) { (position, end) = (range.lowerBound, range.upperBound) }

    package func read(into target: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let left = end - position
        guard left > 0, !target.isEmpty else { return 0 }
        guard position < archive.unpackedSize else { throw StreamFault(.truncated, "it ends \(left) bytes too early") }
        let wanted = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(min(UInt64(target.count), left))])
        if let count = takeBuffered(into: wanted) { return count }
        do throws(StreamFault) {
            try seek()
            if wanted.count >= buffer.count {
                let count = try readSource(into: wanted)
                position += UInt64(count)
                return count
            }
            try fill()
        } catch {
            // Whoever reads on gets the same again.
            source = nil
            throw error
        }
        return takeBuffered(into: wanted) ?? 0
    }

    /// Takes bytes that came already; `nil` where the next is not among them.
    private func takeBuffered(into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard position >= bufferStart, position - bufferStart < UInt64(bufferCount) else { return nil }
        let offset = Int(position - bufferStart)
        let count = min(target.count, bufferCount - offset)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count]))
        position += UInt64(count)
        return count
    }

    /// Unpacks up to the next byte to give.
    private func seek() throws(StreamFault) {
        let isWithin = block.map { $0.unpacked.contains(position) } ?? false
        let isReached = sourcePosition == position || sourcePosition < position && !beginsAnywhere
        if source == nil || !isWithin || !isReached { try open() }
        while sourcePosition < position {
            try fill(atMost: position - sourcePosition)
        }
    }

    private func open() throws(StreamFault) {
        let index = archive.blocks.index(of: position)
        let block = archive.blocks[index]
        let size = block.unpacked.upperBound - block.unpacked.lowerBound
        let isWanted = position == block.unpacked.lowerBound && end >= block.unpacked.upperBound
        self.block = block
        sourcePosition = position
        beginsAnywhere = true
        if block.isStored {
            let offset = block.packed.lowerBound + (position - block.unpacked.lowerBound)
            source = FileRange(archive.file, offset: offset, count: block.packed.upperBound - offset)
        } else if holdsBlocks, !isWanted, size <= AppleArchiveHeldBlocks.mostBytes {
            let content = try archive.heldBlocks.content(of: index) { () throws(StreamFault) in
                try AppleArchiveBlockStream(block, archive.compression, of: archive.file).bytes(Int(size))
            }
            source = MemoryStream(content[Int(position - block.unpacked.lowerBound)...])
        } else {
            source = try AppleArchiveBlockStream(block, archive.compression, of: archive.file)
            sourcePosition = block.unpacked.lowerBound
            beginsAnywhere = false
        }
    }

    /// Fills the buffer with what comes next of the block.
    private func fill(atMost most: UInt64 = .max) throws(StreamFault) {
        bufferCount = 0
        bufferStart = sourcePosition
        let room = Int(min(UInt64(buffer.count), most))
        bufferCount = try readSource(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
    }

    private func readSource(into target: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let count = try source?.read(into: target) ?? 0
        // A block gives all that it has, or a fault.
        guard count > 0 else { throw StreamFault(.truncated, "a block of it ends too early") }
        sourcePosition += UInt64(count)
        return count
    }
}
