/// Numbers and bytes as a table of contents writes them.
enum XarText {
    /// A decimal number; `nil` for anything else, and for one that 63 bits can't hold: no file is that long.
    static func number(_ text: String) -> UInt64? {
        let digits = trimmed(text)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self)).map { UInt64($0) }
    }

    /// An octal number of at most 16 bits.
    static func mode(_ text: String) -> UInt16? {
        let digits = trimmed(text)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    /// Hexadecimal digits of either case; `nil` for anything else.
    static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = trimmed(text)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func trimmed(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8.drop(while: isSpace))
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
}
