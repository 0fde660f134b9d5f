/// The header of a gzip member (RFC 1952, 2.3).
enum GzipHeader {
    /// The first bytes.
    static let magic: [UInt8] = [0x1F, 0x8B]
    /// The longest name or comment that is read, in bytes.
    static let longestText = 64 * 1024

    private enum Flag {
        static let headerChecksum: UInt8 = 1 << 1
        static let extra: UInt8 = 1 << 2
        static let name: UInt8 = 1 << 3
        static let comment: UInt8 = 1 << 4
        static let reserved: UInt8 = 0b1110_0000
    }

    /// What is wrong with a stream that starts with something else.
    static func fault(_ start: [UInt8]) -> StreamFault {
        if start.isEmpty { return StreamFault(.truncated, "it is empty") }
        if start == [magic[0]] { return truncated }
        guard let name = PayloadSignature.name(of: start[...]) else {
            return StreamFault(.damaged, "it is not compressed with gzip, nor in any other form that is known")
        }
        return StreamFault(.unsupported, "it is \(name), not compressed with gzip")
    }

    /// Reads a header whole, with its optional fields; nothing in it is needed.
    static func skip(in input: BufferedBytes) throws(StreamFault) {
        var checksum = CRC32()
        let fixed = try take(10, from: input, &checksum)
        guard fixed[2] == 8 else {
            throw StreamFault(.unsupported, "its compression method is \(fixed[2]), where gzip has only 8")
        }
        let flags = fixed[3]
        guard flags & Flag.reserved == 0 else {
            throw StreamFault(.unsupported, "its header has flags that the standard keeps free")
        }
        if flags & Flag.extra != 0 {
            let length = try take(2, from: input, &checksum)
            _ = try take(Int(length[0]) | Int(length[1]) << 8, from: input, &checksum)
        }
        if flags & Flag.name != 0 { try skipText(in: input, &checksum) }
        if flags & Flag.comment != 0 { try skipText(in: input, &checksum) }
        if flags & Flag.headerChecksum != 0 {
            let expected = checksum.value
            let found = try take(2, from: input, &checksum)
            guard UInt16(found[0]) | UInt16(found[1]) << 8 == UInt16(truncatingIfNeeded: expected) else {
                throw StreamFault(.damaged, "its header does not match its checksum")
            }
        }
    }

    private static let truncated = StreamFault(.truncated, "it breaks off within its header")

    private static func take(
        _ count: Int, from input: BufferedBytes, _ checksum: inout CRC32
    ) throws(StreamFault) -> [UInt8] {
        let bytes = try input.bytes(count)
        guard bytes.count == count else { throw truncated }
        bytes.withUnsafeBytes { checksum.update($0) }
        return bytes
    }

    private static func skipText(in input: BufferedBytes, _ checksum: inout CRC32) throws(StreamFault) {
        var text: [UInt8] = []
        repeat {
            guard let byte = try input.nextByte() else { throw truncated }
            text.append(byte)
            guard text.count <= longestText else {
                throw StreamFault(.damaged, "a text in its header has no end within \(longestText) bytes")
            }
        } while text.last != 0
        text.withUnsafeBytes { checksum.update($0) }
    }
}
