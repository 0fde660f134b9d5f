/// One object of a binary property list, its references not yet followed.
enum BinaryObject {
    /// A value without references.
    case leaf(PropertyListValue)
    /// A string that holds half a surrogate pair, mended.
    case mendedString(String)
    /// The objects of an array.
    case array([Int])
    /// The objects of a set, a type that property lists don't have.
    case set([Int])
    /// The keys, then as many values.
    case dictionary([Int])
    /// Nothing, another such type.
    case null

    /// Reads an object.
    /// - Parameter size: is given the bytes that the object takes.
    init(at index: Int, in layout: BinaryLayout, size: inout Int) throws(BinaryLayout.Problem) {
        let start = try layout.offset(of: index)
        let marker = layout.bytes[start]
        let (type, info) = (marker >> 4, Int(marker & 0x0F))
        var position = start + 1
        func take(_ count: Int, itemSize: Int = 1) throws(BinaryLayout.Problem) -> Range<Int> {
            let range = try layout.range(at: position, count: count, itemSize: itemSize)
            position = range.upperBound
            return range
        }
        /// The count of the items that follow: in the marker, or where that is 15 in an integer behind it.
        func takeCount() throws(BinaryLayout.Problem) -> Int {
            guard info == 0x0F else { return info }
            let marker = layout.bytes[try take(1).lowerBound]
            guard marker >> 4 == 0x1, marker & 0x0F <= 3 else { throw .damaged("object \(index) has no proper count") }
            let size = 1 << Int(marker & 0x0F)
            return try layout.number(at: try take(size).lowerBound, size: size)
        }
        func takeReferences(perItem: Int = 1) throws(BinaryLayout.Problem) -> [Int] {
            let count = try takeCount()
            let (total, hasOverflown) = count.multipliedReportingOverflow(by: perItem)
            guard !hasOverflown else { throw .damaged("object \(index) has no proper count") }
            guard total <= 2 * PropertyListReader.maximumValues else {
                throw BinaryLayout.Problem(
                    kind: .limitExceeded, detail: "there are more than \(PropertyListReader.maximumValues) values")
            }
            let range = try take(total, itemSize: layout.referenceSize)
            var references: [Int] = []
            references.reserveCapacity(total)
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: layout.referenceSize) {
                references.append(try layout.number(at: offset, size: layout.referenceSize))
            }
            return references
        }

        switch (type, info) {
        case (0x0, 0x0): self = .null
        case (0x0, 0x8): self = .leaf(.boolean(false))
        case (0x0, 0x9): self = .leaf(.boolean(true))
        case (0x1, 0...4): self = .leaf(.integer(Self.integer(layout.bytes[try take(1 << info)])))
        case (0x2, 2):
            self = .leaf(.real(Double(Float(bitPattern: UInt32(Self.bits(layout.bytes[try take(4)]))))))
        case (0x2, 3): self = .leaf(.real(Double(bitPattern: Self.bits(layout.bytes[try take(8)]))))
        case (0x3, 3): self = .leaf(.date(Double(bitPattern: Self.bits(layout.bytes[try take(8)]))))
        case (0x4, _): self = .leaf(.data(Array(layout.bytes[try take(try takeCount())])))
        case (0x5, _):
            let text = layout.bytes[try take(try takeCount())]
            guard text.allSatisfy({ $0 < 0x80 }) else {
                throw .damaged("object \(index), an ASCII string, is not ASCII")
            }
            self = .leaf(.string(String(decoding: text, as: UTF8.self)))
        case (0x6, _): self = Self.utf16(layout.bytes[try take(try takeCount(), itemSize: 2)])
        case (0x8, 0...7): self = .leaf(.uid(Self.bits(layout.bytes[try take(info + 1)])))
        case (0xA, _): self = .array(try takeReferences())
        case (0xB, _), (0xC, _): self = .set(try takeReferences())
        case (0xD, _): self = .dictionary(try takeReferences(perItem: 2))
        default: throw .damaged("object \(index) is of no known type")
        }
        size = position - start
    }

    /// Up to eight bytes.
    private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Integers of one, two and four bytes have no sign, those of eight and sixteen have one.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int128 {
        let isNegative = bytes.count >= 8 && bytes.first.map { $0 >= 0x80 } == true
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int128($1) }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> BinaryObject {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        if let text = String(validating: units, as: UTF16.self) { return .leaf(.string(text)) }
        return .mendedString(String(decoding: units, as: UTF16.self))
    }
}
