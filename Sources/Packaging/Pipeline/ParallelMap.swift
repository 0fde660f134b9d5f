import Synchronization

/// Applies a function to many values on several threads, and keeps their order.
package enum ParallelMap {
    /// The results in the order of `items`, whichever was ready first.
    /// - Parameter jobs: The most calls at one time.
    package static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Output
    ) -> [Output] {
        guard jobs > 1, items.count > 1 else { return items.map(transform) }
        let queue = Queue<Output>(count: items.count)
        // Not Dispatch: where the system gives no thread, it waits for one for ever.
        withoutActuallyEscaping(transform) { transform in
            WorkerThreads.run(min(jobs, items.count)) {
                while let index = queue.next() { queue.finish(index, with: transform(items[index])) }
            }
        }
        return queue.outputs
    }

    /// Hands out the indices, and collects what came of each.
    private final class Queue<Output: Sendable>: Sendable {
        private struct State {
            var next = 0
            var outputs: [Output?]
        }

        private let state: Mutex<State>

        init(count: Int) { state = Mutex(State(outputs: Array(repeating: nil, count: count))) }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < state.outputs.count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        func finish(_ index: Int, with output: Output) { state.withLock { $0.outputs[index] = output } }

        var outputs: [Output] { state.withLock { $0.outputs.compactMap(\.self) } }
    }
}
