import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Applies a function that reads files to many values, on more threads where the disk keeps them waiting.
///
/// A file that the system has in memory costs 3 us of a processor, and more threads than processors bring nothing. One
/// that it has to fetch costs 125 us of waiting, and sixteen at a time take a quarter of the time of two. Which of the two
/// it is shows in how long the first values take; the results do not depend on it.
package enum ReadingMap {
    /// So many requests keep a disk busy. Each thread that waits takes little more than its stack.
    private static let mostThreads = 16

    /// The results in the order of `items`, whichever was ready first.
    /// - Parameter jobs: The most calls at one time that are not waiting for the disk.
    package static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Output
    ) -> [Output] {
        guard items.count > 1 else { return items.map(transform) }
        let queue = Queue<Output>(count: items.count)
        withoutActuallyEscaping(transform) { transform in
            WorkerThreads.run(min(max(1, jobs), items.count)) {
                while !queue.isWaiting, let index = queue.next() {
                    let start = Stopwatch()
                    queue.finish(index, with: transform(items[index]))
                    if start.hasWaited { queue.addWait() }
                }
            }
            guard queue.isWaiting else { return }
            WorkerThreads.run(max(jobs, mostThreads)) {
                while let index = queue.next() { queue.finish(index, with: transform(items[index])) }
            }
        }
        return queue.outputs
    }

    /// Hands out the indices, collects what came of each, and counts how often there was a wait.
    private final class Queue<Output: Sendable>: Sendable {
        private let position = Atomic(0)
        private let waits = Atomic(0)
        private let results: Mutex<[Output?]>
        private let count: Int

        init(count: Int) {
            self.count = count
            results = Mutex(Array(repeating: nil, count: count))
        }

        func next() -> Int? {
            let index = position.add(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }

        func finish(_ index: Int, with output: Output) { results.withLock { $0[index] = output } }

        func addWait() { waits.add(1, ordering: .relaxed) }

        /// Once may be another program that took the processor.
        var isWaiting: Bool { waits.load(ordering: .relaxed) > 1 }

        var outputs: [Output] { results.withLock { $0.compactMap(\.self) } }
    }

    /// Tells waiting from working, on the thread that it was made on.
    private struct Stopwatch {
        private let start = Self.nanoseconds(CLOCK_MONOTONIC)
        private let worked = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)

        /// Whether most of the time went by without work, and more of it than a program that is ready would wait for.
        var hasWaited: Bool {
            let passed = Self.nanoseconds(CLOCK_MONOTONIC) - start
            let worked = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - worked
            return passed - worked > 1_000_000 && passed > 3 * worked
        }

        private static func nanoseconds(_ clock: clockid_t) -> Int64 {
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }
}
