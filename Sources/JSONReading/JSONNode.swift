/// A JSON value, with where it stands.
package struct JSONNode: Sendable {
    /// A value of one of the six kinds.
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A key and its value.
    package struct Member: Sendable {
        package let key: String
        package let node: JSONNode
        /// The index of the first byte of the key, which is its quotation mark.
        package let offset: Int
    }

    package let value: Value
    /// The index of its first byte.
    package let offset: Int
    /// The value of a number that was written as digits alone, which a `Double` may not hold.
    private let digits: Int64?

    /// Creates a value.
    package init(value: Value, offset: Int, digits: Int64? = nil) {
        self.value = value
        self.offset = offset
        self.digits = digits
    }

    /// The value of a key of an object; of the last one where a key stands twice, as most readers take it. A key whose
    /// value is `null` counts as absent.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value, let node = members.last(where: { $0.key == key })?.node else {
            return nil
        }
        if case .null = node.value { return nil }
        return node
    }

    /// The text of a string.
    package var string: String? { if case .string(let text) = value { text } else { nil } }

    /// The members of an array.
    package var array: [JSONNode]? { if case .array(let nodes) = value { nodes } else { nil } }

    /// The value of a number.
    ///
    /// Not inlined: the optimiser of Swift 6.3.1 ends in a fault of its own (in CopyPropagation) where it is.
    @inline(never)
    package var number: Double? { if case .number(let number) = value { number } else { nil } }

    /// The value of a truth value; not inlined for the same reason as `number`.
    @inline(never)
    package var bool: Bool? { if case .bool(let value) = value { value } else { nil } }

    /// The value of a whole number, to the last digit.
    package var integer: Int64? { digits ?? number.flatMap { Int64(exactly: $0) } }

    /// The members of an object in the order written, those that are `null` too.
    package var members: [Member]? { if case .object(let members) = value { members } else { nil } }

    /// The text of a string that is not empty, or a whole number as text: exporters write numbers either way.
    package var text: String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): Int64(exactly: number).map { "\($0)" }
        default: nil
        }
    }

    /// The value at the end of a way of keys.
    package func at(_ keys: String...) -> JSONNode? {
        var node: JSONNode? = self
        for key in keys { node = node?[key] }
        return node
    }

    /// Whether it is an object.
    package var isObject: Bool { if case .object = value { true } else { false } }

    /// What kind of value it is, with an article.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
