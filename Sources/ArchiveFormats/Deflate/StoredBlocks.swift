/// Deflate's blocks that hold their bytes as they are (RFC 1951, 3.2.4).
package enum StoredBlocks {
    /// The most bytes that one block holds.
    package static let largest = 0xFFFF

    /// The bytes in as many blocks as they need; more blocks follow.
    package static func bytes(_ content: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        blocks.reserveCapacity(content.count + (content.count / largest + 1) * 5)
        var start = 0
        repeat {
            let end = min(start + largest, content.count)
            blocks += header(end - start)
            blocks += content[start..<end]
            start = end
        } while start < content.count
        return blocks
    }

    /// What stands before the bytes of a block.
    /// - Parameter count: How many bytes the block holds, at most ``largest``.
    package static func header(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0]
        bytes.append(littleEndian: UInt16(count))
        bytes.append(littleEndian: ~UInt16(count))
        return bytes
    }

    /// An empty final block of the fixed code (two bytes): what ends a stream whose blocks all said that more follow.
    package static let end: [UInt8] = [3, 0]
}

extension BitWriter {
    /// Adds bytes in as many blocks as they need.
    /// - Parameter isFinal: Whether the stream ends with them.
    mutating func addStored(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) {
        var start = 0
        while start < bytes.count {
            let end = min(start + StoredBlocks.largest, bytes.count)
            flush()
            add(isFinal && end == bytes.count ? 1 : 0, 3)
            alignToByte()
            add(UInt64(end - start), 16)
            add(UInt64(~UInt16(end - start)), 16)
            alignToByte()
            append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = end
        }
    }

    /// Adds an empty block, which ends on a byte boundary, so that other blocks may follow as bytes.
    mutating func addEmptyStored() {
        flush()
        add(0, 3)
        alignToByte()
        add(0xFFFF_0000, 32)
    }
}
