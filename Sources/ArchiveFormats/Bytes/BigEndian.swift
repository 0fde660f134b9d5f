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
