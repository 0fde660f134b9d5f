/// Paths, to be asked whether another path lies in one of them. Unicode forms of one letter are one.
///
/// To look up every folder above a path would take the square of its length. So the parts of a path are hashed one behind
/// the other, and the way to a folder is looked up itself only where its hash is that of one of the paths.
package struct FolderSet: Sendable {
    private let paths: Set<String>
    private let ways: Set<Int>

    /// Takes the paths.
    package init(_ paths: Set<String>) {
        self.paths = paths
        ways = Set(
            paths.map { path in
                path.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
                    .reduce(0) { Self.way($0, Substring($1)) }
            })
    }

    /// Whether a folder above a path is among them.
    package func holdsFolder(above path: String) -> Bool { holds(path, countingItself: false) }

    /// Whether a path is among them, or a folder above it.
    package func holdsPathOrFolder(above path: String) -> Bool { holds(path, countingItself: true) }

    private func holds(_ path: String, countingItself: Bool) -> Bool {
        guard !paths.isEmpty else { return false }
        var (way, start) = (0, path.startIndex)
        while true {
            let end = path.utf8[start...].firstIndex(of: Self.slash)
            if end == nil, !countingItself { return false }
            way = Self.way(way, path[start..<(end ?? path.endIndex)])
            if ways.contains(way), paths.contains(String(path[..<(end ?? path.endIndex)])) { return true }
            guard let end else { return false }
            start = path.utf8.index(after: end)
        }
    }

    /// The hash of a way that goes on with a part.
    private static func way(_ way: Int, _ part: Substring) -> Int {
        var hasher = Hasher()
        hasher.combine(way)
        hasher.combine(part)
        return hasher.finalize()
    }

    private static let slash = UInt8(ascii: "/")
}
