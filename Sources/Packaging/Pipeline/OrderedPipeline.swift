internal import Dispatch
import Synchronization

/// Where the work comes from, one item after the other.
protocol PipelineSource: SendableMetatype {
    /// What there is to do.
    associatedtype Item: Sendable

    /// The next item, or `nil` after the last. Called by one thread at a time.
    mutating func next() throws(PackagingError) -> Item?
}

/// What does the work. Each thread has its own, so it may keep buffers and handles.
protocol PipelineWorker: SendableMetatype {
    /// What there is to do.
    associatedtype Item: Sendable
    /// What comes of it.
    associatedtype Product: Sendable

    /// Does one item.
    mutating func process(_ item: Item) throws(PackagingError) -> Product
}

/// Where the results go, in the order of the items.
protocol PipelineSink: SendableMetatype {
    /// What comes of an item.
    associatedtype Product: Sendable
    /// What comes of all.
    associatedtype Output: Sendable

    /// Takes the next result. Called by one thread at a time.
    mutating func accept(_ product: Product) throws(PackagingError)

    /// Called after the last result, if nothing failed.
    mutating func finish() throws(PackagingError) -> Output
}

/// Serial format, parallel middle: items are claimed in order, worked on by several threads, and accepted in order.
///
/// There is no thread for writing: whichever worker completes the item at the head of the line hands over that and all
/// finished ones behind it. Only `slots` items may be claimed and not yet accepted, so memory stays bounded however
/// slow the sink is. No thread ever waits for one that has not started: slots are only ever held by claimed items, and
/// what is claimed is being worked on.
final class OrderedPipeline<Source: PipelineSource, Sink: PipelineSink>: Sendable {
    private struct Line {
        var head = 0
        var finished: [Int: Result<Sink.Product, PackagingError>] = [:]
        var isHandingOver = false
        var failure: PackagingError?
    }

    private struct Claims {
        var source: Source
        var count = 0
        var isAtEnd = false
    }

    private let claims: Mutex<Claims>
    private let sink: Mutex<Sink>
    private let line = Mutex(Line())
    private let slots: DispatchSemaphore

    private init(source: sending Source, sink: sending Sink, slots: Int) {
        claims = Mutex(Claims(source: source))
        self.sink = Mutex(sink)
        self.slots = DispatchSemaphore(value: slots)
    }

    /// Runs all of `source` through workers into `sink`.
    /// - Returns: what the sink makes of all.
    /// - Throws: the error of the first item, in order, that failed, be it in source, worker or sink.
    static func run<Worker: PipelineWorker>(
        jobs: Int, slots: Int, source: sending Source, sink: sending Sink, makeWorker: @escaping @Sendable () -> Worker
    ) throws(PackagingError) -> Sink.Output where Worker.Item == Source.Item, Worker.Product == Sink.Product {
        let pipeline = OrderedPipeline(source: source, sink: sink, slots: slots)
        WorkerThreads.run(jobs) {
            var worker = makeWorker()
            pipeline.work(with: &worker)
        }
        if let failure = pipeline.line.withLock({ $0.failure }) { throw failure }
        return try pipeline.sink.withLock { sink throws(PackagingError) in try sink.finish() }
    }

    /// Runs all of `source` through one worker into `sink`, on this thread and without what several need.
    static func run<Worker: PipelineWorker>(
        source: consuming Source, sink: consuming Sink, worker: consuming Worker
    ) throws(PackagingError) -> Sink.Output where Worker.Item == Source.Item, Worker.Product == Sink.Product {
        while let item = try source.next() { try sink.accept(try worker.process(item)) }
        return try sink.finish()
    }

    private func work<Worker: PipelineWorker>(with worker: inout Worker)
    where Worker.Item == Source.Item, Worker.Product == Sink.Product {
        while true {
            slots.wait()
            guard let (number, claim) = claim() else {
                slots.signal()
                return
            }
            let result: Result<Sink.Product, PackagingError>
            do throws(PackagingError) {
                result = .success(try worker.process(try claim.get()))
            } catch {
                result = .failure(error)
            }
            line.withLock { $0.finished[number] = result }
            handOver()
        }
    }

    /// The next item and its number, or `nil` where there is nothing more to do.
    private func claim() -> (Int, Result<Source.Item, PackagingError>)? {
        if line.withLock({ $0.failure != nil }) { return nil }
        return claims.withLock { claims -> (Int, Result<Source.Item, PackagingError>)? in
            guard !claims.isAtEnd else { return nil }
            let claim: Result<Source.Item, PackagingError>
            do throws(PackagingError) {
                guard let item = try claims.source.next() else {
                    claims.isAtEnd = true
                    return nil
                }
                claim = .success(item)
            } catch {
                claims.isAtEnd = true
                claim = .failure(error)
            }
            claims.count += 1
            return (claims.count - 1, claim)
        }
    }

    /// Hands all results at the head of the line to the sink, unless another thread is at it; then that one will see
    /// the result that was just put in line.
    private func handOver() {
        let isOurs = line.withLock { line in
            if line.isHandingOver { return false }
            line.isHandingOver = true
            return true
        }
        guard isOurs else { return }
        while let result = takeHead() {
            do throws(PackagingError) {
                let product = try result.get()
                try sink.withLock { sink throws(PackagingError) in try sink.accept(product) }
            } catch {
                line.withLock { $0.failure = $0.failure ?? error }
            }
            slots.signal()
        }
    }

    private func takeHead() -> Result<Sink.Product, PackagingError>? {
        line.withLock { line in
            // After a failure the rest is only dropped, so that nobody waits for ever.
            guard let result = line.finished.removeValue(forKey: line.head) else {
                line.isHandingOver = false
                return nil
            }
            line.head += 1
            return line.failure.map { .failure($0) } ?? result
        }
    }
}
