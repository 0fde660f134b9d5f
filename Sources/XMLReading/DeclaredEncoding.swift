/// Reads the encoding's name out of an XML declaration, before the text can be decoded.
enum DeclaredEncoding {
    /// The name in `<?xml … encoding="NAME"?>` at the very start; `nil` where there is none.
    static func name(in bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        // A declaration is some forty bytes long; what does not end within these is none.
        let head = bytes.prefix(512)
        guard let end = firstIndex(of: "?>", in: head), let word = firstIndex(of: "encoding", in: head[..<end]) else {
            return nil
        }
        var rest = head[(word + 8)..<end].drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop(while: isSpace)
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let name = rest.prefix { $0 != quote }
        guard !name.isEmpty, name.count <= 40, name.endIndex < end, name.allSatisfy(isNameByte) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private static func firstIndex(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
}
