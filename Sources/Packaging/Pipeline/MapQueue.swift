import Synchronization

/// Hands out the places of values to several threads, and collects what came of each.
final class MapQueue<Output: Sendable>: Sendable {
    private let position = Atomic(0)
    private let results: Mutex<[Output?]>
    private let count: Int

    /// Starts with the first of `count` values.
    init(count: Int) {
        self.count = count
        results = Mutex(Array(repeating: nil, count: count))
    }

    /// The next place, or `nil` behind the last.
    func next() -> Int? {
        let index = position.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }

    /// Takes what came of the value at a place.
    func finish(_ index: Int, with output: Output) { results.withLock { $0[index] = output } }

    /// Gives what came of all, in the order of the values, and keeps none of it.
    func takeOutputs() -> [Output] {
        // From the last on, each is moved; to copy them counts every reference in them up and then down.
        results.withLock { results in
            var outputs: [Output] = []
            outputs.reserveCapacity(results.count)
            while let last = results.popLast() { if let last { outputs.append(last) } }
            outputs.reverse()
            return outputs
        }
    }
}
