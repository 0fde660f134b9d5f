/// Reads a `bplist00`.
///
/// Each object is read once, however often it is referred to. What a hostile file can make of that is bounded: the
/// objects read may take no more bytes together than the file has (in a right file they don't overlap), and the values
/// are counted as often as they are referred to, so that a few objects that double at each level soon meet the limit.
struct BinaryPropertyListParser {
    /// An object that was read with all below it. Without a node it is of a type that property lists don't have.
    private struct Finished {
        let node: PropertyListNode?
        /// The values in it, itself included.
        var count = 1
        /// How deep arrays and dictionaries nest in it, itself included.
        var height = 0
    }

    /// An array or dictionary whose objects are being read.
    private struct Open {
        let index: Int
        let references: [Int]
        /// The number of references that are keys.
        let keyCount: Int
        let isDictionary: Bool
        var next = 0
        var keys: [String] = []
        var items: [PropertyListNode?] = []
        var count = 1
        var height = 1
    }

    private let layout: BinaryLayout
    private var finished: [Int: Finished] = [:]
    private var open: [Open] = []
    private var openIndices: Set<Int> = []
    private var bytesRead = 0
    private var faults = FaultList()

    static func parse(_ bytes: [UInt8]) -> PropertyListReading {
        do throws(BinaryLayout.Problem) {
            var parser = BinaryPropertyListParser(layout: try BinaryLayout(bytes))
            let root = try parser.run()
            return PropertyListReading(format: .binary, root: root, faults: parser.faults.all)
        } catch {
            return PropertyListReading(
                format: .binary, root: nil, faults: [PropertyListFault(error.kind, detail: error.detail)])
        }
    }

    private init(layout: BinaryLayout) { self.layout = layout }

    private mutating func run() throws(BinaryLayout.Problem) -> PropertyListNode? {
        if let root = try visit(layout.rootIndex) { return root.node }
        while let top = open.indices.last {
            if open[top].next < open[top].references.count {
                let reference = open[top].references[open[top].next]
                // Where it is a container, it is opened now and met again when it is finished.
                guard let child = try visit(reference) else { continue }
                open[top].next += 1
                try take(child, into: top)
            } else {
                let container = open.removeLast()
                openIndices.remove(container.index)
                let result = Finished(
                    node: PropertyListNode(value(of: container)), count: container.count, height: container.height)
                finished[container.index] = result
                if open.isEmpty { return result.node }
            }
        }
        return nil
    }

    /// Gives an object if it is finished; else opens it.
    private mutating func visit(_ index: Int) throws(BinaryLayout.Problem) -> Finished? {
        if let known = finished[index] { return known }
        guard !openIndices.contains(index) else {
            throw .damaged("object \(index), an array or dictionary, contains itself")
        }
        var size = 0
        let object = try BinaryObject(at: index, in: layout, size: &size)
        bytesRead += size
        guard bytesRead <= layout.bytes.count else { throw .damaged("its objects overlap") }
        switch object {
        case .leaf(let value):
            return finish(index, PropertyListNode(value))
        case .mendedString(let text):
            faults.add(.damagedBinary, at: nil, "a string holds half a surrogate pair, read as U+FFFD")
            return finish(index, PropertyListNode(.string(text)))
        case .null:
            faults.add(.invalidStructure, at: nil, "object \(index) is null, a type that property lists don't have")
            return finish(index, nil)
        case .array(let references):
            try start(index, references, isDictionary: false)
        case .set(let references):
            faults.add(
                .invalidStructure, at: nil,
                "object \(index) is a set, a type that property lists don't have; it is read as an array")
            try start(index, references, isDictionary: false)
        case .dictionary(let references):
            try start(index, references, isDictionary: true)
        }
        return nil
    }

    private mutating func finish(_ index: Int, _ node: PropertyListNode?) -> Finished {
        let result = Finished(node: node)
        finished[index] = result
        return result
    }

    private mutating func start(
        _ index: Int, _ references: [Int], isDictionary: Bool
    ) throws(BinaryLayout.Problem) {
        guard open.count < PropertyListReader.maximumDepth else { throw Self.tooDeep }
        openIndices.insert(index)
        open.append(
            Open(
                index: index, references: references, keyCount: isDictionary ? references.count / 2 : 0,
                isDictionary: isDictionary))
    }

    private mutating func take(_ child: Finished, into top: Int) throws(BinaryLayout.Problem) {
        if open[top].keys.count < open[top].keyCount {
            guard case .string(let key)? = child.node?.value else {
                throw .damaged("a dictionary in it has a key that is not a string")
            }
            open[top].keys.append(key)
            return
        }
        open[top].items.append(child.node)
        open[top].count += child.count
        open[top].height = max(open[top].height, child.height + 1)
        guard open[top].count <= PropertyListReader.maximumValues else {
            throw BinaryLayout.Problem(
                kind: .limitExceeded, detail: "there are more than \(PropertyListReader.maximumValues) values")
        }
        guard top + open[top].height <= PropertyListReader.maximumDepth else { throw Self.tooDeep }
    }

    private static let tooDeep = BinaryLayout.Problem(
        kind: .limitExceeded, detail: "values are nested more than \(PropertyListReader.maximumDepth) deep")

    private mutating func value(of container: Open) -> PropertyListValue {
        guard container.isDictionary else { return .array(container.items.compactMap { $0 }) }
        var entries: [PropertyListEntry] = []
        // Bytes rather than strings: Swift takes é as one character and as two for equal, property lists don't.
        var keys: Set<[UInt8]> = []
        for (key, node) in zip(container.keys, container.items) {
            if !keys.insert(Array(key.utf8)).inserted { faults.add(.duplicateKey, at: nil, key) }
            if let node { entries.append(PropertyListEntry(key: key, node: node)) }
        }
        return .dictionary(entries)
    }
}
