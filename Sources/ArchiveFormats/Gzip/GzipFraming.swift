/// What stands around raw deflate to make a gzip member of it (RFC 1952).
package enum GzipFraming {
    /// The header of Apple's payloads: no name, no time, no remark on the level, and Unix as the system.
    package static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// What follows the deflated bytes.
    /// - Parameters:
    ///   - checksum: The CRC-32 of the bytes that were deflated.
    ///   - size: How many these were; the member keeps the low 32 bits.
    package static func trailer(checksum: UInt32, size: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: checksum)
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: size))
        return bytes
    }
}
