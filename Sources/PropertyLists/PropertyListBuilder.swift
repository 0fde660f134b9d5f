import XMLReading

/// Puts a property list together from values that come in the order of the text.
///
/// It keeps its own stack, so that depth costs no stack of the thread.
struct PropertyListBuilder {
    /// A key that waits for its value.
    struct Key {
        let text: String
        let position: SourcePosition?
    }

    private struct Container {
        let position: SourcePosition?
        let isDictionary: Bool
        var items: [PropertyListNode] = []
        var entries: [PropertyListEntry] = []
        var key: Key?
        // Bytes rather than strings: Swift takes é as one character and as two for equal, property lists don't.
        var keys: Set<[UInt8]> = []
    }

    private(set) var root: PropertyListNode?
    var faults = FaultList()
    /// Whether a limit was met, so that there is no sense in going on.
    private(set) var isOverLimit = false
    private var open: [Container] = []
    private var valueCount = 0

    /// Whether values go into a dictionary.
    var isInDictionary: Bool { open.last?.isDictionary == true }
    /// How many arrays and dictionaries are open.
    var depth: Int { open.count }
    /// The key that waits for its value.
    var pendingKey: Key? { open.last?.key }

    mutating func openContainer(isDictionary: Bool, at position: SourcePosition?) {
        guard open.count < PropertyListReader.maximumDepth else {
            return exceed(at: position, "values are nested more than \(PropertyListReader.maximumDepth) deep")
        }
        count(at: position)
        open.append(Container(position: position, isDictionary: isDictionary))
    }

    mutating func closeContainer() {
        guard let container = open.popLast() else { return }
        let value: PropertyListValue =
            container.isDictionary ? .dictionary(container.entries) : .array(container.items)
        put(PropertyListNode(value, position: container.position))
    }

    /// Takes a key, and reports one that the open dictionary has already.
    mutating func setKey(_ text: String, at position: SourcePosition?) {
        guard isInDictionary else { return }
        if !open[open.count - 1].keys.insert(Array(text.utf8)).inserted {
            faults.add(.duplicateKey, at: position, text)
        }
        open[open.count - 1].key = Key(text: text, position: position)
    }

    mutating func dropKey() {
        if !open.isEmpty { open[open.count - 1].key = nil }
    }

    mutating func add(_ node: PropertyListNode) {
        count(at: node.position)
        put(node)
    }

    private mutating func put(_ node: PropertyListNode) {
        // Worked on in place: a copy of the container would copy its items with the next one added.
        guard let top = open.indices.last else {
            if root == nil { root = node }
            return
        }
        if !open[top].isDictionary {
            open[top].items.append(node)
        } else if let key = open[top].key {
            open[top].key = nil
            open[top].entries.append(PropertyListEntry(key: key.text, keyPosition: key.position, node: node))
        }
    }

    private mutating func count(at position: SourcePosition?) {
        valueCount += 1
        if valueCount > PropertyListReader.maximumValues {
            exceed(at: position, "there are more than \(PropertyListReader.maximumValues) values")
        }
    }

    private mutating func exceed(at position: SourcePosition?, _ detail: String) {
        guard !isOverLimit else { return }
        isOverLimit = true
        faults.add(.limitExceeded, at: position, detail)
    }
}
