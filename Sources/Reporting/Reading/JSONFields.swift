import Findings
import JSONReading

/// The values of a JSON object by their keys, each taken as what it must be.
struct JSONFields {
    /// What is wrong, and where.
    struct Fault: Error {
        /// A clause.
        let reason: String
        /// The index of the byte where the value stands.
        let offset: Int
    }

    private let node: JSONNode
    private let members: [String: JSONNode]

    /// Takes an object; of a key that stands twice, the last value counts, as for most readers.
    init(_ node: JSONNode) throws(Fault) {
        guard let members = node.members else {
            throw Fault(reason: "there is \(node.kind) where an object must be", offset: node.offset)
        }
        self.node = node
        self.members = Dictionary(members.map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
    }

    /// A fault of the object.
    func fault(_ reason: String) -> Fault { Fault(reason: reason, offset: node.offset) }

    /// The value of a key that must be there.
    func required<Value>(_ key: String, _ take: (JSONNode) throws(Fault) -> Value) throws(Fault) -> Value {
        guard let value = try optional(key, take) else { throw fault("the key '\(key)' is missing") }
        return value
    }

    /// The value of a key; `nil` where the key is missing or its value is `null`.
    func optional<Value>(_ key: String, _ take: (JSONNode) throws(Fault) -> Value) throws(Fault) -> Value? {
        guard let value = members[key] else { return nil }
        if case .null = value.value { return nil }
        do throws(Fault) {
            return try take(value)
        } catch {
            // The innermost value is the one that is wrong.
            throw error.offset == value.offset
                ? Fault(reason: "'\(key)': \(error.reason)", offset: error.offset) : error
        }
    }

    /// The values of an array; none where the key is missing.
    func list<Value>(_ key: String, _ take: (JSONNode) throws(Fault) -> Value) throws(Fault) -> [Value] {
        try optionalList(key, take) ?? []
    }

    /// The values of an array; `nil` where the key is missing.
    func optionalList<Value>(_ key: String, _ take: (JSONNode) throws(Fault) -> Value) throws(Fault) -> [Value]? {
        try optional(key) { node throws(Fault) in try Self.list(node, take) }
    }
}

// MARK: - Values

extension JSONFields {
    /// The members of an array.
    static func list<Value>(_ node: JSONNode, _ take: (JSONNode) throws(Fault) -> Value) throws(Fault) -> [Value] {
        guard let nodes = node.array else { throw mismatch(node, "an array") }
        var values: [Value] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try take(node)) }
        return values
    }

    /// A string.
    static func text(_ node: JSONNode) throws(Fault) -> String {
        guard let text = node.string else { throw mismatch(node, "a string") }
        return text
    }

    /// A truth value.
    static func truth(_ node: JSONNode) throws(Fault) -> Bool {
        guard let value = node.bool else { throw mismatch(node, "a truth value") }
        return value
    }

    /// A whole number that is not negative.
    static func integer(_ node: JSONNode) throws(Fault) -> Int64 {
        guard let value = node.integer, value >= 0 else {
            throw mismatch(node, "a whole number")
        }
        return value
    }

    /// A whole number that is not negative.
    static func count(_ node: JSONNode) throws(Fault) -> Int {
        guard let value = Int(exactly: try integer(node)) else { throw mismatch(node, "a smaller number") }
        return value
    }

    /// One of the names of a kind.
    static func name<Name: RawRepresentable<String>>(_ node: JSONNode) throws(Fault) -> Name {
        let text = try text(node)
        guard let name = Name(rawValue: text) else {
            throw Fault(reason: "\(SafeText.quoted(text, limit: 40)) is not known here", offset: node.offset)
        }
        return name
    }

    private static func mismatch(_ node: JSONNode, _ wanted: String) -> Fault {
        Fault(reason: "there is \(node.kind) where \(wanted) must be", offset: node.offset)
    }
}
