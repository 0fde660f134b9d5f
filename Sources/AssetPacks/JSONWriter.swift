/// Writes JSON of two spaces a level, with a member or an item a line, and what is empty on one.
///
/// The layout and the escapes are those of Python's `json.dumps(value, indent=2, ensure_ascii=False)`, so that a file
/// which some other program wrote again shows no change. A slash is not escaped.
struct JSONWriter {
    private var bytes: [UInt8] = []
    private var depth = 0
    /// Whether the innermost value has nothing in it yet.
    private var isFirst = true

    /// Writes an object.
    mutating func object(_ body: (inout JSONWriter) -> Void) { container("{", "}", body) }

    /// Writes an array.
    mutating func array<Item>(of items: [Item], _ body: (inout JSONWriter, Item) -> Void) {
        container("[", "]") { writer in
            for item in items {
                writer.line()
                body(&writer, item)
            }
        }
    }

    /// Writes the key of a member; its value follows.
    mutating func key(_ key: String) {
        line()
        string(key)
        bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
    }

    /// Writes a member that is a string.
    mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a whole number.
    mutating func number(_ number: Int) { bytes += String(number).utf8 }

    /// Writes a string.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where Self.isEscaped(utf8[index]) {
                bytes.append(contentsOf: utf8[start..<index])
                escape(utf8[index])
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The file, with a line feed at its end.
    consuming func finish() -> [UInt8] {
        bytes.append(0x0A)
        return bytes
    }

    private mutating func container(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout Self) -> Void)
    {
        bytes.append(UInt8(ascii: opening))
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { indent() }
        isFirst = false
        bytes.append(UInt8(ascii: closing))
    }

    /// Starts the line of a member or an item.
    private mutating func line() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        indent()
    }

    private mutating func indent() {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes += ("u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
        default: bytes.append(byte)
        }
    }
}
