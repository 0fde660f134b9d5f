/// Finds all words within a small edit distance of one, without comparing with each.
///
/// A search for words with at most k errors parts the query in two. Either the first part holds fewer than k errors, or
/// all k are in it and the second part holds none. The first case is looked for in a tree of the words, the second in a
/// tree of the words written backwards; in both, the words that are wrong beyond use are left near the root. Without
/// that, k errors right behind the start that all product IDs of an app share would lead through the whole tree.
struct SpellingIndex: Sendable {
    /// Longer words are not found: no product ID has more than 100 characters.
    static let lengthLimit = 255

    private let forward: WordTree
    private let backward: WordTree

    /// Creates an index.
    /// - Parameter words: A word stands for its place in this array; doubled ones are found by the first.
    init(_ words: [String]) {
        let scalars = words.enumerated().map { (word: Array($1.unicodeScalars.map(\.value)), place: $0) }
            .filter { !$0.word.isEmpty && $0.word.count <= Self.lengthLimit }
        forward = WordTree(scalars)
        backward = WordTree(scalars.map { ($0.word.reversed(), $0.place) })
    }

    /// The words at a distance of at most `limit` (insert, delete, replace, swap of neighbours), sorted by place.
    /// - Parameter limit: At least 1.
    func search(_ text: String, limit: Int) -> [(word: Int, distance: Int)] {
        let query = text.unicodeScalars.map(\.value)
        guard query.count <= Self.lengthLimit else { return [] }
        let reversed = Array(query.reversed())
        // The parts meet in the midst of what tells the words apart.
        let start = forward.sharedStart(of: query)
        let end = query.count - backward.sharedStart(of: reversed)
        let split = max(0, min(query.count, (start + end) / 2))
        // What is inserted where the parts meet counts to the second, so the first search does not bound that column.
        var found = forward.search(query, limit: limit, strictColumns: split, strictLimit: limit - 1)
        for (word, distance) in backward.search(
            reversed, limit: limit, strictColumns: query.count - split + 1, strictLimit: 0)
        {
            found[word] = min(distance, found[word] ?? distance)
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// Words as a tree in which those with the same start share it.
private struct WordTree: Sendable {
    private struct Node: Sendable {
        let label: UInt32
        var firstChild: Int32 = none
        var nextSibling: Int32 = none
        /// The place of the word that ends here.
        var word: Int32 = none
        /// How many words begin with what leads here.
        var count: Int32 = 0
    }

    private static let none: Int32 = -1

    private var nodes = [Node(label: 0)]
    private var depth = 0

    init(_ words: [(word: [UInt32], place: Int)]) {
        let sorted = words.sorted {
            $0.word == $1.word ? $0.place < $1.place : $0.word.lexicographicallyPrecedes($1.word)
        }
        // The nodes from the root to the last word added.
        var path: [Int] = [0]
        var previous: [UInt32] = []
        for (word, place) in sorted {
            var shared = 0
            while shared < min(word.count, previous.count), word[shared] == previous[shared] { shared += 1 }
            if shared == word.count { continue }
            for position in shared..<word.count {
                let node = Int32(nodes.count)
                nodes.append(Node(label: word[position]))
                if position == shared, shared < previous.count {
                    nodes[path[shared + 1]].nextSibling = node
                } else {
                    nodes[path[position]].firstChild = node
                }
                path.removeSubrange((position + 1)...)
                path.append(Int(node))
            }
            nodes[path[word.count]].word = Int32(place)
            for node in path { nodes[node].count += 1 }
            depth = max(depth, word.count)
            previous = word
        }
    }

    /// How much of the query is also the start of at least half of the words.
    func sharedStart(of query: [UInt32]) -> Int {
        var node = 0
        for (position, scalar) in query.enumerated() {
            var child = nodes[node].firstChild
            while child != Self.none, nodes[Int(child)].label != scalar { child = nodes[Int(child)].nextSibling }
            guard child != Self.none, nodes[Int(child)].count * 2 >= nodes[0].count else { return position }
            node = Int(child)
        }
        return query.count
    }

    /// The words near to the query, with their distances.
    /// - Parameter strictColumns: For so many columns of the table of distances the stricter limit holds.
    func search(_ query: [UInt32], limit: Int, strictColumns: Int, strictLimit: Int) -> [Int: Int] {
        guard nodes[0].firstChild != Self.none else { return [:] }
        var found: [Int: Int] = [:]
        var table = DistanceTable(
            query: query, depth: depth, limit: limit, strictColumns: strictColumns, strictLimit: strictLimit)
        nodes.withUnsafeBufferPointer { nodes in
            // The nodes from the root to the one looked at.
            var path = [Int32](repeating: 0, count: depth + 1)
            var index = nodes[0].firstChild
            var level = 1
            while true {
                path[level] = index
                var node = nodes[Int(index)]
                if table.fillRow(level, label: node.label) {
                    if node.word != Self.none, let distance = table.distance(at: level) {
                        found[Int(node.word)] = distance
                    }
                    if node.firstChild != Self.none {
                        index = node.firstChild
                        level += 1
                        continue
                    }
                }
                while node.nextSibling == Self.none {
                    level -= 1
                    if level == 0 { return }
                    node = nodes[Int(path[level])]
                }
                index = node.nextSibling
            }
        }
        return found
    }
}

/// The table of edit distances between the starts of a query and of the word on the way down a tree; only the cells
/// near its diagonal, since all others are beyond the limit.
private struct DistanceTable {
    private let query: [UInt32]
    private let limit: Int
    private let strictColumns: Int
    private let strictLimit: UInt8
    private let width: Int
    private var cells: [UInt8]
    private var labels: [UInt32]

    init(query: [UInt32], depth: Int, limit: Int, strictColumns: Int, strictLimit: Int) {
        self.query = query
        self.limit = limit
        self.strictColumns = strictColumns
        self.strictLimit = UInt8(strictLimit)
        width = query.count + 1
        cells = [UInt8](repeating: UInt8(limit + 1), count: (depth + 1) * width)
        labels = [UInt32](repeating: 0, count: depth + 1)
        for column in 0...min(limit, query.count) where column >= strictColumns || column <= strictLimit {
            cells[column] = UInt8(column)
        }
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
            if cell > beyond || column < strictColumns && cell > strictLimit { cell = beyond }
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
