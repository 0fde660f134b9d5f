internal import JSONReading

/// The text of a JSON file, with comments and commas too many blanked out, so that a strict reader reads the rest.
///
/// Apple's own template of a manifest has comments, so its reader takes them. Blanks stand in their place, byte for byte,
/// and so every place stays what it was.
struct LenientText {
    /// The values read; the last may be unfinished where there is a fault.
    let values: [JSONNode]
    /// Why reading ended early.
    let fault: (reason: String, offset: Int)?
    /// Where more than the first value starts, where there is more.
    let second: Int?
    /// Where the first comment starts.
    private(set) var comment: Int?
    /// Where the first comma stands that has a closing bracket behind it.
    private(set) var trailingComma: Int?

    /// Reads a text.
    /// - Parameter bytes: Valid UTF-8 without a byte-order mark.
    init(_ bytes: [UInt8]) {
        let strict = JSONReader.read(bytes)
        guard let fault = strict.fault else {
            (values, second, self.fault) = (strict.values, strict.second, nil)
            return
        }
        let blanked = Blanking(bytes)
        if let start = blanked.unclosed {
            (values, second) = (strict.values, strict.second)
            self.fault = ("a comment is not closed", start)
        } else if blanked.comment == nil, blanked.trailingComma == nil {
            (values, second) = (strict.values, strict.second)
            self.fault = (fault.reason, fault.offset)
        } else {
            let lenient = JSONReader.read(blanked.bytes)
            (values, second) = (lenient.values, lenient.second)
            self.fault = lenient.fault.map { ($0.reason, $0.offset) }
        }
        comment = blanked.comment == blanked.unclosed ? nil : blanked.comment
        trailingComma = blanked.trailingComma
    }
}

/// Puts blanks in the place of comments, and of a comma that nothing but a closing bracket follows.
private struct Blanking {
    private(set) var bytes: [UInt8]
    private(set) var comment: Int?
    private(set) var trailingComma: Int?
    /// Where a comment starts that has no end.
    private(set) var unclosed: Int?

    init(_ text: [UInt8]) {
        bytes = text
        var index = 0
        // The last sign that is no white space and no comment, where it is a comma.
        var comma: Int?
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                comma = nil
                index = Self.endOfString(in: bytes, from: index)
            case UInt8(ascii: "/"):
                guard let end = endOfComment(from: index) else {
                    comma = nil
                    index += 1
                    continue
                }
                comment = comment ?? index
                for place in index..<end where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = 0x20 }
                index = end
            case UInt8(ascii: ","):
                comma = index
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma {
                    trailingComma = trailingComma ?? comma
                    bytes[comma] = 0x20
                }
                comma = nil
                index += 1
            case 0x20, 0x09, 0x0A, 0x0D:
                index += 1
            default:
                comma = nil
                index += 1
            }
        }
    }

    /// Where what stands behind a string starts.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Where what stands behind a comment starts; `nil` where none starts at `start`.
    private mutating func endOfComment(from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "/"):
            return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        case UInt8(ascii: "*"):
            var index = start + 2
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
                index += 1
            }
            unclosed = unclosed ?? start
            return bytes.count
        default:
            return nil
        }
    }
}
