/// Deflate's blocks that hold their bytes as they are (RFC 1951, 3.2.4).
package enum StoredBlocks {
    /// The most bytes that one block holds.
    package static let largest = 0xFFFF

    /// The bytes in as many blocks as they need.
    /// - Parameter isLast: Whether the stream ends with them.
    package static func bytes(_ content: [UInt8], isLast: Bool) -> [UInt8] {
        var blocks: [UInt8] = []
        blocks.reserveCapacity(content.count + (content.count / largest + 1) * 5)
        var start = 0
        repeat {
            let end = min(start + largest, content.count)
            blocks += header(end - start, isLast: isLast && end == content.count)
            blocks += content[start..<end]
            start = end
        } while start < content.count
        return blocks
    }

    /// What stands before the bytes of a block.
    /// - Parameter count: How many bytes the block holds, at most ``largest``.
    package static func header(_ count: Int, isLast: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = [isLast ? 1 : 0]
        bytes.append(littleEndian: UInt16(count))
        bytes.append(littleEndian: ~UInt16(count))
        return bytes
    }

    /// An empty final block of the fixed code (two bytes): what ends a stream whose blocks all said that more follow.
    package static let end: [UInt8] = [3, 0]
}
