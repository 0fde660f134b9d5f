/// Finds all words within a small edit distance of one, without comparing with each.
///
/// The words form a tree in which those with the same start share it; product IDs share long starts. A search
/// carries one row of the distance table down the tree and turns back where every cell of it is too large.
struct SpellingIndex: Sendable {
    /// Longer words are not found: no product ID has more than 100 characters.
    static let lengthLimit = 255

    /// Where a node has no child, sibling or word.
    private static let none: Int32 = -1

    private var labels: [UInt32] = [0]
    private var firstChild: [Int32] = [none]
    private var nextSibling: [Int32] = [none]
    /// The place of the word that ends at a node in `words`.
    private var word: [Int32] = [none]
    private var depth = 0

    /// Creates an index.
    /// - Parameter words: A word stands for its place in this array; doubled ones are found by the first.
    init(_ words: [String]) {
        let sorted = words.enumerated().map { (Array($1.unicodeScalars.map(\.value)), Int32($0)) }
            .filter { !$0.0.isEmpty && $0.0.count <= Self.lengthLimit }
            .sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0.lexicographicallyPrecedes($1.0) }
        // The nodes from the root to the last word added.
        var path: [Int32] = [0]
        var previous: [UInt32] = []
        for (scalars, index) in sorted {
            var shared = 0
            while shared < min(scalars.count, previous.count), scalars[shared] == previous[shared] { shared += 1 }
            if shared == scalars.count { continue }
            for position in shared..<scalars.count {
                let node = Int32(labels.count)
                labels.append(scalars[position])
                firstChild.append(Self.none)
                nextSibling.append(Self.none)
                word.append(Self.none)
                if position == shared, shared < previous.count {
                    nextSibling[Int(path[shared + 1])] = node
                } else {
                    firstChild[Int(path[position])] = node
                }
                path.removeSubrange((position + 1)...)
                path.append(node)
            }
            word[Int(path[scalars.count])] = index
            depth = max(depth, scalars.count)
            previous = scalars
        }
    }

    /// The words at a distance of at most `limit` (insert, delete, replace, swap of neighbours), in no order.
    func search(_ text: String, limit: Int) -> [(word: Int, distance: Int)] {
        let query = text.unicodeScalars.map(\.value)
        guard query.count <= Self.lengthLimit, firstChild[0] != Self.none else { return [] }
        var found: [(word: Int, distance: Int)] = []
        var table = DistanceTable(query: query, depth: depth, limit: limit)
        // The nodes from the root to the one looked at.
        var path = [Int32](repeating: 0, count: depth + 1)
        var node = firstChild[0]
        var level = 1
        while true {
            path[level] = node
            if table.fillRow(level, label: labels[Int(node)]) {
                if word[Int(node)] != Self.none, let distance = table.distance(at: level) {
                    found.append((Int(word[Int(node)]), distance))
                }
                if firstChild[Int(node)] != Self.none {
                    node = firstChild[Int(node)]
                    level += 1
                    continue
                }
            }
            while nextSibling[Int(node)] == Self.none {
                level -= 1
                if level == 0 { return found }
                node = path[level]
            }
            node = nextSibling[Int(node)]
        }
    }
}

/// The table of edit distances between the starts of a query and of the word on the way down a tree; only the cells
/// near its diagonal, since all others are beyond the limit.
private struct DistanceTable {
    private let query: [UInt32]
    private let limit: Int
    private let width: Int
    private var cells: [UInt8]
    private var labels: [UInt32]

    init(query: [UInt32], depth: Int, limit: Int) {
        self.query = query
        self.limit = limit
        width = query.count + 1
        cells = [UInt8](repeating: UInt8(limit + 1), count: (depth + 1) * width)
        labels = [UInt32](repeating: 0, count: depth + 1)
        for column in 0...min(limit, query.count) { cells[column] = UInt8(column) }
    }

    /// Fills a row from those above it; tells whether any word that goes on from here can be near enough.
    mutating func fillRow(_ row: Int, label: UInt32) -> Bool {
        labels[row] = label
        let beyond = UInt8(limit + 1)
        let (first, last) = (max(0, row - limit), min(query.count, row + limit))
        guard first <= last else { return false }
        let (this, above) = (row * width, (row - 1) * width)
        if first > 0 { cells[this + first - 1] = beyond }
        if last < query.count { cells[this + last + 1] = beyond }
        var least = beyond
        for column in first...last {
            var cell = cells[above + column] + 1
            if column > 0 {
                let isSame = query[column - 1] == label
                cell = min(cell, cells[this + column - 1] + 1, cells[above + column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, query[column - 2] == label, query[column - 1] == labels[row - 1] {
                    cell = min(cell, cells[above - width + column - 2] + 1)
                }
            }
            cell = min(cell, beyond)
            cells[this + column] = cell
            least = min(least, cell)
        }
        return least < beyond
    }

    /// The distance between the whole query and the word that ends at a row, where it is within the limit.
    func distance(at row: Int) -> Int? {
        guard abs(row - query.count) <= limit else { return nil }
        let distance = Int(cells[row * width + query.count])
        return distance <= limit ? distance : nil
    }
}
