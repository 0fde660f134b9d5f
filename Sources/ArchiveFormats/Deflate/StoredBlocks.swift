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
            let count = UInt16(end - start)
            blocks.append(isLast && end == content.count ? 1 : 0)
            blocks.append(littleEndian: count)
            blocks.append(littleEndian: ~count)
            blocks += content[start..<end]
            start = end
        } while start < content.count
        return blocks
    }
}
