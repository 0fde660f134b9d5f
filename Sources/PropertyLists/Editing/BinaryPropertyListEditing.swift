/// Changes one value of a `bplist00`; the caller knows that it has no fault.
struct BinaryPropertyListEditing {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter index: the entry's number in the root dictionary; `nil` where the key is to be added.
    func set(_ key: String, at index: Int?, to value: String) throws(PropertyListEditError) -> [UInt8] {
        do throws(BinaryLayout.Problem) {
            var rewriting = BinaryRewriting(try BinaryLayout(bytes))
            let layout = rewriting.layout
            let root = layout.rootIndex
            guard var references = try Self.references(of: root, in: layout) else { throw Self.lost }
            let count = references.count / 2
            if let index {
                guard index < count else { throw Self.lost }
                let old = references[count + index]
                if try Self.uses(of: old, in: layout) == 1, try rewriting.canReplace(old) {
                    rewriting.replace(old, with: Self.string(value))
                    return try rewriting.result()
                }
                // The same object is a value or key elsewhere too, which keeps it.
                references[count + index] = rewriting.append(Self.string(value))
            } else {
                references.insert(rewriting.append(Self.string(key)), at: count)
                references.append(rewriting.append(Self.string(value)))
            }
            guard try rewriting.canReplace(root) else { throw Self.lost }
            guard rewriting.canReferToAll else {
                throw BinaryLayout.Problem(
                    kind: .limitExceeded,
                    detail:
                        "its references of \(layout.referenceSize == 1 ? "one byte" : "\(layout.referenceSize) bytes") leave no room for another object"
                )
            }
            rewriting.replace(root, with: Self.dictionary(references, referenceSize: layout.referenceSize))
            return try rewriting.result()
        } catch {
            throw PropertyListEditError(
                error.detail, remedy: "convert the file to XML first (on macOS: plutil -convert xml1)")
        }
    }

    private static let lost = BinaryLayout.Problem.damaged("the place of the value could not be found")

    /// The references of an array, set or dictionary; `nil` for any other object.
    private static func references(of index: Int, in layout: BinaryLayout) throws(BinaryLayout.Problem) -> [Int]? {
        var size = 0
        switch try BinaryObject(at: index, in: layout, size: &size) {
        case .array(let references), .set(let references), .dictionary(let references): return references
        case .leaf, .mendedString, .null: return nil
        }
    }

    /// How often an object is referred to by all that the root reaches.
    private static func uses(of target: Int, in layout: BinaryLayout) throws(BinaryLayout.Problem) -> Int {
        var uses = 0
        var seen: Set<Int> = [layout.rootIndex]
        var waiting = [layout.rootIndex]
        while let index = waiting.popLast() {
            for reference in try references(of: index, in: layout) ?? [] {
                if reference == target { uses += 1 }
                if seen.insert(reference).inserted { waiting.append(reference) }
            }
        }
        return uses
    }

    // MARK: Objects

    /// ASCII where that will do, else UTF-16.
    private static func string(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return head(0x50, count: text.utf8.count) + text.utf8 }
        let units = Array(text.utf16)
        return head(0x60, count: units.count) + units.flatMap { BinaryRewriting.bigEndian(Int($0), size: 2) }
    }

    private static func dictionary(_ references: [Int], referenceSize: Int) -> [UInt8] {
        head(0xD0, count: references.count / 2)
            + references.flatMap { BinaryRewriting.bigEndian($0, size: referenceSize) }
    }

    /// A marker with a count: in its lower half up to 14, else in an integer behind it.
    private static func head(_ marker: UInt8, count: Int) -> [UInt8] {
        guard count >= 0x0F else { return [marker | UInt8(count)] }
        let power: UInt8 = count <= 0xFF ? 0 : count <= 0xFFFF ? 1 : 2
        return [marker | 0x0F, 0x10 | power] + BinaryRewriting.bigEndian(count, size: 1 << Int(power))
    }
}

/// A binary property list with some objects replaced and some added behind all others, which keep their bytes.
struct BinaryRewriting {
    let layout: BinaryLayout
    private var replaced: [Int: [UInt8]] = [:]
    private var appended: [[UInt8]] = []

    init(_ layout: BinaryLayout) { self.layout = layout }

    /// Whether no other object lies in the bytes of one.
    func canReplace(_ index: Int) throws(BinaryLayout.Problem) -> Bool {
        let range = try range(of: index)
        for other in 0..<layout.objectCount where other != index {
            if range.contains(try layout.offset(of: other)) { return false }
        }
        return true
    }

    mutating func replace(_ index: Int, with object: [UInt8]) { replaced[index] = object }

    /// Adds an object and gives its number.
    mutating func append(_ object: [UInt8]) -> Int {
        appended.append(object)
        return layout.objectCount + appended.count - 1
    }

    /// Whether a reference can hold the number of the last object.
    var canReferToAll: Bool {
        let last = layout.objectCount + appended.count - 1
        return layout.referenceSize >= 8 || last >> (8 * layout.referenceSize) == 0
    }

    func result() throws(BinaryLayout.Problem) -> [UInt8] {
        var changes: [(range: Range<Int>, object: [UInt8])] = []
        for (index, object) in replaced { changes.append((try range(of: index), object)) }
        changes.sort { $0.range.lowerBound < $1.range.lowerBound }
        var bytes: [UInt8] = []
        var end = 0
        for change in changes {
            bytes += layout.bytes[end..<change.range.lowerBound] + change.object
            end = change.range.upperBound
        }
        bytes += layout.bytes[end..<layout.tableOffset]
        var offsets: [Int] = []
        for index in 0..<layout.objectCount {
            let offset = try layout.offset(of: index)
            let shift = changes.prefix { $0.range.lowerBound < offset }
                .reduce(0) { $0 + $1.object.count - $1.range.count }
            offsets.append(offset + shift)
        }
        for object in appended {
            offsets.append(bytes.count)
            bytes += object
        }
        let tableOffset = bytes.count
        let needed = [1, 2, 4, 8].first { $0 == 8 || tableOffset >> (8 * $0) == 0 } ?? 8
        let offsetSize = max(layout.offsetSize, needed)
        for offset in offsets { bytes += Self.bigEndian(offset, size: offsetSize) }
        // What lies between the table and the trailer, and the trailer's first bytes, are nobody's to change.
        let trailer = layout.bytes.count - BinaryLayout.trailerSize
        bytes += layout.bytes[(layout.tableOffset + layout.objectCount * layout.offsetSize)..<(trailer + 6)]
        bytes += [UInt8(offsetSize), UInt8(layout.referenceSize)]
        for number in [offsets.count, layout.rootIndex, tableOffset] { bytes += Self.bigEndian(number, size: 8) }
        return bytes
    }

    private func range(of index: Int) throws(BinaryLayout.Problem) -> Range<Int> {
        let start = try layout.offset(of: index)
        var size = 0
        _ = try BinaryObject(at: index, in: layout, size: &size)
        return start..<(start + size)
    }

    static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 >= 8 ? 0 : UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
