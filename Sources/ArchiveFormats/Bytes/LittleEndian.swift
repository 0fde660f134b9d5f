extension [UInt8] {
    /// Appends a number with its lowest byte first.
    package mutating func append(littleEndian value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// Appends a number with its lowest byte first.
    package mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }

    /// Appends a number with its lowest byte first.
    package mutating func append(littleEndian value: UInt64) {
        append(littleEndian: UInt32(truncatingIfNeeded: value))
        append(littleEndian: UInt32(truncatingIfNeeded: value >> 32))
    }
}
