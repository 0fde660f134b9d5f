extension [UInt8] {
    /// Appends a number with its highest byte first.
    package mutating func append(bigEndian value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends a number with its highest byte first.
    package mutating func append(bigEndian value: UInt32) {
        append(bigEndian: UInt16(truncatingIfNeeded: value >> 16))
        append(bigEndian: UInt16(truncatingIfNeeded: value))
    }

    /// Appends a number with its highest byte first.
    package mutating func append(bigEndian value: UInt64) {
        append(bigEndian: UInt32(truncatingIfNeeded: value >> 32))
        append(bigEndian: UInt32(truncatingIfNeeded: value))
    }
}

/// Reads numbers with their highest byte first, and never beyond the end.
package struct BigEndianReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first of `bytes`.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes are left.
    package var remaining: Int { bytes.endIndex - position }

    /// The next number of 8 bits, or `nil` at the end.
    package mutating func nextUInt8() -> UInt8? { number(of: 1).map { UInt8(truncatingIfNeeded: $0) } }

    /// The next number of 16 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt16() -> UInt16? { number(of: 2).map { UInt16(truncatingIfNeeded: $0) } }

    /// The next number of 32 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt32() -> UInt32? { number(of: 4).map { UInt32(truncatingIfNeeded: $0) } }

    /// The next number of 64 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt64() -> UInt64? { number(of: 8) }

    private mutating func number(of count: Int) -> UInt64? {
        guard count <= remaining else { return nil }
        var value: UInt64 = 0
        for index in position..<position + count { value = value << 8 | UInt64(bytes[index]) }
        position += count
        return value
    }

    /// The next `count` bytes, or `nil` where there are fewer.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
