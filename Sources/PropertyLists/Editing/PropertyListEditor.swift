public import XMLReading

/// Changes one string in a property list and leaves every other byte as it was.
///
/// In XML and old-style text the bytes of the value change and nothing else: comments, indentation, line ends, encoding
/// and byte-order mark stay. What stands inside the value (a comment, CDATA) belongs to it. In a binary property list all
/// other objects keep their bytes and numbers; the offsets are written anew.
public enum PropertyListEditor {
    /// Gives a key of the root dictionary a string as its value.
    ///
    /// What is made is read again before it is given out: it has the same values but this one.
    /// - Parameters:
    ///   - key: The key, exactly as it stands there.
    ///   - value: The new value.
    ///   - bytes: The whole file.
    ///   - addsMissingKey: Whether a key that is not there is added behind the others, in their style.
    /// - Throws: `PropertyListEditError` where the file has a fault of any kind, the value is not a string, or there is no
    ///   safe way. Nothing is ever guessed.
    public static func set(
        _ key: String, to value: String, in bytes: [UInt8], addsMissingKey: Bool = false
    ) throws(PropertyListEditError) -> PropertyListEdit {
        let reading = PropertyListReader.read(bytes)
        if let fault = reading.faults.first { throw PropertyListEditError(fault) }
        guard let root = reading.root, case .dictionary(let entries) = root.value else {
            throw PropertyListEditError("its root is not a dictionary", at: reading.root?.position)
        }
        // Bytes rather than strings: Swift takes é as one character and as two for equal, property lists don't.
        let index = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
        var former: String?
        if let index {
            guard case .string(let text) = entries[index].node.value else {
                throw PropertyListEditError(
                    "the value of '\(key)' is of type \(entries[index].node.value.typeName), not a string",
                    at: entries[index].node.position, remedy: "make it a string first")
            }
            if text.utf8.elementsEqual(value.utf8) { return PropertyListEdit(bytes: bytes, formerValue: text) }
            former = text
        } else if !addsMissingKey {
            throw PropertyListEditError("there is no key '\(key)'", at: root.position)
        }
        let edited: [UInt8]
        switch reading.format {
        case .xml: edited = try XMLPropertyListEditing(bytes).set(key, at: index, to: value)
        case .binary: edited = try BinaryPropertyListEditing(bytes).set(key, at: index, to: value)
        case .oldStyle: edited = try OldStyleEditing(bytes).set(key, at: index, to: value)
        case nil: throw PropertyListEditError("it is no property list")
        }
        var wanted = entries
        let node = PropertyListNode(.string(value))
        if let index { wanted[index] = PropertyListEntry(key: key, node: node) }
        if index == nil { wanted.append(PropertyListEntry(key: key, node: node)) }
        let result = PropertyListReader.read(edited)
        guard result.faults.isEmpty, result.format == reading.format,
            result.root?.value.isSame(as: .dictionary(wanted)) == true
        else {
            throw PropertyListEditError(
                "the value can't be changed without a change of something else", remedy: "edit the file by hand")
        }
        return PropertyListEdit(bytes: edited, formerValue: former)
    }
}

/// A property list with one value changed.
public struct PropertyListEdit: Sendable {
    /// The whole file.
    public let bytes: [UInt8]
    /// The value before; `nil` where the key was not there.
    public let formerValue: String?
}

/// Why a property list is not changed.
public struct PropertyListEditError: Error, Sendable, Hashable {
    /// What stands in the way: a clause without a final period.
    public let reason: String
    /// Where it is; `nil` where unknown.
    public let position: SourcePosition?
    /// What to do.
    public let remedy: String?

    /// The line, counted from 1; `nil` where unknown.
    public var line: Int? { position?.line }
    /// The column, counted from 1; `nil` where unknown.
    public var column: Int? { position?.column }

    init(_ reason: String, at position: SourcePosition? = nil, remedy: String? = nil) {
        self.reason = reason
        self.position = position
        self.remedy = remedy
    }

    init(_ fault: PropertyListFault) {
        let reason = fault.kind == .duplicateKey ? "the key '\(fault.detail)' stands twice" : fault.detail
        self.init(reason, at: fault.position, remedy: "mend the file first")
    }
}

extension PropertyListValue {
    /// Whether two values are the same, wherever they stand; keys must be in the same order.
    func isSame(as other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
            // Not-a-number is not equal to itself.
            return left.bitPattern == right.bitPattern
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.value.isSame(as: $1.value) }
        case (.dictionary(let left), .dictionary(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy {
                    $0.key.utf8.elementsEqual($1.key.utf8) && $0.node.value.isSame(as: $1.node.value)
                }
        default: return self == other
        }
    }
}
