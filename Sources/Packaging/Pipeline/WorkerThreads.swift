#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Threads of our own for work that takes long and blocks, which the threads of Swift's concurrency are too few for.
package enum WorkerThreads {
    /// Runs `body` on this thread and on `count - 1` others at once, and returns when all have ended.
    ///
    /// Where the system gives fewer threads, `body` runs on fewer.
    package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        var threads: [pthread_t] = []
        for _ in 1..<max(count, 1) {
            guard let thread = startThread(body) else { break }
            threads.append(thread)
        }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// A thread that runs. It must be joined, once.
    package struct Running {
        fileprivate let thread: pthread_t

        /// Waits until it has ended.
        package func join() { pthread_join(thread, nil) }
    }

    /// Runs `body` on a thread of its own.
    /// - Returns: `nil` where the system gives none; then `body` does not run.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Running? {
        startThread(body).map(Running.init)
    }
}

/// What a thread is started with.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
    private typealias ThreadArgument = UnsafeMutableRawPointer
    private typealias NewThread = pthread_t?
    private func noThread() -> NewThread { nil }
#else
    private typealias ThreadArgument = UnsafeMutableRawPointer?
    private typealias NewThread = pthread_t
    private func noThread() -> NewThread { pthread_t() }
#endif

private func runThread(_ argument: ThreadArgument) -> UnsafeMutableRawPointer? {
    let pointer: UnsafeMutableRawPointer? = argument
    if let pointer { Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().body() }
    return nil
}

private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let argument = Unmanaged.passRetained(ThreadStart(body)).toOpaque()
    var thread = noThread()
    guard pthread_create(&thread, nil, runThread, argument) == 0 else {
        Unmanaged<ThreadStart>.fromOpaque(argument).release()
        return nil
    }
    return thread
}
