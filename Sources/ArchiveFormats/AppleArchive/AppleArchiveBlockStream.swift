/// One packed block of an Apple Archive as it is unpacked, held to the size that its header names.
///
/// What is wrong with the whole comes in place of the last bytes, so whoever has all of them has the right ones, as far as
/// the algorithm can tell.
final class AppleArchiveBlockStream: ByteStream {
    private let unpacked: any ByteStream
    private let rest: () throws(StreamFault) -> UInt64
    private let size: UInt64
    private let place: UInt64
    private var count: UInt64 = 0

    /// Begins to unpack a block.
    /// - Throws: that its algorithm is not read.
    init(
        _ block: AppleArchiveBlocks.Block, _ compression: AppleArchiveCompression, of file: ReadableFile
    ) throws(StreamFault) {
        size = block.unpacked.upperBound - block.unpacked.lowerBound
        place = block.packed.lowerBound - AppleArchiveBlocks.headerSize
        let packedSize = UInt64(block.packed.count)
        let packed = FileRange(file, offset: block.packed.lowerBound, count: packedSize)
        switch compression {
        case .zlib:
            guard let stream = ZlibInflater(packed) else {
                throw StreamFault(.damaged, "there is not the memory to unpack it")
            }
            unpacked = stream
            rest = { () throws(StreamFault) in try stream.drain() }
        case .lzma:
            let stream = try XzReader(packed)
            unpacked = stream
            rest = { () throws(StreamFault) in try stream.drain() }
        case .lz4:
            let stream = Lz4Reader(packed)
            unpacked = stream
            rest = { () throws(StreamFault) in try stream.drain() }
        case .lzfse:
            let stream = LzfseReader(packed)
            unpacked = stream
            rest = { packedSize - stream.consumed }
        case .none:
            throw StreamFault(.damaged, "the block at its byte \(place) is packed, though nothing packs its blocks")
        case .lzbitmap, .lzvn, .unknown:
            throw StreamFault(.unsupported, "its blocks are packed with \(compression.name), which is not read")
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let wanted = Int(min(UInt64(buffer.count), size - count))
        guard wanted > 0 else { return 0 }
        let read = try placed { () throws(StreamFault) in
            try unpacked.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        }
        guard read > 0 else { throw fault("unpacks to \(count) bytes, where its header names \(size)") }
        count += UInt64(read)
        if count == size { try finish() }
        return read
    }

    /// Makes sure that nothing follows.
    private func finish() throws(StreamFault) {
        let (isAtEnd, rest) = try placed { () throws(StreamFault) in (try unpacked.bytes(1).isEmpty, try self.rest()) }
        guard isAtEnd else { throw fault("unpacks to more than the \(size) bytes that its header names") }
        guard rest == 0 else { throw fault("has \(rest) bytes behind the end of what is packed") }
    }

    /// Says of a fault which block has it.
    private func placed<Result>(_ body: () throws(StreamFault) -> Result) throws(StreamFault) -> Result {
        do throws(StreamFault) { return try body() } catch {
            throw StreamFault(error.kind, "the block at its byte \(place) can't be unpacked: \(error.reason)")
        }
    }

    private func fault(_ text: String) -> StreamFault {
        StreamFault(.damaged, "the block at its byte \(place) \(text)")
    }
}
