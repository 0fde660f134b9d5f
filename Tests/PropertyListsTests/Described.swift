import PropertyLists
import XMLReading

/// A value in short, to compare whole trees at a glance: text in quotes, `{key: value}`, `[value]`.
func described(_ node: PropertyListNode?) -> String {
    guard let node else { return "nothing" }
    switch node.value {
    case .string(let text): return "\"\(text)\""
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .boolean(let flag): return "\(flag)"
    case .date(let seconds): return "date \(seconds)"
    case .data(let bytes): return "<" + bytes.map { String($0, radix: 16) }.joined(separator: " ") + ">"
    case .array(let items): return "[" + items.map { described($0) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
        return "{" + entries.map { "\($0.key): \(described($0.node))" }.joined(separator: ", ") + "}"
    case .uid(let number): return "uid \(number)"
    }
}

/// Faults in short: kind, place, particulars.
func described(_ faults: [PropertyListFault]) -> [String] {
    faults.map { "\($0.kind) \(described($0.position)) \($0.detail)" }
}

func described(_ position: SourcePosition?) -> String { position.map { "\($0.line):\($0.column)" } ?? "-" }

func read(_ text: String) -> PropertyListReading { PropertyListReader.read(Array(text.utf8)) }

extension PropertyListReading {
    /// The entry of a key of the root dictionary.
    func entry(_ key: String) -> PropertyListEntry? {
        guard case .dictionary(let entries)? = root?.value else { return nil }
        return entries.first { $0.key == key }
    }
}

/// A property list in XML with some text in its dictionary, which starts on line 4.
func xml(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
    \(body)
    </dict></plist>

    """
}
