import DeliveryRehearsal
import Findings
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tells the timeline of a rehearsal as it happens.
final class RehearsalTimeline {
    private let form: RehearsalOptions.Timeline
    private let waits: Bool
    private let stream: StandardStream
    private var clock: Int64 = 0
    /// Why standard output can't be written to.
    private(set) var error: StreamError?

    init(_ form: RehearsalOptions.Timeline, waits: Bool, on stream: StandardStream) {
        self.form = form
        self.waits = waits
        self.stream = stream
    }

    /// Takes an event; where the clock is real, waits for it first.
    func tell(_ event: RehearsalEvent) {
        if waits, event.milliseconds > clock { Self.sleep(event.milliseconds - clock) }
        clock = event.milliseconds
        switch form {
        case .text: write(Self.text(of: event) + "\n")
        case .json: write(Self.json(of: event) + "\n")
        case .none: break
        }
    }

    /// Ends JSON with what was found and how it ended; text has both in the report.
    func end(_ outcome: String, _ findings: [Finding]) {
        guard form == .json else { return }
        for finding in findings {
            write(
                Self.object([
                    ("code", JSONText.quoted(finding.code.id)), ("event", JSONText.quoted("finding")),
                    ("input", JSONText.quoted(finding.location.input)),
                    ("message", JSONText.quoted(finding.message)),
                    ("severity", JSONText.quoted(finding.severity.rawValue)),
                ]) + "\n")
        }
        write(
            Self.object([
                ("event", JSONText.quoted("end")), ("outcome", JSONText.quoted(outcome)),
                ("seconds", Self.seconds(clock)),
            ]) + "\n")
    }

    private func write(_ text: String) {
        guard error == nil else { return }
        do throws(StreamError) { try stream.write(text) } catch { self.error = error }
    }

    private static func sleep(_ milliseconds: Int64) {
        var rest = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }

    /// Three digits behind the point, whatever the locale.
    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    // MARK: Text

    /// The time in seconds, the product, and what happened.
    static func text(of event: RehearsalEvent) -> String {
        let time = seconds(event.milliseconds)
        let padded = String(repeating: " ", count: max(0, 9 - time.utf8.count)) + time
        let product = event.productIdentifier.map { SafeText.escaped($0, limit: 100) + "  " } ?? ""
        return "\(padded)  \(product)\(words(for: event))"
    }

    private static func words(for event: RehearsalEvent) -> String {
        let transaction = "transaction \(event.transactionIdentifier ?? "?")"
        let version = event.contentVersion.map { ", version \(SafeText.escaped($0, limit: 40))" } ?? ""
        let detail = event.detail.map { ": \(SafeText.escaped($0))" } ?? ""
        switch event.kind {
        case .launch: return "the app is launched"
        case .purchase: return "the user buys it"
        case .restore: return "the user restores what was bought"
        case .transaction: return "\(transaction) \(event.transactionState?.rawValue ?? "?")\(version)\(detail)"
        case .download: return "download \(event.downloadState?.rawValue ?? "?")\(progress(of: event))\(detail)"
        case .start: return "the app starts the download"
        case .pause: return "the user pauses the download"
        case .resume: return "the user resumes the download"
        case .cancel: return "the user cancels the download"
        case .checkpoint: return step(event.detail)
        case .finish: return "the app finishes \(transaction)"
        case .installed: return "its content is in its place\(version)"
        case .restoreFinished: return "the store has restored all transactions"
        case .restoreFailed: return "the restore failed"
        case .announced: return "the app says that the restore is complete"
        case .announcedFailure: return "the app says that not all could be restored"
        case .fault: return "the app is at fault\(detail)"
        case .diskFull: return "the disk is full"
        case .quit: return "the app quits at '\(event.detail ?? "")'"
        }
    }

    private static func step(_ name: String?) -> String {
        switch name {
        case "recording": "the app records which version comes"
        case "moving": "the app moves the content into its place"
        case "moved": "the content is moved"
        default: SafeText.escaped(name ?? "")
        }
    }

    private static func progress(of event: RehearsalEvent) -> String {
        guard let progress = event.progress, [.active, .paused].contains(event.downloadState) else { return "" }
        let percent = ", \(Int((progress * 100).rounded())) %"
        guard let rest = event.timeRemaining else { return percent }
        return percent + ", \(seconds(Int64(min(rest, 1e12) * 1000)).dropLast(2)) s left"
    }

    // MARK: JSON

    /// One object on one line, keys sorted; what has no value is left out.
    static func json(of event: RehearsalEvent) -> String {
        func quoted(_ text: String?) -> String? { text.map { JSONText.quoted($0) } }
        let members: [(String, String?)] = [
            ("contentVersion", quoted(event.contentVersion)), ("detail", quoted(event.detail)),
            ("downloadState", quoted(event.downloadState?.rawValue)), ("event", quoted(event.kind.rawValue)),
            ("productIdentifier", quoted(event.productIdentifier)),
            ("progress", event.progress.map { hundredths($0) }), ("seconds", seconds(event.milliseconds)),
            ("timeRemaining", event.timeRemaining.map { seconds(Int64(min($0, 1e12) * 1000)) }),
            ("transactionIdentifier", quoted(event.transactionIdentifier)),
            ("transactionState", quoted(event.transactionState?.rawValue)),
        ]
        return object(members.compactMap { key, value in value.map { (key, $0) } })
    }

    private static func hundredths(_ progress: Double) -> String {
        let percent = Int((progress * 100).rounded())
        return "\(percent / 100).\(percent % 100 < 10 ? "0" : "")\(percent % 100)"
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(JSONText.quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }
}
