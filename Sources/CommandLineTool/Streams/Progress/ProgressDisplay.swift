import Dispatch
import Packaging
import Reporting
import Synchronization

/// How progress is shown.
enum ProgressManner: Sendable, Hashable {
    /// In a line that is drawn again some times a second.
    case bar
    /// In lines, so many seconds apart.
    case lines(Double)

    /// How long lasts what is told in lines, and how far they are apart; in seconds.
    static let usualInterval = 10.0

    /// Decides for a run.
    init?(_ options: Options, in session: Session) {
        let screen = Screen(of: session.error, color: .never, environment: session.environment)
        self.init(options.progress, isQuiet: options.verbosity == .quiet, canRedraw: screen.canRedraw)
    }

    /// Decides by the options, then by the stream.
    /// - Returns: `nil` where nothing is shown.
    init?(_ choice: Options.ProgressChoice, isQuiet: Bool, canRedraw: Bool) {
        switch choice {
        case _ where isQuiet: return nil
        case .never: return nil
        case .plain: self = .lines(Self.usualInterval)
        case .auto where canRedraw: self = .bar
        case .auto: return nil
        }
    }
}

/// Shows how far a run is, while it goes on.
///
/// Only where something may be shown is there a meter, and a thread that looks at it some times a second. The thread holds
/// a lock while it draws, and so does whoever writes another line to the terminal, so that neither writes into the other.
/// The cursor is never hidden, so there is nothing to restore where the process ends at once.
final class ProgressDisplay: Sendable {
    /// In seconds: what is over sooner is not worth a line, and a reader can't follow more than some lines a second.
    private static let (blink, interval) = (0.5, 0.125)

    private struct Running: Sendable {
        let meter: WorkMeter
        let manner: ProgressManner
        let surface: ProgressSurface
        let end = DispatchSemaphore(value: 0)
    }

    private struct State {
        var running: Running?
        var tracker = ProgressTracker()
        /// The line that stands on the terminal; empty where there is none.
        var drawn = ""
        /// When the next line is due, where there are lines.
        var due = 0.0
    }

    private let state = Mutex(State())
    private let thread = Mutex<WorkerThreads.Running?>(nil)
    /// What a signal has to clear away.
    private static let shown = Mutex<ProgressDisplay?>(nil)

    /// What counts the work; `nil` where nothing is shown.
    var meter: WorkMeter? { state.withLock { $0.running?.meter } }

    /// Begins to show progress.
    /// - Parameters:
    ///   - delay: How long to wait before the first line, in seconds.
    ///   - interval: How long from one look at the meter to the next.
    func start(
        _ manner: ProgressManner, on surface: ProgressSurface, delay: Double = blink, interval: Double = interval
    ) {
        let running = Running(meter: WorkMeter(), manner: manner, surface: surface)
        state.withLock { state in
            state.running = running
            if case .lines(let interval) = manner { state.due = surface.now() + interval }
        }
        Self.shown.withLock { $0 = self }
        let hasThread = thread.withLock { thread in
            thread = WorkerThreads.start {
                var wait = delay
                while running.end.wait(timeout: .now() + wait) == .timedOut {
                    self.show(running)
                    wait = interval
                }
            }
            return thread != nil
        }
        if !hasThread { finish() }
    }

    /// Ends the display, and leaves nothing of it on the terminal. Nothing happens where there is none.
    func finish() {
        guard let running = state.withLock({ $0.running }) else { return }
        running.end.signal()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
        state.withLock { state in
            Self.clear(&state)
            state.running = nil
        }
        Self.shown.withLock { $0 = nil }
    }

    /// Clears the line, and calls `body`, which writes another.
    func interrupt(_ body: () -> Void) {
        state.withLock { state in
            Self.clear(&state)
            body()
        }
    }

    /// Clears the line and draws no other: the process is about to end by a signal.
    static func clearShown() {
        guard let display = shown.withLockIfAvailable({ $0 }), let display else { return }
        // Whoever has the lock draws, which takes no time, or writes another line, which may; then the line is cleared.
        for _ in 0..<100 {
            let isCleared: Void? = display.state.withLockIfAvailable { state in
                if state.running?.surface.isReady() == true { clear(&state) }
                state.running = nil
            }
            if isCleared != nil { return }
            Pause.millisecond()
        }
    }

    private func show(_ running: Running) {
        // Where another line is being written it need not be now.
        state.withLockIfAvailable { state in
            guard state.running != nil else { return }
            guard let reading = running.meter.reading else { return Self.clear(&state) }
            let now = running.surface.now()
            let text = ProgressText(frame: state.tracker.frame(for: reading, at: now))
            switch running.manner {
            case .bar:
                guard running.surface.isOurs(), running.surface.isReady() else { return }
                let line = text.line(columns: running.surface.columns())
                guard line != state.drawn else { return }
                // What an earlier line had beyond the end of this one goes.
                running.surface.write("\r\(line)\u{1B}[K")
                state.drawn = line
            case .lines(let interval):
                guard now >= state.due else { return }
                state.due = now + interval
                running.surface.write("iapkit: \(text.plain)\n")
            }
        }
    }

    private static func clear(_ state: inout State) {
        guard let surface = state.running?.surface, !state.drawn.isEmpty else { return }
        state.drawn = ""
        // In the background the line is long gone, and the shell's prompt is where it was.
        if surface.isOurs() { surface.write("\r\u{1B}[K") }
    }
}
