/// Finds the name that was likely meant.
package enum NearestName {
    /// The one of `names` nearest to `name`, or `nil` if none is near enough to offer, or two are as near.
    ///
    /// Near enough is an edit distance, letter case aside, of at most a third of the name's length, and at least 1.
    /// - Complexity: O(n · length²) for n names.
    package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let limit = max(1, name.count / 3)
        var best: (name: String, distance: Int)?
        var isTied = false
        for candidate in names {
            let distance = editDistance(name.lowercased(), candidate.lowercased(), limit: limit)
            guard distance <= limit else { continue }
            if let current = best {
                if distance > current.distance { continue }
                if distance == current.distance {
                    isTied = isTied || candidate != current.name
                    continue
                }
            }
            (best, isTied) = ((candidate, distance), false)
        }
        return isTied ? nil : best?.name
    }

    /// The edit distance in characters (insert, delete, replace, swap of neighbours), or `limit + 1` where it is larger.
    package static func editDistance(_ left: String, _ right: String, limit: Int) -> Int {
        let (left, right) = (Array(left), Array(right))
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(previous[column + 1] + 1, current[column] + 1)
                cost = min(cost, previous[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= limit }) else { return limit + 1 }
            (beforePrevious, previous) = (previous, current)
        }
        return min(previous[right.count], limit + 1)
    }
}
