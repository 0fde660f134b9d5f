/// The order of the bytes of a number.
package protocol ByteOrder {
    /// The number that at most 8 bytes are.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64
}

/// The lowest byte first, as in zip.
package enum LittleEndian: ByteOrder {
    package static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The highest byte first, as in xar and Bom.
package enum BigEndian: ByteOrder {
    package static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Reads numbers with their lowest byte first, and never beyond the end.
package typealias LittleEndianReader = NumberReader<LittleEndian>
/// Reads numbers with their highest byte first, and never beyond the end.
package typealias BigEndianReader = NumberReader<BigEndian>

/// Reads numbers of one byte order, and never beyond the end.
package struct NumberReader<Order: ByteOrder> {
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
    package mutating func nextUInt8() -> UInt8? { take(1)?.first }

    /// The next number of 16 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt16() -> UInt16? { number(of: 2).map { UInt16(truncatingIfNeeded: $0) } }

    /// The next number of 32 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt32() -> UInt32? { number(of: 4).map { UInt32(truncatingIfNeeded: $0) } }

    /// The next number of 64 bits, or `nil` where fewer bytes are left.
    package mutating func nextUInt64() -> UInt64? { number(of: 8) }

    /// The next `count` bytes, or `nil` where there are fewer.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func number(of count: Int) -> UInt64? { take(count).map(Order.number) }
}
