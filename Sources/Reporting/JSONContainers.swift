// What the library asks of an encoder, for `JSONDraft`. Keys and values go into the node; there is nothing to fail.

extension JSONValue {
    /// What a value becomes.
    init(_ value: some Encodable) throws {
        switch value {
        case let text as String: self = .text(text)
        case let number as Int: self = .literal(String(number))
        case let number as Int64: self = .literal(String(number))
        default:
            let node = JSONDraft()
            try value.encode(to: node)
            self = .node(node)
        }
    }
}

struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONDraft

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.add(.literal("null"), for: key) }
    func encode(_ value: Bool, forKey key: Key) { node.add(.literal(value ? "true" : "false"), for: key) }
    func encode(_ value: String, forKey key: Key) { node.add(.text(value), for: key) }
    func encode(_ value: Int, forKey key: Key) { node.add(.literal(String(value)), for: key) }
    func encode(_ value: Int64, forKey key: Key) { node.add(.literal(String(value)), for: key) }
    func encode(_ value: UInt64, forKey key: Key) { node.add(.literal(String(value)), for: key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { node.add(try JSONValue(value), for: key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(forKey: key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node }
    func superEncoder(forKey key: Key) -> any Encoder { nested(forKey: key) }

    private func nested(forKey key: Key) -> JSONDraft {
        let inner = JSONDraft()
        node.add(.node(inner), for: key)
        return inner
    }
}

struct JSONArrayContainer: UnkeyedEncodingContainer {
    let node: JSONDraft

    var codingPath: [any CodingKey] { [] }
    var count: Int { if case .array(let values) = node.content { values.count } else { 0 } }

    func encodeNil() { node.add(.literal("null")) }
    func encode<Value: Encodable>(_ value: Value) throws { node.add(try JSONValue(value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONDraft {
        let inner = JSONDraft()
        node.add(.node(inner))
        return inner
    }
}

struct JSONSingleContainer: SingleValueEncodingContainer {
    let node: JSONDraft

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.content = .single(.literal("null")) }
    func encode(_ value: Bool) { node.content = .single(.literal(value ? "true" : "false")) }
    func encode(_ value: String) { node.content = .single(.text(value)) }
    func encode(_ value: Double) { node.content = .single(.literal(value.isFinite ? "\(value)" : "null")) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { encodeNumber(value) }
    func encode(_ value: Int8) { encodeNumber(value) }
    func encode(_ value: Int16) { encodeNumber(value) }
    func encode(_ value: Int32) { encodeNumber(value) }
    func encode(_ value: Int64) { encodeNumber(value) }
    func encode(_ value: UInt) { encodeNumber(value) }
    func encode(_ value: UInt8) { encodeNumber(value) }
    func encode(_ value: UInt16) { encodeNumber(value) }
    func encode(_ value: UInt32) { encodeNumber(value) }
    func encode(_ value: UInt64) { encodeNumber(value) }
    func encode<Value: Encodable>(_ value: Value) throws { node.content = .single(try JSONValue(value)) }

    private func encodeNumber(_ value: some BinaryInteger) { node.content = .single(.literal(String(value))) }
}
