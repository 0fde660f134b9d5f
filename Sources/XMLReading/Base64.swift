/// Base64 (RFC 4648) as XML documents hold it: broken over lines or not.
package enum Base64 {
    /// The bytes; `nil` where the text holds another character, or is cut.
    /// - Parameter requiresPadding: Whether `=` must fill up the last group, as in property lists.
    package static func decode(_ text: String, requiresPadding: Bool = true) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var (group, digits, padding): (UInt32, Int, Int) = (0, 0, 0)
        for byte in text.utf8 where !isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                guard padding <= 2 else { return nil }
                continue
            }
            guard padding == 0, let digit = value(of: byte) else { return nil }
            group = group << 6 | UInt32(digit)
            digits += 1
            guard digits == 4 else { continue }
            for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
            (group, digits) = (0, 0)
        }
        guard padding == (4 - digits) % 4 || (padding == 0 && !requiresPadding) else { return nil }
        switch digits {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3: for shift in [10, 2] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
        default: return nil
        }
        return bytes
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
