internal import CDeflate
internal import CZlib

/// The checksum of POSIX `cksum`, which a Bom keeps for each file: a CRC-32 that takes the highest bit first, of the
/// bytes and then of their count.
///
/// It has the polynomial of zlib's CRC-32 and differs in the order of the bits. So it is that CRC, mirrored, over bytes
/// that are mirrored each, and libdeflate's fast code serves for both.
package struct POSIXChecksum: Sendable, Hashable {
    /// The register so far, its bits mirrored.
    private var register: UInt32 = 0
    private var count: UInt64 = 0

    /// Starts with no bytes.
    package init() {}

    /// Takes more bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        count &+= UInt64(bytes.count)
        register = Self.advance(register, over: bytes)
    }

    /// Takes the bytes that another checksum was computed of.
    package mutating func append(_ other: POSIXChecksum) {
        // Without the complements of zlib's CRC-32 the registers of two runs join by the same rule.
        register = UInt32(
            truncatingIfNeeded: crc32_combine(UInt(register), UInt(other.register), numericCast(other.count)))
        count &+= other.count
    }

    /// The checksum of the bytes so far; more may follow.
    package var value: UInt32 {
        // The count goes in with its lowest byte first, and without the zeros above its highest.
        var length: [UInt8] = []
        var rest = count
        while rest > 0 {
            length.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return ~Self.mirrored(length.withUnsafeBytes { Self.advance(register, over: $0) })
    }

    /// The checksum of these bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var checksum = POSIXChecksum()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }

    /// How many bytes are mirrored at a time: as many as Swift is sure to give on the stack.
    private static let pieceSize = 1024

    private static func advance(_ register: UInt32, over bytes: UnsafeRawBufferPointer) -> UInt32 {
        withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 8) { scratch in
            var register = register
            var start = 0
            while start < bytes.count {
                let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + pieceSize, bytes.count)])
                mirrorEachByte(of: piece, into: scratch)
                // libdeflate complements the register on the way in and on the way out.
                register = ~libdeflate_crc32(~register, scratch.baseAddress, piece.count)
                start += piece.count
            }
            return register
        }
    }

    private static func mirrorEachByte(of bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        let wide = bytes.count & ~7
        var offset = 0
        while offset < wide {
            let mirrored = mirroredBytes(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            target.storeBytes(of: mirrored, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < bytes.count {
            target[offset] = UInt8(truncatingIfNeeded: mirroredBytes(UInt64(bytes[offset])))
            offset += 1
        }
    }

    /// The eight bytes in their order, each with its bits in the opposite order.
    private static func mirroredBytes(_ value: UInt64) -> UInt64 {
        var value = value
        value = value >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (value & 0x0F0F_0F0F_0F0F_0F0F) << 4
        value = value >> 2 & 0x3333_3333_3333_3333 | (value & 0x3333_3333_3333_3333) << 2
        value = value >> 1 & 0x5555_5555_5555_5555 | (value & 0x5555_5555_5555_5555) << 1
        return value
    }

    private static func mirrored(_ value: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: mirroredBytes(UInt64(value))).byteSwapped
    }
}
