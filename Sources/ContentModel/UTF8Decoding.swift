/// Reads single characters out of bytes that may not be UTF-8.
enum UTF8Decoding {
    /// The Unicode scalar that starts at `index`, and how many bytes it takes; `nil` where no valid one starts.
    ///
    /// Overlong forms, surrogates and scalars beyond U+10FFFF are not valid (The Unicode Standard, table 3-7).
    static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = bytes[index]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length: Int
        var value: UInt32
        switch first {
        case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
        default: return nil
        }
        guard index + length <= bytes.count else { return nil }
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        if length == 3, value < 0x800 { return nil }
        if length == 4, value < 0x1_0000 { return nil }
        // Fails for surrogates and beyond U+10FFFF.
        return Unicode.Scalar(value).map { ($0, length) }
    }
}
