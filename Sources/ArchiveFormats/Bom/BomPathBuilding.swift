/// Puts the paths of a Bom together: each has only its name and the number of the folder that holds it.
struct BomPathBuilding {
    /// A path before it is put together.
    struct Part {
        /// The number of the path.
        let number: UInt32
        /// That of the folder that holds it; 0 for the root.
        let parent: UInt32
        /// The name, with no NUL.
        let name: ArraySlice<UInt8>
    }

    /// How many times as long as the file all paths together may be. A path takes at least 77 bytes of a Bom, and no
    /// system takes paths of more than a few thousand; the average of a thousand is far beyond any real tree.
    static let largestGrowth = 16

    private let parts: [Part]
    private let isDirectory: [Bool]
    private var indices: [UInt32: Int] = [:]
    private var left: Int

    /// Takes the parts, whether each is a folder, the size of the file, and what all paths may take where more is known
    /// of that than the size of the file.
    init(_ parts: [Part], isDirectory: [Bool], fileSize: Int, mostPathBytes: Int? = nil) throws(BomFault) {
        self.parts = parts
        self.isDirectory = isDirectory
        left = mostPathBytes ?? fileSize.multipliedReportingOverflow(by: Self.largestGrowth).partialValue
        indices.reserveCapacity(parts.count)
        for (index, part) in parts.enumerated() {
            guard part.number != 0, indices.updateValue(index, forKey: part.number) == nil else {
                throw .damaged("it has two paths with the number \(part.number), or one with the number 0")
            }
        }
    }

    /// The paths in the order of the parts.
    consuming func paths() throws(BomFault) -> [[UInt8]] {
        var paths = [[UInt8]](repeating: [], count: parts.count)
        var pending: [Int] = []
        for index in parts.indices where paths[index].isEmpty {
            var next: Int? = index
            while let current = next, paths[current].isEmpty {
                pending.append(current)
                guard pending.count <= parts.count else {
                    throw .damaged("the folder of its path \(parts[index].number) is in the end within itself")
                }
                next = try parent(of: current)
            }
            var path = next.map { paths[$0] } ?? []
            while let current = pending.popLast() {
                if parts[current].parent != 0 { path.append(UInt8(ascii: "/")) }
                path += parts[current].name
                left -= path.count
                guard left >= 0 else { throw .damaged("its paths are far too long for its size") }
                paths[current] = path
            }
        }
        return paths
    }

    /// The place of the folder that holds a path; `nil` for the root.
    private func parent(of index: Int) throws(BomFault) -> Int? {
        let part = parts[index]
        if part.parent == 0 { return nil }
        guard let parent = indices[part.parent] else {
            throw .damaged("the folder of its path \(part.number) is missing")
        }
        guard isDirectory[parent] else { throw .damaged("its path \(part.number) is in something that is no folder") }
        return parent
    }
}
