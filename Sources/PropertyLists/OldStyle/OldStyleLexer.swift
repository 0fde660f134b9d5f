import XMLReading

/// The words of an old-style property list.
struct OldStyleLexer {
    struct Fault: Error {
        let kind: PropertyListFault.Kind
        let offset: Int
        let detail: String
    }

    let text: SourceText
    private(set) var index = 0
    private var finder = PositionFinder()

    init(_ text: SourceText) { self.text = text }

    /// The byte to be read next; `nil` at the end.
    var next: UInt8? { index < text.utf8.count ? text.utf8[index] : nil }
    /// Whether a quoted text comes next.
    var isAtQuote: Bool { next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") }
    /// Whether a text comes next, quoted or not.
    var isAtString: Bool { isAtQuote || next.map(Self.isUnquoted) == true }

    mutating func position(of offset: Int) -> SourcePosition { finder.position(of: offset, in: text.utf8) }

    mutating func advance() { index += 1 }

    /// Takes a byte if it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space and comments of both kinds.
    mutating func skipSpace() throws(Fault) {
        while let byte = next {
            if TextScan.isSpace(byte) {
                index += 1
            } else if starts(with: "//") {
                while let byte = next, byte != 0x0A, byte != 0x0D { index += 1 }
            } else if starts(with: "/*") {
                let start = index
                index += 2
                while !starts(with: "*/") {
                    guard next != nil else {
                        throw Fault(
                            kind: .truncated, offset: index,
                            detail: "the text ends inside the comment opened on line \(position(of: start).line)")
                    }
                    index += 1
                }
                index += 2
            } else {
                return
            }
        }
    }

    /// Takes a text; the caller has seen that one comes next.
    mutating func takeString() throws(Fault) -> String {
        guard isAtQuote, let quote = next else {
            let start = index
            while let byte = next, Self.isUnquoted(byte) { index += 1 }
            return String(decoding: text.utf8[start..<index], as: UTF8.self)
        }
        let start = index
        index += 1
        var content = OldStyleText()
        while true {
            guard let byte = next else {
                throw Fault(
                    kind: .truncated, offset: index,
                    detail: "the text ends inside the quoted text opened on line \(position(of: start).line)")
            }
            index += 1
            if byte == quote { break }
            if byte == UInt8(ascii: "\\") {
                takeEscape(into: &content)
            } else {
                content.append(byte)
            }
        }
        guard let result = content.finish() else {
            throw Fault(kind: .notWellFormed, offset: start, detail: "a quoted text holds half a surrogate pair")
        }
        return result
    }

    /// Takes what follows a backslash, by the rules of Apple's reader (`CFOldStylePList.c`).
    private mutating func takeEscape(into content: inout OldStyleText) {
        guard let byte = next else { return }
        index += 1
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = UInt32(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard let digit = next, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { break }
                value = value << 3 | UInt32(digit - UInt8(ascii: "0"))
                index += 1
            }
            content.append(unit: NextStepEncoding.unit(UInt8(truncatingIfNeeded: value)))
        case UInt8(ascii: "U"):
            var value: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { break }
                value = value << 4 | UInt16(digit)
                index += 1
            }
            content.append(unit: value)
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "v"): content.append(0x0B)
        default: content.append(byte)
        }
    }

    /// Takes `<` hexadecimal digits `>`.
    mutating func takeData() throws(Fault) -> [UInt8] {
        index += 1
        var bytes: [UInt8] = []
        var half: UInt8?
        while true {
            guard let byte = next else {
                throw Fault(kind: .truncated, offset: index, detail: "the text ends inside data")
            }
            if byte == UInt8(ascii: ">") { break }
            if let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 {
                if let high = half {
                    bytes.append(high << 4 | UInt8(digit))
                    half = nil
                } else {
                    half = UInt8(digit)
                }
            } else if !TextScan.isSpace(byte) {
                throw Fault(kind: .notWellFormed, offset: index, detail: "data between '<' and '>' must be hexadecimal")
            }
            index += 1
        }
        guard half == nil else {
            throw Fault(kind: .notWellFormed, offset: index, detail: "data has an odd number of hexadecimal digits")
        }
        index += 1
        return bytes
    }

    private func starts(with pair: StaticString) -> Bool {
        index + 1 < text.utf8.count && text.utf8[index] == pair.utf8Start[0]
            && text.utf8[index + 1] == pair.utf8Start[1]
    }

    /// What a text without quotes may hold.
    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_$/:.-".utf8.contains(byte)
        }
    }
}

/// A text that is put together from UTF-8 bytes and UTF-16 units.
struct OldStyleText {
    private var bytes: [UInt8] = []
    private var high: UInt16?
    private var isBroken = false

    mutating func append(_ byte: UInt8) {
        if high != nil { isBroken = true }
        bytes.append(byte)
    }

    mutating func append(unit: UInt16) {
        var scalar = Unicode.Scalar(unit)
        if let first = high {
            high = nil
            if UTF16.isTrailSurrogate(unit) {
                scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00))
            } else {
                isBroken = true
            }
        } else if UTF16.isLeadSurrogate(unit) {
            high = unit
            return
        }
        guard let scalar else {
            isBroken = true
            return
        }
        bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
    }

    /// The text; `nil` where it holds half a surrogate pair.
    func finish() -> String? {
        isBroken || high != nil ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
