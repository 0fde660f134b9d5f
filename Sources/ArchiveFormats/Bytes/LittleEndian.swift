extension Array<UInt8> {
    /// Appends a number with its lowest byte first.
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

/// Reads numbers with their lowest byte first, and never beyond the end.
package struct LittleEndianReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first of `bytes`.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes are left.
    package var remaining: Int { bytes.endIndex - position }

    /// The next number, or `nil` where fewer bytes are left than it has.
    package mutating func next<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        guard let part = take(Number.bitWidth / 8) else { return nil }
        return part.reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// The next `count` bytes, or `nil` where there are fewer.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
