/// Turns the bytes of a text file into UTF-8.
struct TextDecoding {
    /// Why decoding stopped.
    struct Problem {
        let kind: XMLFault.Kind
        let detail: String
        /// Whether the text decoded so far ends exactly where the problem is.
        var isPlaceKnown = true
    }

    var utf8: [UInt8] = []
    var encoding = SourceEncoding(.utf8)
    var encodingName: String { encoding.name }
    var problem: Problem?

    static func decode(_ bytes: [UInt8]) -> TextDecoding {
        var decoding = TextDecoding()
        decoding.run(bytes)
        return decoding
    }

    private mutating func run(_ bytes: [UInt8]) {
        let first = bytes.prefix(4) + Array(repeating: 0x01, count: max(0, 4 - bytes.count))
        switch (first[0], first[1], first[2], first[3]) {
        case (0xEF, 0xBB, 0xBF, _):
            encoding = SourceEncoding(.utf8, markLength: 3)
            takeUTF8(bytes[3...])
        case (0xFF, 0xFE, 0, 0): takeUTF32(bytes[4...], isBigEndian: false)
        case (0, 0, 0xFE, 0xFF): takeUTF32(bytes[4...], isBigEndian: true)
        case (0xFF, 0xFE, _, _): takeUTF16(bytes[2...], isBigEndian: false)
        case (0xFE, 0xFF, _, _): takeUTF16(bytes[2...], isBigEndian: true)
        case (let character, 0, 0, 0) where Self.canStartText(character): takeUTF32(bytes[...], isBigEndian: false)
        case (0, 0, 0, let character) where Self.canStartText(character): takeUTF32(bytes[...], isBigEndian: true)
        case (let character, 0, _, _) where Self.canStartText(character): takeUTF16(bytes[...], isBigEndian: false)
        case (0, let character, _, _) where Self.canStartText(character): takeUTF16(bytes[...], isBigEndian: true)
        default: takeDeclared(bytes)
        }
    }

    /// Printable ASCII, tab or a line end: what the text of a file that is no byte soup starts with.
    private static func canStartText(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func takeDeclared(_ bytes: [UInt8]) {
        guard let declared = DeclaredEncoding.name(in: bytes) else { return takeUTF8(bytes[...]) }
        switch declared.uppercased() {
        case "UTF-8", "UTF8":
            takeUTF8(bytes[...])
        case "US-ASCII", "ASCII":
            takeSingleBytes(bytes, .ascii)
        case "ISO-8859-1", "ISO8859-1", "LATIN1":
            takeSingleBytes(bytes, .latin1)
        case let name where name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32") || name.hasPrefix("ISO-10646-UCS"):
            // The declaration was read byte by byte, so it can't be true.
            takeUTF8(bytes[...])
            if problem == nil {
                problem = Problem(
                    kind: .wrongEncoding,
                    detail: "the XML declaration says \(name), but the text is not in that encoding",
                    isPlaceKnown: false)
            }
        default:
            takeForeign(bytes, name: declared)
        }
    }

    private mutating func takeUTF8(_ bytes: ArraySlice<UInt8>) {
        switch UTF8Scan.firstFault(in: bytes) {
        case nil:
            utf8 = Array(bytes)
        case .cutShort(let index):
            utf8 = Array(bytes[..<index])
            problem = Problem(kind: .truncated, detail: "the text ends inside a character")
        case .notUTF8(let index):
            utf8 = Array(bytes[..<index])
            problem = Problem(
                kind: .wrongEncoding,
                detail: "the byte \(hexadecimal(UInt32(bytes[index]), digits: 2)) is not UTF-8 text")
        case .nul(let index):
            utf8 = Array(bytes[..<index])
            problem = Self.nulProblem
        }
    }

    private static let nulProblem = Problem(kind: .notWellFormed, detail: "a NUL character (U+0000) stands in the text")

    private mutating func takeSingleBytes(_ bytes: [UInt8], _ form: SourceEncoding.Form) {
        encoding = SourceEncoding(form)
        let limit = form == .ascii ? 0x80 : 0x100
        utf8.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0 {
                problem = Self.nulProblem
                return
            }
            if Int(byte) >= limit {
                problem = Problem(
                    kind: .wrongEncoding,
                    detail:
                        "the byte \(hexadecimal(UInt32(byte), digits: 2)) is not \(encodingName), which the file declares"
                )
                return
            }
            append(Unicode.Scalar(byte))
        }
    }

    private mutating func takeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        encoding = SourceEncoding(.utf16(isBigEndian: isBigEndian), markLength: bytes.startIndex)
        utf8.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        func unit(at index: Int) -> UInt32 {
            let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        while index < bytes.endIndex {
            guard bytes.endIndex - index >= 2 else { return stopInsideCharacter() }
            var value = unit(at: index)
            index += 2
            if value & 0xFC00 == 0xD800 {
                guard bytes.endIndex - index >= 2 else { return stopInsideCharacter() }
                let low = unit(at: index)
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                    index += 2
                }
            }
            guard take(value) else { return }
        }
    }

    private mutating func takeUTF32(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        encoding = SourceEncoding(.utf32(isBigEndian: isBigEndian), markLength: bytes.startIndex)
        utf8.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes.endIndex - index >= 4 else { return stopInsideCharacter() }
            var value: UInt32 = 0
            for place in 0..<4 { value = value << 8 | UInt32(bytes[index + (isBigEndian ? place : 3 - place)]) }
            index += 4
            guard take(value) else { return }
        }
    }

    private mutating func stopInsideCharacter() {
        problem = Problem(kind: .truncated, detail: "the text ends inside a character")
    }

    private mutating func take(_ value: UInt32) -> Bool {
        guard value != 0 else {
            problem = Self.nulProblem
            return false
        }
        guard let scalar = Unicode.Scalar(value) else {
            problem = Problem(
                kind: .wrongEncoding,
                detail: "\(hexadecimal(value, digits: 4)) is not a character of \(encodingName) text")
            return false
        }
        append(scalar)
        return true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            utf8.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func takeForeign(_ bytes: [UInt8], name: String) {
        encoding = SourceEncoding(.foreign(name))
        guard let foreign = ForeignEncoding(name) else {
            problem = Problem(
                kind: .wrongEncoding, detail: "the encoding '\(name)' that the file declares is not known here",
                isPlaceKnown: false)
            return
        }
        let result = foreign.decode(bytes)
        takeUTF8(result.utf8[...])
        if problem == nil, !result.isWhole {
            problem = Problem(kind: .wrongEncoding, detail: "the bytes are not \(name), which the file declares")
        }
    }
}

/// A number in hexadecimal with `0x`, filled up with zeros.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}
