import Packaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Removes unfinished packages when a signal ends the process, then lets the signal end it.
///
/// One thread waits for the signals that all others block, so that cleaning up is ordinary code and not a handler.
enum SignalGuard {
    private static let candidates = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    /// Makes what a stream can't take an error that it tells of, in place of the end of the process.
    static func ignoreStreamSignals() {
        // Writing to a pipe without a reader then gives an error, which the stream turns back into the signal.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that would outgrow the limit of the shell's `ulimit -f`.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The signals that end the process: those of the candidates that nobody ignores.
    fileprivate static var awaited: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        // A signal that the parent ignores, as `nohup` does, stays ignored.
        for signal in candidates where !isIgnored(signal) { sigaddset(&set, signal) }
        return set
    }

    /// To be called once, before any other thread exists, since threads inherit what is blocked.
    static func install() {
        var set = awaited
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // With nobody to wait for the signals, better that they leave a partial file than that they do nothing.
        if !startWaiting() { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// - Returns: whether there is a thread that waits.
    private static func startWaiting() -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, waitForSignal, nil) == 0 else { return false }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }
}

#if canImport(Darwin)
    private func waitForSignal(_: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        endBySignal()
    }
#else
    private func waitForSignal(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        endBySignal()
    }
#endif

private func endBySignal() -> Never {
    // Not all that is blocked: whoever started the process may have blocked more, such as the change of a window's size.
    var set = SignalGuard.awaited
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
    PartialOutputs.removeAll()
    ProgressDisplay.clearShown()
    signal(received, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, received)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(received)
    exit(128 + received)
}
