import DeliveryRehearsal
import Findings

/// What was typed for a rehearsal.
struct RehearsalOptions: Sendable {
    /// How the timeline is told.
    enum Timeline: String, Sendable, CaseIterable {
        case text, json, none
    }

    /// A product and how far its download is when something goes wrong.
    struct Place: Sendable {
        let product: String
        let percent: Int
    }

    /// The container of the app.
    var app: String?
    var restores = false
    /// The products that were bought before; empty for all.
    var owned: [String] = []
    /// The products whose content is wanted back; empty for all.
    var wanted: [String] = []
    var failures: [Place] = []
    var cancellations: [Place] = []
    var pauses: [Place] = []
    var fullDisks: [String] = []
    var quits: [Trouble] = []
    var bytesPerSecond: Int64?
    var waits = false
    var seed: UInt64 = 0
    var timeline: Timeline?

    /// The events that an app can be made to quit at.
    static let events = [
        "purchase", "purchasing", "purchased", "restore", "restored", "start", "waiting", "active", "paused", "resume",
        "finished", "failed", "cancelled", "recording", "moving", "moved", "finish", "restore-finished",
    ]

    /// What is to go wrong.
    var troubles: [Trouble] {
        failures.map { .failDownload($0.product, percent: $0.percent) }
            + cancellations.map { .cancelDownload($0.product, percent: $0.percent) }
            + pauses.map { .pauseDownload($0.product, percent: $0.percent) }
            + fullDisks.map { .fullDisk($0) } + quits
    }

    /// Every product that was named, with the option that named it.
    var named: [(option: String, product: String)] {
        owned.map { ("--own", $0) } + wanted.map { ("--only", $0) } + failures.map { ("--fail", $0.product) }
            + cancellations.map { ("--cancel", $0.product) } + pauses.map { ("--pause", $0.product) }
            + fullDisks.map { ("--full-disk", $0) }
            + quits.compactMap { trouble in
                if case .quit(_, let product?) = trouble { ("--quit-at", product) } else { nil }
            }
    }
}

// MARK: - Values

extension RehearsalOptions {
    /// `ID` or `ID@PERCENT`.
    /// - Parameter standard: The percentage where none is given; `nil` where one must be.
    static func place(_ value: String, _ option: String, standard: Int?) throws(UsageError) -> Place {
        // No product ID has an at sign.
        guard let sign = value.lastIndex(of: "@") else {
            if let standard, !value.isEmpty { return Place(product: value, percent: standard) }
            throw UsageError(
                "\(option) takes ID@PERCENT, not '\(value)'", hint: "for example \(option) com.example.pack@40")
        }
        let digits = value[value.index(after: sign)...]
        guard sign > value.startIndex, let percent = Int(digits), (0...99).contains(percent),
            digits.allSatisfy(\.isNumber)
        else {
            throw UsageError(
                "\(option) takes a percentage from 0 to 99 behind the '@', not '\(value)'",
                hint: "for example \(option) com.example.pack@40")
        }
        return Place(product: String(value[..<sign]), percent: percent)
    }

    /// `EVENT` or `EVENT@ID`.
    static func quit(_ value: String) throws(UsageError) -> Trouble {
        let parts = value.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard events.contains(parts[0]) else {
            throw UsageError.unknown("event", parts[0], in: events)
        }
        guard parts.count == 2 else { return .quit(at: parts[0]) }
        if parts[1].isEmpty { throw UsageError("--quit-at \(value) names no product behind the '@'") }
        return .quit(at: parts[0], product: parts[1])
    }

    static func seed(_ value: String) throws(UsageError) -> UInt64 {
        guard let seed = UInt64(value), value.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            throw UsageError("--seed takes a number that is not negative, not '\(value)'")
        }
        return seed
    }
}
