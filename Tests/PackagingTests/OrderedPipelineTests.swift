import Synchronization
import Testing

@testable import Packaging

@Suite struct OrderedPipelineTests {
    private struct Numbers: PipelineSource {
        var left: Range<Int>
        let failsAt: Int?

        mutating func next() throws(PackagingError) -> Int? {
            guard let number = left.popFirst() else { return nil }
            if number == failsAt { throw PackagingError(.unreadable, subject: "source \(number)", reason: "") }
            return number
        }
    }

    private struct Doubler: PipelineWorker {
        let failing: Set<Int>
        let inFlight: InFlight

        mutating func process(_ item: Int) throws(PackagingError) -> Int {
            inFlight.enter()
            // Work of uneven length, so that items finish out of order.
            var sum = 0
            for number in 0..<(item * 7919 % 5000) { sum &+= number }
            if failing.contains(item), sum >= 0 { throw PackagingError(.unreadable, subject: "\(item)", reason: "") }
            return 2 * item
        }
    }

    private struct Collector: PipelineSink {
        var products: [Int] = []
        let failsAt: Int?
        let inFlight: InFlight

        mutating func accept(_ product: Int) throws(PackagingError) {
            inFlight.leave()
            if product == failsAt { throw PackagingError(.unwritable, subject: "sink \(product)", reason: "") }
            products.append(product)
        }

        mutating func finish() throws(PackagingError) -> [Int] { products }
    }

    private final class InFlight: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        func enter() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }

        var most: Int { counts.withLock { $0.most } }
    }

    private func run(
        _ count: Int, jobs: Int, slots: Int = 6, source: Int? = nil, workers: Set<Int> = [], sink: Int? = nil,
        inFlight: InFlight = InFlight()
    ) throws -> [Int] {
        try OrderedPipeline.run(
            jobs: jobs, slots: slots, source: Numbers(left: 0..<count, failsAt: source),
            sink: Collector(failsAt: sink, inFlight: inFlight),
            makeWorker: { Doubler(failing: workers, inFlight: inFlight) })
    }

    @Test(arguments: [1, 2, 8], [0, 1, 5, 2000])
    func `results come in the order of the items`(jobs: Int, count: Int) throws {
        #expect(try run(count, jobs: jobs) == (0..<count).map { 2 * $0 })
    }

    @Test(arguments: [0, 1, 2000])
    func `on one thread alone results come in the order of the items, and the first failure ends it`(count: Int) throws
    {
        func run(source: Int? = nil, workers: Set<Int> = [], sink: Int? = nil) throws(PackagingError) -> [Int] {
            let inFlight = InFlight()
            return try OrderedPipeline.run(
                source: Numbers(left: 0..<count, failsAt: source), sink: Collector(failsAt: sink, inFlight: inFlight),
                worker: Doubler(failing: workers, inFlight: inFlight))
        }
        #expect(try run() == (0..<count).map { 2 * $0 })
        guard count > 100 else { return }
        #expect(throws: PackagingError(.unreadable, subject: "source 50", reason: "")) { try run(source: 50) }
        #expect(throws: PackagingError(.unreadable, subject: "7", reason: "")) { try run(workers: [60, 7]) }
        #expect(throws: PackagingError(.unwritable, subject: "sink 20", reason: "")) {
            try run(workers: [11], sink: 20)
        }
    }

    @Test func `never are more items in flight than there are slots`() throws {
        let inFlight = InFlight()
        _ = try run(3000, jobs: 8, slots: 5, inFlight: inFlight)
        #expect((1...5).contains(inFlight.most))
    }

    @Test(arguments: [1, 2, 8])
    func `the first item in order that fails gives the error, wherever it fails`(jobs: Int) {
        func error(_ subject: String, _ code: PackagingError.Code = .unreadable) -> PackagingError {
            PackagingError(code, subject: subject, reason: "")
        }
        #expect(throws: error("700")) { try run(2000, jobs: jobs, workers: [700, 701, 702, 703, 1500]) }
        #expect(throws: error("source 500")) { try run(2000, jobs: jobs, source: 500, workers: [700]) }
        #expect(throws: error("sink 600", .unwritable)) { try run(2000, jobs: jobs, workers: [301], sink: 600) }
    }
}
