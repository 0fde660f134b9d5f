/// The bits of a deflate stream that lie in memory, the lowest bit of each byte first.
///
/// Nothing is read beyond the memory: where the bits run out, zeros stand in for them, and `isOverdrawn` tells it.
struct InflatingBits {
    /// What is left of a byte that was begun before: at most 7 bits.
    private let begun: UInt64
    private let begunCount: Int
    private let bytes: UnsafeRawBufferPointer
    /// How many bits were taken.
    private var taken = 0

    /// Starts with what is left of one byte; others follow.
    init(begun: UInt64, count: Int, _ bytes: UnsafeRawBufferPointer) {
        (self.begun, begunCount, self.bytes) = (begun, count, bytes)
    }

    /// Whether more bits were taken than there are.
    var isOverdrawn: Bool { taken > begunCount + bytes.count * 8 }

    /// The next bits, 57 of them at least, with zeros behind the last.
    var next: UInt64 {
        let place = taken - begunCount
        if place >= 0 { return word(at: place >> 3) >> UInt64(place & 7) }
        return begun >> UInt64(taken) | word(at: 0) << UInt64(-place)
    }

    private func word(at start: Int) -> UInt64 {
        if start + 8 <= bytes.count {
            return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        var word: UInt64 = 0
        for index in stride(from: start, to: bytes.count, by: 1) {
            word |= UInt64(bytes[index]) << UInt64((index - start) * 8)
        }
        return word
    }

    /// Passes over bits.
    mutating func skip(_ count: Int) { taken += count }

    /// Takes at most 32 bits as a number.
    mutating func take(_ count: Int) -> Int {
        defer { taken += count }
        return Int(next & (1 << UInt64(count) - 1))
    }

    /// Passes over what is left of a byte.
    mutating func alignToByte() { taken = begunCount + (taken - begunCount + 7) & ~7 }

    /// How many bytes are used up or begun, and what is left of the last of them. Not for bits that are overdrawn.
    var rest: (bytes: Int, bits: UInt64, count: Int) {
        let place = taken - begunCount
        if place <= 0 { return (0, begun >> UInt64(taken), -place) }
        let used = (place + 7) >> 3
        return (used, UInt64(bytes[used - 1]) >> UInt64(8 - (used * 8 - place)), used * 8 - place)
    }
}
