/// How the frequencies of symbols are written in the header of a `bvx2` block: in fewer bits the smaller they are.
///
/// The bits of a code come lowest first. `00` is 0 and `10` is 1, `001` is 2 and `101` is 3; behind `011` two bits make 4
/// to 7, behind `0111` four make 8 to 23, and behind `1111` ten make more.
enum LzfseFrequency {
    /// The most that can be written.
    static let most = 24 + 1023
    /// The longest code in bits.
    static let longest = 14

    /// The number that the lowest bits are, and how many bits these are.
    static func decoded(_ bits: UInt32) -> (value: UInt16, width: Int) {
        if bits & 1 == 0 { return (UInt16(bits >> 1 & 1), 2) }
        if bits & 2 == 0 { return (2 + UInt16(bits >> 2 & 1), 3) }
        if bits & 4 == 0 { return (4 + UInt16(bits >> 3 & 3), 5) }
        if bits & 8 == 0 { return (8 + UInt16(bits >> 4 & 0xF), 8) }
        return (24 + UInt16(bits >> 4 & 0x3FF), 14)
    }

    /// The bits of a number that is at most ``most``.
    static func encoded(_ value: UInt16) -> (bits: UInt32, width: Int) {
        let value = UInt32(value)
        return switch value {
        case 0, 1: (value << 1, 2)
        case 2, 3: ((value - 2) << 2 | 0b001, 3)
        case 4...7: ((value - 4) << 3 | 0b011, 5)
        case 8...23: ((value - 8) << 4 | 0b0111, 8)
        default: ((value - 24) << 4 | 0b1111, 14)
        }
    }
}
