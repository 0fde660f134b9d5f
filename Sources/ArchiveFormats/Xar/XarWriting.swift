internal import CZlib

/// The parts of a xar as Apple's package tools write them. Whoever writes the file puts them together: the header, the
/// table of contents, its SHA-1 (which is the start of the heap), and the contents.
package enum XarWriting {
    /// The bytes of the table's checksum, at the start of the heap.
    package static let checksumLength = 20

    /// The header of a xar of which the table has a SHA-1.
    /// - Parameters:
    ///   - compressedLength: the bytes of the table of contents as it is written.
    ///   - uncompressedLength: the bytes of its XML.
    package static func header(compressedLength: UInt64, uncompressedLength: UInt64) -> [UInt8] {
        var bytes = XarHeader.magic
        bytes.append(bigEndian: UInt16(XarHeader.size))
        bytes.append(bigEndian: 1 as UInt16)
        bytes.append(bigEndian: compressedLength)
        bytes.append(bigEndian: uncompressedLength)
        bytes.append(bigEndian: 1 as UInt32)
        return bytes
    }

    // MARK: - A table of a given size

    /// The content of a stored block: a 16-bit length says how much.
    private static let blockLimit = 65_535
    /// Each has a byte that says what it is, its length, and that inverted.
    private static let blockOverhead = 5
    /// zlib's two bytes before and its checksum of four behind.
    private static let framing = 6

    /// The fewest bytes that ``stretched(_:toCompressedLength:)`` can make of an XML text.
    package static func smallestStretch(of xml: [UInt8]) -> Int {
        let blocks = max(1, (xml.count + blockLimit - 1) / blockLimit)
        return framing + blocks * blockOverhead + xml.count
    }

    /// A zlib stream of exactly so many bytes, of the XML and as many line feeds behind it as are needed.
    ///
    /// The table stands before the heap, but knows it only when all is written. So room is left for it, and it is made
    /// to fill the room: its bytes are not packed but stand in stored blocks (RFC 1951, 3.2.4), of which each byte
    /// counts. A further block costs five bytes, so there are lengths that stored blocks alone don't reach: there
    /// empty blocks of the other kind (3.2.6) make up for up to four bytes.
    /// - Returns: the stream and the length of the XML with the line feeds, or `nil` where `length` is less than
    ///   ``smallestStretch(of:)``.
    package static func stretched(
        _ xml: [UInt8], toCompressedLength length: Int
    ) -> (bytes: [UInt8], uncompressedLength: Int)? {
        guard length >= smallestStretch(of: xml) else { return nil }
        let body = length - framing
        let fullBlock = blockLimit + blockOverhead
        var blocks = (body + fullBlock - 1) / fullBlock
        var padded = body - blocks * blockOverhead
        var missing = 0
        if padded < xml.count {
            blocks -= 1
            padded = blocks * blockLimit
            missing = body - blocks * fullBlock
        }
        let content = xml + [UInt8](repeating: 0x0A, count: padded - xml.count)
        // The header says: a window of 32 KiB, the fastest level (RFC 1950, 2.2).
        var bytes: [UInt8] = [0x78, 0x01]
        bytes.reserveCapacity(length)
        // An empty block has ten bits. With those of the stored block's type behind it they take a byte more than
        // these alone, two of them two bytes more; one at the end of the stream is two bytes.
        let hasLastBlock = missing > 2
        let before = hasLastBlock ? missing - 2 : missing
        for index in 0..<blocks {
            let isLast = index == blocks - 1 && !hasLastBlock
            let start = index * blockLimit
            let piece = content[min(start, content.count)..<min(start + blockLimit, content.count)]
            var type: UInt32 = isLast ? 1 : 0
            var bits = 3
            if index == 0 {
                // Each: not the last, type 1 (so 010 from the lowest bit on), and seven zeros for its end.
                type <<= UInt32(before * 10)
                bits += before * 10
                for number in 0..<before { type |= 0b010 << UInt32(number * 10) }
            }
            for shift in stride(from: 0, to: bits, by: 8) { bytes.append(UInt8(truncatingIfNeeded: type >> shift)) }
            bytes.append(littleEndian: UInt16(piece.count))
            bytes.append(littleEndian: ~UInt16(piece.count))
            bytes += piece
        }
        if hasLastBlock { bytes += [0b011, 0] }
        let checksum = content.withUnsafeBufferPointer { adler32_z(1, $0.baseAddress, numericCast($0.count)) }
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: checksum))
        return (bytes, padded)
    }
}
