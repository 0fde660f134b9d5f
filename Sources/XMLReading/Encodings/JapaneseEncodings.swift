/// Shift_JIS as Windows has it.
enum ShiftJIS {
    /// Ten first bytes, 0xF0 to 0xF9, lead to characters for private use.
    private static let privatePlaces = 8_836..<10_716
    /// The characters that NEC chose from IBM's stand at IBM's places, too, and those are written.
    private static let unwrittenPlaces = 8_272..<8_836

    static func scalar(from byte: UInt8, and rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        if let kana = HalfwidthKana.scalar(byte) { return kana }
        guard let place = DoubleByteLayout.shiftJIS.place(byte, rest.popFirst()) else { return nil }
        guard !privatePlaces.contains(place) else {
            return Unicode.Scalar(UInt16(truncatingIfNeeded: 0xE000 + place - privatePlaces.lowerBound))
        }
        return CharacterTable.jis0208[place]
    }

    static func bytes(for scalar: Unicode.Scalar) -> [UInt8]? {
        if let kana = HalfwidthKana.byte(scalar) { return [kana] }
        let place = Int(scalar.value) - 0xE000 + privatePlaces.lowerBound
        if privatePlaces.contains(place) { return DoubleByteLayout.shiftJIS.bytes(at: place) }
        return CharacterTable.jis0208.places(of: scalar).first { !unwrittenPlaces.contains($0) }
            .map { DoubleByteLayout.shiftJIS.bytes(at: $0) }
    }
}

/// EUC-JP with the three sets of characters that it has room for.
enum EUCJP {
    private static let kanaMark: UInt8 = 0x8E
    private static let jis0212Mark: UInt8 = 0x8F
    /// JIS X 0208 proper: what Shift_JIS has beyond, two bytes of seven bits can't tell.
    private static let places = 0..<94 * 94

    static func scalar(from byte: UInt8, and rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch byte {
        case kanaMark: return rest.popFirst().flatMap(HalfwidthKana.scalar)
        case jis0212Mark:
            guard let lead = rest.popFirst(), let place = DoubleByteLayout.euc.place(lead, rest.popFirst()) else {
                return nil
            }
            return CharacterTable.jis0212[place]
        default:
            return DoubleByteLayout.euc.place(byte, rest.popFirst()).flatMap { CharacterTable.jis0208[$0] }
        }
    }

    static func bytes(for scalar: Unicode.Scalar) -> [UInt8]? {
        if let kana = HalfwidthKana.byte(scalar) { return [kanaMark, kana] }
        if let place = CharacterTable.jis0208.places(of: scalar).first, places.contains(place) {
            return DoubleByteLayout.euc.bytes(at: place)
        }
        return CharacterTable.jis0212.places(of: scalar).first.map {
            [jis0212Mark] + DoubleByteLayout.euc.bytes(at: $0)
        }
    }
}

/// The katakana of JIS X 0201, one byte each: 0xA1 to 0xDF are U+FF61 to U+FF9F.
private enum HalfwidthKana {
    static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        (0xA1...0xDF).contains(byte) ? Unicode.Scalar(0xFF61 + UInt16(byte - 0xA1)) : nil
    }

    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        (0xFF61...0xFF9F).contains(scalar.value) ? UInt8(truncatingIfNeeded: 0xA1 + scalar.value - 0xFF61) : nil
    }
}
