import Reporting

/// JSON that is written for people to read on and change: members keep the order they were given.
enum JSONOutline: Sendable, Equatable {
    case bool(Bool)
    case number(Int)
    case text(String)
    case array([JSONOutline])
    case object([Member])

    /// A key and its value.
    struct Member: Sendable, Equatable {
        let key: String
        let value: JSONOutline

        init(_ key: String, _ value: JSONOutline) {
            self.key = key
            self.value = value
        }
    }

    /// The object with one more member.
    func adding(_ key: String, _ value: JSONOutline) -> JSONOutline {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(key, value)])
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): JSONText.quoted(text)
        case .array(let items): "[\(items.map(\.line).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(JSONText.quoted($0.key)): \($0.value.line)" }.joined(separator: ", "))}"
        }
    }

    /// The value as a document: an item a line where the whole does not fit in `width` columns.
    func document(width: Int = 100) -> String { text(indent: "", width: width) + "\n" }

    private func text(indent: String, width: Int) -> String {
        let line = line
        if indent.count + line.count <= width, !indent.isEmpty { return line }
        let inner = indent + "  "
        switch self {
        case .bool, .number, .text: return line
        case .array(let items):
            if items.isEmpty { return line }
            let lines = items.map { inner + $0.text(indent: inner, width: width) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        case .object(let members):
            if members.isEmpty { return line }
            let lines = members.map { member in
                "\(inner)\(JSONText.quoted(member.key)): \(member.value.text(indent: inner, width: width))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
    }
}

extension JSONOutline: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral items: JSONOutline...) { self = .array(items) }
    init(dictionaryLiteral members: (String, JSONOutline)...) { self = .object(members.map { Member($0.0, $0.1) }) }
}
