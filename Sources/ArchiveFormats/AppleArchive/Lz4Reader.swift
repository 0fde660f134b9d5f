internal import CLz4

/// LZ4 in the framing of Apple's Compression framework, unpacked as it is read, with liblz4.
///
/// A stream is a row of blocks: `bv41`, the size unpacked, the size packed and an LZ4 block; `bv4-`, a size and bytes as
/// they are; `bv4$` at the end. Sizes have 32 bits, the lowest byte first. A match may reach into the blocks before,
/// 64 KiB far. A packed block may unpack to `mostUnpacked` at most; memory grows with what is there to unpack.
package final class Lz4Reader: ByteStream {
    private let input: BufferedBytes
    /// The last 64 KiB of what was unpacked, right before the block that is unpacked.
    private var window = [UInt8](repeating: 0, count: historySize)
    /// Of the window: where what is known begins, and what was not given yet.
    private var known = historySize
    private var next = historySize
    /// What is left of a block that is stored.
    private var storedLeft: UInt32 = 0
    private var isAtEnd = false

    /// How far a match may reach back.
    private static let historySize = 64 * 1024
    /// What a packed block may unpack to. Apple's encoder makes them smaller by far.
    package static let mostUnpacked = 4 << 20
    /// What so many bytes take at most where LZ4 can't pack them (`LZ4_COMPRESSBOUND`).
    private static let mostPacked = mostUnpacked + mostUnpacked / 255 + 16

    /// Unpacks what `source` gives.
    package init(_ source: any ByteStream) { input = BufferedBytes(source) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        guard !buffer.isEmpty else { return 0 }
        while next == window.count, !isAtEnd {
            slide()
            if storedLeft > 0 { try takeStored() } else { try begin() }
        }
        let count = min(buffer.count, window.count - next)
        buffer.copyBytes(from: window[next..<next + count])
        next += count
        return count
    }

    /// Reads the source to its end.
    /// - Returns: how many bytes stand behind the end of the stream; they are no part of it.
    package func drain() throws(StreamFault) -> UInt64 {
        var count: UInt64 = 0
        while true {
            let bytes = try input.next()
            if bytes.isEmpty { return count }
            count += UInt64(bytes.count)
            input.consume(bytes.count)
        }
    }

    /// Moves what a match may lie in to the front, and drops the rest.
    private func slide() {
        let excess = window.count - Self.historySize
        guard excess > 0 else { return }
        window.removeSubrange(..<excess)
        known = max(0, known - excess)
        next = window.count
    }

    private func begin() throws(StreamFault) {
        let magic = try take(4)
        switch magic {
        case Array("bv4$".utf8): isAtEnd = true
        case Array("bv4-".utf8): storedLeft = try number()
        case Array("bv41".utf8): try unpack(size: try number(), packed: try number())
        default: throw StreamFault(.damaged, "its compressed bytes are no LZ4 as Apple frames it")
        }
    }

    private func takeStored() throws(StreamFault) {
        let piece = try take(Int(min(storedLeft, UInt32(Self.historySize))))
        storedLeft -= UInt32(piece.count)
        window += piece
    }

    private func unpack(size: UInt32, packed: UInt32) throws(StreamFault) {
        guard size <= Self.mostUnpacked, packed <= Self.mostPacked else {
            throw StreamFault(
                .unsupported,
                "a block of LZ4 in it has \(packed) bytes that unpack to \(size), where \(Self.mostUnpacked) are the most"
            )
        }
        // A byte stands for 255 at most, so no more memory is taken than there are bytes to fill it.
        let bytes = try take(Int(packed))
        guard UInt64(size) <= UInt64(packed) * 255 else { throw Self.damage }
        guard size > 0 || bytes == [0] else { throw Self.damage }
        let (start, history) = (window.count, window.count - known)
        window += [UInt8](repeating: 0, count: Int(size))
        let count = window.withUnsafeMutableBytes { window -> Int in
            guard let base = window.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
            return bytes.withUnsafeBytes { bytes in
                Int(
                    LZ4_decompress_safe_usingDict(
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), base + start, Int32(bytes.count),
                        Int32(size), base + start - history, Int32(history)))
            }
        }
        guard count == Int(size) else { throw Self.damage }
    }

    private static let damage = StreamFault(.damaged, "its compressed bytes are damaged")

    private func number() throws(StreamFault) -> UInt32 {
        UInt32(truncatingIfNeeded: LittleEndian.number(try take(4)[...]))
    }

    private func take(_ count: Int) throws(StreamFault) -> [UInt8] {
        let bytes = try input.bytes(upTo: count)
        guard bytes.count == count else { throw StreamFault(.truncated, "its compressed bytes end too early") }
        return bytes
    }
}
