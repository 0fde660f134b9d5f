/// Looks for the first place where bytes are not UTF-8, or are a NUL, which libxml2 would take for the end.
enum UTF8Scan {
    enum Fault: Equatable {
        /// The bytes end inside a character that starts at this index.
        case cutShort(Int)
        /// The byte at this index can't stand there.
        case notUTF8(Int)
        case nul(Int)
    }

    static func firstFault(in bytes: ArraySlice<UInt8>) -> Fault? {
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index < buffer.count {
                let byte = buffer[index]
                if byte < 0x80 {
                    if byte == 0 { return .nul(bytes.startIndex + index) }
                    index += 1
                    continue
                }
                // Table 3-7 of the Unicode standard: how many bytes follow, and what the first of them may be.
                let (count, range): (Int, ClosedRange<UInt8>)
                switch byte {
                case 0xC2...0xDF: (count, range) = (1, 0x80...0xBF)
                case 0xE0: (count, range) = (2, 0xA0...0xBF)
                case 0xE1...0xEC, 0xEE, 0xEF: (count, range) = (2, 0x80...0xBF)
                case 0xED: (count, range) = (2, 0x80...0x9F)
                case 0xF0: (count, range) = (3, 0x90...0xBF)
                case 0xF1...0xF3: (count, range) = (3, 0x80...0xBF)
                case 0xF4: (count, range) = (3, 0x80...0x8F)
                default: return .notUTF8(bytes.startIndex + index)
                }
                for place in 1...count {
                    guard index + place < buffer.count else { return .cutShort(bytes.startIndex + index) }
                    let allowed = place == 1 ? range : 0x80...0xBF
                    guard allowed.contains(buffer[index + place]) else { return .notUTF8(bytes.startIndex + index) }
                }
                index += count + 1
            }
            return nil
        }
    }
}
