#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What progress is shown on, and by what clock: standard error, or something else in tests.
struct ProgressSurface: Sendable {
    /// Writes text; where it can't be written there is nobody to tell.
    let write: @Sendable (String) -> Void
    /// The width, which may change at any time.
    let columns: @Sendable () -> Int
    /// Whether the terminal is ours to draw on: a program in the background would write into what the user types.
    let isOurs: @Sendable () -> Bool
    /// Whether text would be taken at once: a terminal that is halted with Ctrl-S makes its writers wait.
    let isReady: @Sendable () -> Bool
    /// Seconds since some moment.
    let now: @Sendable () -> Double

    /// Seconds that pass whatever happens to the clock on the wall.
    static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

extension ProgressSurface {
    /// A stream of this process.
    init(_ stream: StandardStream, environment: [String: String]) {
        write = { try? stream.write($0) }
        columns = {
            let screen = Screen(of: stream, color: .never, environment: environment)
            // Text may be wider than a tiny terminal; a line that is drawn again must not be.
            return min(screen.columns ?? Screen.usualColumns, stream.terminalColumns ?? .max)
        }
        isOurs = { stream.isInForeground }
        isReady = { stream.takesTextAtOnce }
        now = Self.monotonicSeconds
    }
}

extension StandardStream {
    /// Whether the terminal listens to this process: not while it is stopped or in the background.
    fileprivate var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        // It may be a terminal without jobs.
        return group < 0 || group == getpgrp()
    }

    /// Whether a write would not have to wait, as far as the system can tell.
    fileprivate var takesTextAtOnce: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Some systems can't ask this of a terminal, and say that they can't.
        return poll(&request, 1, 0) != 0
    }
}
