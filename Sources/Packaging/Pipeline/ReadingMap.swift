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
    /// So many requests keep a disk busy.
    private static let mostThreads = 16

    /// The results in the order of `items`, whichever was ready first.
    /// - Parameter jobs: The most calls at one time that are not waiting for the disk.
    package static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Output
    ) -> [Output] {
        guard items.count > 1 else { return items.map(transform) }
        let queue = MapQueue<Output>(count: items.count)
        let waits = WaitCount()
        let jobs = min(max(1, jobs), items.count, OpenFileLimit.mostThreads)
        withoutActuallyEscaping(transform) { transform in
            WorkerThreads.run(jobs) {
                while !waits.areMany, let index = queue.next() {
                    let start = Stopwatch()
                    queue.finish(index, with: transform(items[index]))
                    if start.hasWaited { waits.add() }
                }
            }
            guard waits.areMany else { return }
            let taken = take(min(mostThreads, items.count))
            defer { giveBack(taken) }
            WorkerThreads.run(max(jobs, taken)) {
                while let index = queue.next() { queue.finish(index, with: transform(items[index])) }
            }
        }
        return queue.takeOutputs()
    }

    /// How many of these threads are not in use. Each has two or three files open, and a process may have 256 of those on
    /// some systems; so there are no more for many calls at one time than for one.
    private static let spare = Mutex(min(mostThreads, OpenFileLimit.mostThreads))

    private static func take(_ wanted: Int) -> Int {
        spare.withLock { spare in
            let taken = min(wanted, spare)
            spare -= taken
            return taken
        }
    }

    private static func giveBack(_ count: Int) { spare.withLock { $0 += count } }

    /// How often there was a wait.
    private final class WaitCount: Sendable {
        private let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }

        /// Once may be another program that took the processor.
        var areMany: Bool { count.load(ordering: .relaxed) > 1 }
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
