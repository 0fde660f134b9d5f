/// Base64 (RFC 4648) as property lists write it: broken over lines, padded.
enum Base64 {
    /// The bytes; `nil` where the text holds another character, or is cut.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text.utf8 where !TextScan.isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                guard padding <= 2 else { return nil }
                continue
            }
            guard padding == 0, let digit = value(of: byte) else { return nil }
            group = group << 6 | UInt32(digit)
            digits += 1
            if digits == 4 {
                bytes.append(contentsOf: [16, 8, 0].map { UInt8(truncatingIfNeeded: group >> $0) })
                (group, digits) = (0, 0)
            }
        }
        switch (digits, padding) {
        case (0, 0): break
        case (2, 2): bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case (3, 1): bytes.append(contentsOf: [10, 2].map { UInt8(truncatingIfNeeded: group >> $0) })
        default: return nil
        }
        return bytes
    }

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
