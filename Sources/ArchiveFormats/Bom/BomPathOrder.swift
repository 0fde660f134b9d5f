/// How the paths of a Bom relate: the parent of each, its name, and its place in the order of the leaves, which is that
/// of the parent's number and then of the name's bytes. `lsbom` stops at the first entry out of that order.
struct BomPathOrder {
    /// The number of the folder that holds each path, counted from 1; 0 for the root.
    let parents: [UInt32]
    /// Where the name begins in each path.
    let nameStarts: [Int]
    /// The place of each path in the order of the leaves.
    let ranks: [UInt32]

    /// Relates the paths of `entries` to each other.
    init(_ entries: [BomEntry]) throws(BomWriteError) {
        guard let root = entries.first, root.path == [UInt8(ascii: ".")], root.kind == .directory,
            entries.count < UInt32.max
        else { throw .rootIsNotFirst }
        var parents: [UInt32] = [0]
        var nameStarts = [0]
        parents.reserveCapacity(entries.count)
        nameStarts.reserveCapacity(entries.count)
        var folders: [ArraySlice<UInt8>: UInt32] = [root.path[...]: 1]
        // What is in one folder mostly stands together.
        var parent = (path: root.path[...], number: UInt32(1))
        for (index, entry) in entries.enumerated().dropFirst() {
            guard let slash = entry.path.lastIndex(of: UInt8(ascii: "/")), Self.isName(entry.path[(slash + 1)...])
            else { throw .badPath(entry.path) }
            if parent.path != entry.path[..<slash] {
                guard let number = folders[entry.path[..<slash]] else { throw .missingParent(entry.path) }
                parent = (entry.path[..<slash], number)
            }
            parents.append(parent.number)
            nameStarts.append(slash + 1)
            if entry.kind == .directory { folders[entry.path[...]] = UInt32(truncatingIfNeeded: index + 1) }
        }
        ranks = try Self.ranks(entries, parents, nameStarts)
        self.parents = parents
        self.nameStarts = nameStarts
    }

    /// Whether these bytes can be the name of something in a folder.
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        if name.isEmpty || name.contains(0) || name.contains(UInt8(ascii: "/")) { return false }
        return name.count > 2 || name.contains { $0 != dot }
    }

    private static func ranks(
        _ entries: [BomEntry], _ parents: [UInt32], _ nameStarts: [Int]
    ) throws(BomWriteError) -> [UInt32] {
        // The paths are dealt out to their parents first, so that only names within a folder are sorted; these mostly
        // come in order.
        var ends = [Int](repeating: 0, count: entries.count + 1)
        for parent in parents { ends[Int(parent)] += 1 }
        for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
        var order = [Int](repeating: 0, count: entries.count)
        for index in entries.indices.reversed() {
            ends[Int(parents[index])] -= 1
            order[ends[Int(parents[index])]] = index
        }
        // Now each end has become the start of its parent's children.
        func name(_ index: Int) -> ArraySlice<UInt8> { entries[index].path[nameStarts[index]...] }
        var ranks = [UInt32](repeating: 0, count: entries.count)
        for parent in ends.indices {
            let start = ends[parent]
            let end = parent + 1 < ends.count ? ends[parent + 1] : entries.count
            if end - start > 1 { order[start..<end].sort { precedes(name($0), name($1)) } }
            for position in start..<end {
                if position > start, name(order[position - 1]) == name(order[position]) {
                    throw .duplicatePath(entries[order[position]].path)
                }
                ranks[order[position]] = UInt32(truncatingIfNeeded: position)
            }
        }
        return ranks
    }

    /// Whether one name comes before another, by their bytes.
    static func precedes(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        var (left, right) = (first.startIndex, second.startIndex)
        while left < first.endIndex, right < second.endIndex {
            if first[left] != second[right] { return first[left] < second[right] }
            left += 1
            right += 1
        }
        return right < second.endIndex
    }
}
