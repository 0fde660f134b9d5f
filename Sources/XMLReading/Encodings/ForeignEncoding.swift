/// The rarer encodings that an XML declaration may name (`windows-1252`, `Shift_JIS`), by tables of our own: the libraries
/// for it know different names, and different characters, on each system.
///
/// Names and ways are those of the WHATWG's Encoding Standard, and some code pages of DOS and the Mac beside them. Two
/// things are stricter: a byte that an encoding leaves undefined is refused, and ISO 8859 keeps its control characters.
enum ForeignEncoding: Sendable {
    /// ASCII below 0x80, and one character for each byte above.
    case singleByte(CharacterTable)
    case shiftJIS
    case eucJP
    /// GBK and GB 2312, whose texts are texts in GB 18030 too.
    case gbk
    case gb18030
    case eucKR
    case big5

    /// The text in UTF-8; where bytes don't fit, what stands before them.
    func decode(_ bytes: [UInt8]) -> (utf8: [UInt8], isWhole: Bool) {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte < 0x80 {
                utf8.append(byte)
            } else if let scalar = scalar(from: byte, and: &rest), let units = UTF8.encode(scalar) {
                utf8.append(contentsOf: units)
            } else {
                return (utf8, false)
            }
        }
        return (utf8, true)
    }

    /// The way back; `nil` where a character has no bytes in this encoding.
    func encode(_ utf8: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let code = self.bytes(for: scalar) {
                bytes += code
            } else {
                return nil
            }
        }
        return bytes
    }

    /// The character that starts with a byte from 0x80 on; takes the further bytes that belong to it.
    private func scalar(from byte: UInt8, and rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch self {
        case .singleByte(let table): table[Int(byte) - 0x80]
        case .shiftJIS: ShiftJIS.scalar(from: byte, and: &rest)
        case .eucJP: EUCJP.scalar(from: byte, and: &rest)
        case .gbk, .gb18030: GB18030.scalar(from: byte, and: &rest)
        case .eucKR: DoubleByteLayout.eucKR.place(byte, rest.popFirst()).flatMap { CharacterTable.uhc[$0] }
        case .big5: DoubleByteLayout.big5.place(byte, rest.popFirst()).flatMap { CharacterTable.big5[$0] }
        }
    }

    private func bytes(for scalar: Unicode.Scalar) -> [UInt8]? {
        switch self {
        case .singleByte(let table): table.places(of: scalar).first.map { [UInt8(truncatingIfNeeded: 0x80 + $0)] }
        case .shiftJIS: ShiftJIS.bytes(for: scalar)
        case .eucJP: EUCJP.bytes(for: scalar)
        case .gbk: GB18030.bytes(for: scalar, longest: 2)
        case .gb18030: GB18030.bytes(for: scalar, longest: 4)
        case .eucKR: CharacterTable.uhc.places(of: scalar).first.map { DoubleByteLayout.eucKR.bytes(at: $0) }
        case .big5: CharacterTable.big5.places(of: scalar).first.map { DoubleByteLayout.big5.bytes(at: $0) }
        }
    }
}
