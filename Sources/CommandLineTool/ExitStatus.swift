/// What the exit status tells a script.
enum ExitStatus: Int32, Sendable {
    /// Done; nothing at or above `--fail-on`.
    case success = 0
    /// There are findings at or above `--fail-on`.
    case findings = 1
    /// The command line or the configuration is wrong; nothing was done.
    case usage = 2
    /// The work could not be done: unreadable, disk full, an output that exists.
    case failure = 3

    /// One sentence for the help.
    var meaning: String {
        switch self {
        case .success: "done, and no finding at or above --fail-on (default: error)"
        case .findings: "findings at or above --fail-on"
        case .usage: "the command line or the configuration is wrong; nothing was done"
        case .failure: "the work could not be done (unreadable, disk full, an output that exists)"
        }
    }
}
