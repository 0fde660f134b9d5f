/// GB 18030, which has bytes for every character of Unicode: one, two or four.
enum GB18030 {
    /// Areas of the two bytes that are for private use: their first bytes, their second ones, and the first character.
    private static let privateAreas: [(leads: ClosedRange<UInt8>, trails: ClosedRange<UInt8>, first: UInt16)] = [
        (0xAA...0xAF, 0xA1...0xFE, 0xE000), (0xF8...0xFE, 0xA1...0xFE, 0xE234), (0xA1...0xA7, 0x40...0xA0, 0xE4C6),
    ]
    /// The last character of the last area.
    private static let lastPrivate: UInt16 = 0xE765
    /// What four bytes stand for up to U+FFFF: in order, every character that neither one nor two bytes have.
    private static let others: [UInt16] = (0x80...UInt16.max).filter { value in
        guard let scalar = Unicode.Scalar(value) else { return false }
        return !(0xE000...lastPrivate).contains(value) && CharacterTable.gbk.places(of: scalar).isEmpty
    }
    /// The number that four bytes make for U+10000.
    private static let firstBeyond = 189_000

    static func scalar(from byte: UInt8, and rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let second = rest.popFirst() else { return nil }
        if (0x30...0x39).contains(second) {
            guard (0x81...0xFE).contains(byte), let third = rest.popFirst(), let fourth = rest.popFirst(),
                (0x81...0xFE).contains(third), (0x30...0x39).contains(fourth)
            else { return nil }
            let number =
                ((Int(byte - 0x81) * 10 + Int(second - 0x30)) * 126 + Int(third - 0x81)) * 10 + Int(fourth - 0x30)
            if others.indices.contains(number) { return Unicode.Scalar(others[number]) }
            return number < firstBeyond
                ? nil : Unicode.Scalar(UInt32(truncatingIfNeeded: 0x10000 + number - firstBeyond))
        }
        for area in privateAreas where area.leads.contains(byte) && area.trails.contains(second) {
            let place =
                Int(byte - area.leads.lowerBound) * columns(of: area.trails) + column(of: second, in: area.trails)
            return second == 0x7F ? nil : Unicode.Scalar(area.first + UInt16(truncatingIfNeeded: place))
        }
        return DoubleByteLayout.gbk.place(byte, second).flatMap { CharacterTable.gbk[$0] }
    }

    /// The bytes of a character; `nil` where they would be more than `longest`.
    static func bytes(for scalar: Unicode.Scalar, longest: Int) -> [UInt8]? {
        if let place = CharacterTable.gbk.places(of: scalar).first { return DoubleByteLayout.gbk.bytes(at: place) }
        if let value = UInt16(exactly: scalar.value), (0xE000...lastPrivate).contains(value) {
            return privateAreas.last { $0.first <= value }.flatMap { area in
                let (line, column) = Int(value - area.first).quotientAndRemainder(dividingBy: columns(of: area.trails))
                let trail = Int(area.trails.lowerBound) + column
                // 0x7F is no second byte.
                let isBehind = area.trails.contains(0x7F) && trail >= 0x7F
                return [
                    area.leads.lowerBound + UInt8(truncatingIfNeeded: line),
                    UInt8(truncatingIfNeeded: isBehind ? trail + 1 : trail),
                ]
            }
        }
        guard longest >= 4 else { return nil }
        var number = firstBeyond + Int(scalar.value) - 0x10000
        if let value = UInt16(exactly: scalar.value) {
            var (low, high) = (0, others.count)
            while low < high {
                let middle = (low + high) / 2
                if others[middle] < value { low = middle + 1 } else { high = middle }
            }
            guard low < others.count, others[low] == value else { return nil }
            number = low
        }
        return [
            UInt8(truncatingIfNeeded: 0x81 + number / 12_600), UInt8(truncatingIfNeeded: 0x30 + number / 1_260 % 10),
            UInt8(truncatingIfNeeded: 0x81 + number / 10 % 126), UInt8(truncatingIfNeeded: 0x30 + number % 10),
        ]
    }

    /// How many second bytes there are in a range: 0x7F is none.
    private static func columns(of trails: ClosedRange<UInt8>) -> Int { trails.count - (trails.contains(0x7F) ? 1 : 0) }

    private static func column(of trail: UInt8, in trails: ClosedRange<UInt8>) -> Int {
        Int(trail - trails.lowerBound) - (trails.contains(0x7F) && trail > 0x7F ? 1 : 0)
    }
}
