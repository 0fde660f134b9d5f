internal import CDeflate
internal import CZlib

/// The CRC-32 of zip, gzip and PNG (polynomial 0xEDB88320, bits reflected).
package struct CRC32: Sendable, Hashable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32

    /// Starts with no bytes.
    package init() { value = 0 }

    /// Takes more bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // libdeflate takes a null pointer as a request for the initial value, which would forget what came before.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        value = libdeflate_crc32(value, start, bytes.count)
    }

    /// The checksum of these bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var checksum = CRC32()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }

    /// The checksum of two runs of bytes joined, from that of each and the length of the second.
    package static func joining(_ first: UInt32, _ second: UInt32, secondLength: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_combine(UInt(first), UInt(second), secondLength))
    }
}
