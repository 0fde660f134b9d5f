import Findings

/// Product IDs with one kind of difference after another taken away, so that equal foldings tell what differs.
///
/// The foldings are strings, which Swift compares by canonical equivalence; so each also takes away the difference
/// between Unicode's forms (NFC, NFD). Where bytes count, compare `utf8`.
enum IdentifierFolding {
    /// Whether a character is a space of any kind, or can't be seen.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || SafeText.isHidden(scalar) }

    /// Without white space, control characters and characters without width.
    static func visible(_ text: String) -> String {
        if isPlainASCII(text) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isBlank($0) }))
    }

    /// `visible`, with ASCII characters for those of other scripts that look like them.
    static func plain(_ text: String) -> String {
        if isPlainASCII(text) { return text }
        return String(String.UnicodeScalarView(visible(text).unicodeScalars.map(asciiLookAlike)))
    }

    /// `plain`, in lower case.
    static func lower(_ text: String) -> String {
        isPlainASCII(text) ? mappingASCII(text, lowerASCII) : plain(text).lowercased()
    }

    /// `lower`, with one character for those of ASCII that look alike in many fonts: O and 0; I, l and 1.
    static func blurred(_ text: String) -> String {
        if isPlainASCII(text) {
            return mappingASCII(text) { byte in
                switch byte {
                case UInt8(ascii: "0"): UInt8(ascii: "o")
                case UInt8(ascii: "1"), UInt8(ascii: "I"), UInt8(ascii: "|"): UInt8(ascii: "l")
                default: lowerASCII(byte)
                }
            }
        }
        let scalars = plain(text).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "0": "o"
            case "1", "I", "|": "l"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }

    /// `lower`, with a hyphen for every separator; inner white space is a separator too.
    static func dashed(_ text: String) -> String {
        let text = separated(text)
        return isPlainASCII(text) ? mappingASCII(text, lowerASCII) : text.lowercased()
    }

    /// `dashed` without the separators.
    static func joined(_ text: String) -> String {
        String(String.UnicodeScalarView(dashed(text).unicodeScalars.filter { $0 != "-" }))
    }

    /// `plain`, with a hyphen for every separator, and letter case kept.
    static func separated(_ text: String) -> String {
        if isPlainASCII(text) {
            return mappingASCII(text) { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        }
        var scalars = Array(text.unicodeScalars)[...]
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar.properties.isWhitespace {
                result.append("-")
            } else if !isBlank(scalar) {
                let ascii = asciiLookAlike(scalar)
                result.append(ascii == "." || ascii == "_" ? "-" : ascii)
            }
        }
        return String(result)
    }

    /// What Xcode's `:rfc1034identifier` may have made of an ID, where that is more than another separator: of its last
    /// parts, as many of them as were the product's name, each character but the letters A to Z, digits and hyphens
    /// becomes a hyphen, and so does a digit at the start.
    static func xcodeIdentifiers(_ identifier: String) -> [String] {
        guard identifier.utf8.count <= SpellingIndex.lengthLimit else { return [] }
        return ([("", identifier)] + CandidateIndex.splits(of: identifier)).compactMap { prefix, name in
            let isChanged = name.first?.isNumber ?? false || !name.allSatisfy { isKept($0) || "._ ".contains($0) }
            guard isChanged else { return nil }
            var made = String(name.map { isKept($0) ? $0 : "-" })
            if let first = made.first, ("0"..."9").contains(first) { made = "-" + made.dropFirst() }
            return prefix + made
        }
    }

    private static func isKept(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-")
    }

    /// The characters that can't be seen, in order.
    static func hidden(in text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter(isBlank) }

    private static func isPlainASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    private static func lowerASCII(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The short way for nearly all IDs.
    private static func mappingASCII(_ text: String, _ map: (UInt8) -> UInt8) -> String {
        String(decoding: text.utf8.map(map), as: UTF8.self)
    }

    private static func asciiLookAlike(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        // The full-width forms stand in the order of ASCII.
        if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) }
        return lookAlikes[scalar.value] ?? scalar
    }

    /// Characters that most fonts draw like one of ASCII, or that editors put in the place of one.
    private static let lookAlikes: [UInt32: Unicode.Scalar] = [
        // Hyphens, dashes and the minus sign.
        0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2043: "-", 0x2212: "-",
        0xFE58: "-", 0xFE63: "-",
        // Dots.
        0x00B7: ".", 0x2024: ".", 0x2027: ".", 0x3002: ".", 0xFE52: ".", 0xFF61: ".",
        // Cyrillic.
        0x0410: "A", 0x0412: "B", 0x0415: "E", 0x041A: "K", 0x041C: "M", 0x041D: "H", 0x041E: "O", 0x0420: "P",
        0x0421: "C", 0x0422: "T", 0x0423: "Y", 0x0425: "X", 0x0405: "S", 0x0406: "I", 0x0408: "J",
        0x0430: "a", 0x0435: "e", 0x043E: "o", 0x0440: "p", 0x0441: "c", 0x0443: "y", 0x0445: "x", 0x0455: "s",
        0x0456: "i", 0x0458: "j", 0x04BB: "h", 0x04CF: "l", 0x0501: "d", 0x051B: "q", 0x051D: "w",
        // Greek.
        0x0391: "A", 0x0392: "B", 0x0395: "E", 0x0396: "Z", 0x0397: "H", 0x0399: "I", 0x039A: "K", 0x039C: "M",
        0x039D: "N", 0x039F: "O", 0x03A1: "P", 0x03A4: "T", 0x03A5: "Y", 0x03A7: "X",
        0x03B1: "a", 0x03B9: "i", 0x03BD: "v", 0x03BF: "o", 0x03C1: "p", 0x03C5: "u", 0x03F2: "c", 0x03F3: "j",
        // Latin.
        0x0131: "i", 0x0261: "g", 0x0251: "a", 0x2113: "l", 0x017F: "s",
    ]
}
