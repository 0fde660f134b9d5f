import TestSupport

/// Changes bytes as chance, a broken disk or a stranger would.
enum Mutation {
    /// Bytes that mean something in one of the formats.
    private static let telling: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF] + Array("0179/<>\"&;{}[],\\.\n".utf8)
    private static let tellingNumbers: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x1_0000_0000,
        0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFF0, 0xFFFF_FFFF_FFFF_FFFF,
    ]

    /// The bytes with one to four changes: flips, numbers, cuts and growths.
    static func of(_ bytes: [UInt8], _ random: inout TestRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, &random) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout TestRandom) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let room = bytes.count - place
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            if room > 0 { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 2:
            if room > 0 { bytes[place] = .random(in: 0...255, using: &random) }
        case 3:
            if room > 0, let byte = telling.randomElement(using: &random) { bytes[place] = byte }
        case 4, 5:
            putNumber(&bytes, at: place, &random)
        case 6:
            bytes.removeSubrange(place..<place + min(room, .random(in: 1...40, using: &random)))
        case 7:
            bytes.removeSubrange(place...)
        case 8:
            let byte = telling.randomElement(using: &random) ?? 0
            bytes.insert(contentsOf: repeatElement(byte, count: .random(in: 1...300, using: &random)), at: place)
        case 9:
            let count = Int.random(in: 1...40, using: &random)
            bytes.insert(contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
        case 10:
            // A part stands once more somewhere else.
            let part = Array(bytes[place..<place + min(room, .random(in: 1...200, using: &random))])
            bytes.insert(contentsOf: part, at: .random(in: 0...bytes.count, using: &random))
        default:
            replaceDigits(&bytes, from: place, &random)
        }
    }

    /// Overwrites 2, 4 or 8 bytes with a number on some edge, or near the size of the whole, in either order.
    private static func putNumber(_ bytes: inout [UInt8], at place: Int, _ random: inout TestRandom) {
        let width = [2, 4, 8].randomElement(using: &random) ?? 4
        guard place + width <= bytes.count else { return }
        var number = tellingNumbers.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { number = UInt64(bytes.count) &+ .random(in: 0...8, using: &random) &- 4 }
        let little = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        bytes.replaceSubrange(
            place..<place + width, with: Bool.random(using: &random) ? little : Array(little.reversed()))
    }

    /// Changes the next number that is written in digits: to another of the same width, or to a longer one.
    private static func replaceDigits(_ bytes: inout [UInt8], from place: Int, _ random: inout TestRandom) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[place...].firstIndex(where: digits.contains) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
        let width = Bool.random(using: &random) ? end - start : Int.random(in: 1...25, using: &random)
        let top = Bool.random(using: &random) ? digits.upperBound : UInt8(ascii: "7")
        bytes.replaceSubrange(
            start..<end,
            with: (0..<width).map { _ in Bool.random(using: &random) ? top : .random(in: digits, using: &random) })
    }
}
