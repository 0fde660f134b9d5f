import Synchronization

/// A value that is made on a thread of its own while something else is done.
final class AheadValue<Value: Sendable> {
    private let make: @Sendable () -> Value
    private let place = Place()
    private var thread: WorkerThreads.Running?

    /// Begins to make it.
    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        let place = place
        thread = WorkerThreads.start {
            let value = make()
            place.value.withLock { $0 = value }
        }
    }

    deinit { thread?.join() }

    /// Waits for the value; where the system gave no thread, makes it.
    func get() -> Value {
        thread?.join()
        thread = nil
        return place.value.withLock { $0 } ?? make()
    }

    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
