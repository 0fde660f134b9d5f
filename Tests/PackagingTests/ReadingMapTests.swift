import Synchronization
import Testing

@testable import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.serialized) struct ReadingMapTests {
    @Test(arguments: [0, 1, 2, 7, 100], [1, 2, 8])
    func `the results come in order, whether the work waits or not`(count: Int, jobs: Int) {
        let items = Array(0..<count)
        #expect(ReadingMap.map(items, jobs: jobs) { $0 * 3 } == items.map { $0 * 3 })
        let calls = Atomic(0)
        let slow = ReadingMap.map(items, jobs: jobs) { item in
            calls.add(1, ordering: .relaxed)
            usleep(useconds_t(item % 5 == 0 ? 4000 : 1500))
            return item * 3
        }
        #expect(slow == items.map { $0 * 3 })
        #expect(calls.load(ordering: .relaxed) == count)
    }

    @Test func `what waits is done by more threads than there are jobs`() {
        let now = Atomic(0)
        let most = Atomic(0)
        _ = ReadingMap.map(Array(0..<60), jobs: 1) { _ in
            most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            usleep(20_000)
            now.subtract(1, ordering: .relaxed)
        }
        #expect(most.load(ordering: .relaxed) > 1)
        #expect(most.load(ordering: .relaxed) <= 16)
    }

    @Test func `many that wait at one time have no more threads than one, and one each`() {
        let now = Atomic(0)
        let most = Atomic(0)
        let calls = 6
        let sums = ParallelMap.map(Array(0..<calls), jobs: calls) { _ in
            ReadingMap.map(Array(0..<40), jobs: 1) { item in
                most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                usleep(10_000)
                now.subtract(1, ordering: .relaxed)
                return item
            }.reduce(0, +)
        }
        #expect(sums == Array(repeating: 780, count: calls))
        #expect(most.load(ordering: .relaxed) <= 16 + calls)
    }
}
