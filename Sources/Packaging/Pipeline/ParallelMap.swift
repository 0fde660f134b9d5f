/// Applies a function to many values on several threads, and keeps their order.
package enum ParallelMap {
    /// The results in the order of `items`, whichever was ready first.
    /// - Parameter jobs: The most calls at one time; fewer where the process may not have the files open that as many need.
    package static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Output
    ) -> [Output] {
        map(items, jobs: jobs, with: {}, { item, _ in transform(item) })
    }

    /// The results in the order of `items`, whichever was ready first.
    /// - Parameters:
    ///   - jobs: The most calls at one time; fewer where the process may not have the files open that as many need.
    ///   - makeTools: Makes what a thread keeps from one item to the next. The results must not depend on it.
    static func map<Item: Sendable, Tools, Output: Sendable>(
        _ items: [Item], jobs: Int, with makeTools: @Sendable () -> Tools,
        _ transform: @Sendable (Item, Tools) -> Output
    ) -> [Output] {
        guard jobs > 1, items.count > 1 else {
            let tools = makeTools()
            return items.map { transform($0, tools) }
        }
        let queue = MapQueue<Output>(count: items.count)
        // Not Dispatch: where the system gives no thread, it waits for one for ever.
        withoutActuallyEscaping(makeTools) { makeTools in
            withoutActuallyEscaping(transform) { transform in
                WorkerThreads.run(min(jobs, items.count, OpenFileLimit.mostThreads)) {
                    let tools = makeTools()
                    while let index = queue.next() { queue.finish(index, with: transform(items[index], tools)) }
                }
            }
        }
        return queue.takeOutputs()
    }
}
