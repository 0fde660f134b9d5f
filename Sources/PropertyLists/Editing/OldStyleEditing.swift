import XMLReading

/// Changes one value of an old-style property list; the caller knows that it has no fault.
struct OldStyleEditing {
    private let bytes: [UInt8]
    private let text: SourceText

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        text = SourceText(bytes)
    }

    /// - Parameter index: the entry's number in the root dictionary; `nil` where the key is to be added.
    func set(_ key: String, at index: Int?, to value: String) throws(PropertyListEditError) -> [UInt8] {
        guard let index else {
            throw PropertyListEditError(
                "there is no key '\(key)', and none is added to an old-style property list",
                remedy: "add \(key) = \"…\"; between the outer braces")
        }
        let places = OldStyleParser.places(in: text)
        guard places.indices.contains(index) else {
            throw PropertyListEditError("the place of the value could not be found", remedy: "edit the file by hand")
        }
        let new: (place: Range<Int>, text: String)
        if let place = places[index].value {
            new = (place, written(value, inPlaceOf: text.utf8[place]))
        } else {
            // `key;` is short for `key = key;`.
            let end = places[index].key.upperBound
            new = (end..<end, " = \(quoted(value, "\""))")
        }
        guard let edited = text.replacing(new.place, of: bytes, with: new.text) else {
            throw PropertyListEditError(
                "text in the encoding '\(text.encodingName)' can't be changed without a change of other bytes",
                remedy: "store the file as UTF-8")
        }
        return edited
    }

    /// The value with the quotes that the old one had, or none where neither needs them.
    private func written(_ value: String, inPlaceOf old: ArraySlice<UInt8>) -> String {
        if old.first == UInt8(ascii: "'") { return quoted(value, "'") }
        let isBare = old.first != UInt8(ascii: "\"") && !value.isEmpty && value.utf8.allSatisfy(Self.isBare)
        return isBare ? value : quoted(value, "\"")
    }

    /// What every reader takes without quotes: fewer than ours does.
    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private func quoted(_ value: String, _ quote: Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView([quote])
        for scalar in value.unicodeScalars {
            switch scalar {
            case quote, "\\": result += ["\\", scalar]
            case "\n": result += "\\n".unicodeScalars
            case "\t": result += "\\t".unicodeScalars
            case "\r": result += "\\r".unicodeScalars
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || !text.encoding.holds(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += ("\\U" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
                }
            default: result.append(scalar)
            }
        }
        result.append(quote)
        return String(result)
    }
}
