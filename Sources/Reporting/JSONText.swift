/// Writes values as JSON: UTF-8, keys sorted by their bytes, two spaces more for each level, a slash as it is.
///
/// Foundation's encoder writes the same bytes, and was a quarter of the program's size.
package enum JSONText {
    /// The document, without a final line break.
    static func render(_ value: some Encodable) throws -> String {
        let node = JSONDraft()
        try value.encode(to: node)
        var writer = Writer()
        writer.write(.node(node))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A text as a string of JSON, in its quotation marks.
    package static func quoted(_ text: String) -> String {
        var writer = Writer()
        writer.write(.text(text))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private struct Writer {
        var bytes: [UInt8] = []
        private var depth = 0

        mutating func write(_ value: JSONValue) {
            switch value {
            case .literal(let text): bytes.append(contentsOf: text.utf8)
            case .text(let text): writeQuoted(text)
            case .node(let node):
                switch node.content {
                case .single(let value): write(value)
                case .array(let values):
                    writeList(values, between: (UInt8(ascii: "["), UInt8(ascii: "]"))) { $0.write($1) }
                case .object(let members):
                    // Keys are few and differ, so their order is told by their bytes alone.
                    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    writeList(sorted, between: (UInt8(ascii: "{"), UInt8(ascii: "}"))) { writer, member in
                        writer.writeQuoted(member.key)
                        writer.bytes.append(contentsOf: " : ".utf8)
                        writer.write(member.value)
                    }
                }
            }
        }

        private mutating func writeList<Item>(
            _ items: [Item], between marks: (UInt8, UInt8), _ writeItem: (inout Writer, Item) -> Void
        ) {
            bytes.append(marks.0)
            depth += 1
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                writeLineStart()
                writeItem(&self, item)
            }
            depth -= 1
            // An empty list has an empty line in it.
            if items.isEmpty { bytes.append(0x0A) }
            writeLineStart()
            bytes.append(marks.1)
        }

        private mutating func writeLineStart() {
            bytes.append(0x0A)
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }

        private mutating func writeQuoted(_ text: String) {
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case 0x08: bytes.append(contentsOf: "\\b".utf8)
                case 0x09: bytes.append(contentsOf: "\\t".utf8)
                case 0x0A: bytes.append(contentsOf: "\\n".utf8)
                case 0x0C: bytes.append(contentsOf: "\\f".utf8)
                case 0x0D: bytes.append(contentsOf: "\\r".utf8)
                case 0..<0x20:
                    bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
                    bytes.append(contentsOf: String(byte, radix: 16).utf8)
                default: bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }
}

/// A value on its way into a document.
enum JSONValue {
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    /// A string.
    case text(String)
    /// Something made of others.
    case node(JSONDraft)
}

/// What a value encodes itself into.
final class JSONDraft: Encoder {
    enum Content {
        case single(JSONValue)
        case array([JSONValue])
        case object([(key: String, value: JSONValue)])
    }

    var content = Content.single(.literal("null"))

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        content = .object([])
        return KeyedEncodingContainer(JSONObjectContainer<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = .array([])
        return JSONArrayContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleContainer(node: self) }

    func add(_ value: JSONValue, for key: some CodingKey) {
        guard case .object(var members) = content else { return }
        // Emptied first, so that the array is changed in place.
        content = .array([])
        members.append((key.stringValue, value))
        content = .object(members)
    }

    func add(_ value: JSONValue) {
        guard case .array(var values) = content else { return }
        content = .object([])
        values.append(value)
        content = .array(values)
    }
}
