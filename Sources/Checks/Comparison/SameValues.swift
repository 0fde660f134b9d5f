import PropertyLists

/// Whether two property lists tell the same, however they are written.
enum SameValues {
    /// Compares what was read of two files; a file that can't be read tells nothing, so it is like no other.
    static func areEqual(_ left: [UInt8]?, _ right: [UInt8]?) -> Bool {
        guard let left, let right, let old = PropertyListReader.read(left).root,
            let new = PropertyListReader.read(right).root
        else { return false }
        return areEqual(old, new)
    }

    /// The reader bounds how deep a property list may be, and so this too.
    private static func areEqual(_ left: PropertyListNode, _ right: PropertyListNode) -> Bool {
        switch (left.value, right.value) {
        case (.array(let old), .array(let new)):
            return old.count == new.count && zip(old, new).allSatisfy { areEqual($0, $1) }
        case (.dictionary(let old), .dictionary(let new)):
            guard old.count == new.count else { return false }
            let pairs = zip(sorted(old), sorted(new))
            return pairs.allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && areEqual($0.node, $1.node) }
        case (.string(let old), .string(let new)):
            // `String` takes two Unicode forms of one text for equal; the store does not.
            return old.utf8.elementsEqual(new.utf8)
        default:
            return left.value == right.value
        }
    }

    private static func sorted(_ entries: [PropertyListEntry]) -> [PropertyListEntry] {
        entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
