/// Applies a function to many values on several threads, and keeps their order.
package enum ParallelMap {
    /// The results in the order of `items`, whichever was ready first.
    /// - Parameter jobs: The most calls at one time; fewer where the process may not have the files open that as many need.
    package static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Output
    ) -> [Output] {
        guard jobs > 1, items.count > 1 else { return items.map(transform) }
        let queue = MapQueue<Output>(count: items.count)
        // Not Dispatch: where the system gives no thread, it waits for one for ever.
        withoutActuallyEscaping(transform) { transform in
            WorkerThreads.run(min(jobs, items.count, OpenFileLimit.mostThreads)) {
                while let index = queue.next() { queue.finish(index, with: transform(items[index])) }
            }
        }
        return queue.outputs
    }
}
