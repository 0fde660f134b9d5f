/// Which part of a run each of its inputs belongs to.
///
/// Every input belongs to one part, and every machine that sees the same inputs comes to the same plan: it knows their
/// paths and sizes and nothing else. The parts take about as long: the largest input that is left goes to the part that
/// has least so far (the rule of the longest processing time: no part gets more than 4/3 of what the best plan gives).
struct ShardPlan: Sendable {
    /// What an input is to the plan.
    struct Item: Sendable {
        /// Its path as bytes.
        let path: [UInt8]
        /// How much work it is.
        let weight: Int64
    }

    /// The part of each input, counted from 1, in the order given.
    let parts: [Int]

    /// Plans.
    ///
    /// The order in which the inputs were named does not matter: a shell sorts by the rules of a language.
    init(_ items: [Item], count: Int) {
        let order = items.indices.sorted { left, right in
            if items[left].weight != items[right].weight { return items[left].weight > items[right].weight }
            if items[left].path != items[right].path {
                return items[left].path.lexicographicallyPrecedes(items[right].path)
            }
            return left < right
        }
        var loads = [Int64](repeating: 0, count: count)
        var parts = [Int](repeating: 1, count: items.count)
        for index in order {
            var lightest = 0
            for part in loads.indices where loads[part] < loads[lightest] { lightest = part }
            let (load, isTooLarge) = loads[lightest].addingReportingOverflow(items[index].weight)
            loads[lightest] = isTooLarge ? .max : load
            parts[index] = lightest + 1
        }
        self.parts = parts
    }
}
